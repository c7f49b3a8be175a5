// Section 83(b) elections are due within thirty days after the holder received unvested stock.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { signUpCompany, signUpShareholder } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let owner: Person;
let shareClass: Row;
beforeAll(async () => {
  server.setClock('2026-06-15');
  owner = await signUpCompany(server);
  shareClass = await given.shareClass(owner, { name: 'Common' });
});
const RECEIVED = '2026-06-01';
const LAST = '2026-07-01';
const vesting = { vesting_start: RECEIVED, months: 48, cliff_months: 12 };
const unvested = (holder: Row, extra: Row = {}) =>
  given.certificate(owner, {
    shareholder_id: holder.id,
    share_class_id: shareClass.id,
    issue_date: RECEIVED,
    vesting,
    ...extra,
  });
interface Kind {
  kind: string;
  total: number;
  rows: Row[];
}
/** Returns the elections shown for a holder on a day, to the company or to the holder. */
async function electionsShown(by: Person, holder: Row, day: string): Promise<Row[]> {
  server.setClock(day);
  const { decisions, attention } = (await by.get('/api/dashboard')).body as Record<string, Kind[] | undefined>;
  server.setClock('2026-06-15');
  const found = (decisions ?? attention ?? []).find(({ kind }) => kind === 'election_83b');
  return (found?.rows ?? []).filter(({ shareholder_id }) => shareholder_id === holder.id);
}
/** Files the tax form, so that one test's certificate does not take one of the three rows another test reads. */
const fileElection = (certificate: Row) =>
  given.document(owner, { fields: { security_id: String(certificate.id), document_type: 'tax_form' } });

describe('stock that had not vested when it was received', () => {
  it('is shown to the company and to the holder, with the last day and the days left, until that day', async () => {
    const holder = await given.shareholder(owner);
    const certificate = await unvested(holder);
    const person = await signUpShareholder(server, owner, holder);
    const line = { id: certificate.id, certificate_number: certificate.certificate_number, unvested: '1000' };
    for (const by of [owner, person]) {
      expect(await electionsShown(by, holder, RECEIVED)).toMatchObject([{ ...line, last_day: LAST, days_left: 30 }]);
      expect(await electionsShown(by, holder, '2026-06-19')).toMatchObject([{ ...line, days_left: 12 }]);
      expect(await electionsShown(by, holder, LAST)).toMatchObject([{ days_left: 0 }]);
      expect(await electionsShown(by, holder, '2026-07-02')).toEqual([]);
      expect(await electionsShown(by, holder, '2026-05-31')).toEqual([]);
    }
    await fileElection(certificate);
    expect(await electionsShown(owner, holder, '2026-06-19')).toEqual([]);
  });
  it('counts when options were exercised before they vested', async () => {
    const holder = await given.shareholder(owner);
    const plan = await given.equityPlan(owner, { share_class_ids: [shareClass.id] });
    const early = { early_exercisable: true, date: '2026-05-01', vesting: { ...vesting, vesting_start: '2026-05-01' } };
    const grant = await given.grant(owner, { shareholder_id: holder.id, equity_plan_id: plan.id, ...early });
    const exercise = { quantity: '400', date: '2026-06-05' };
    const done = await owner.post(`/api/grants/${String(grant.id)}/exercise`, exercise);
    expect(done.status).toBe(200);
    const [line] = await electionsShown(owner, holder, '2026-06-15');
    expect(line).toMatchObject({ unvested: '400', last_day: '2026-07-05', days_left: 20 });
    await fileElection(line!);
  });
  it('keeps its last day through a split of its class', async () => {
    const holder = await given.shareholder(owner);
    const own = await given.shareClass(owner);
    await unvested(holder, { share_class_id: own.id });
    const split = await owner.post(`/api/share-classes/${String(own.id)}/split`, {
      date: '2026-06-10',
      numerator: '2',
      denominator: '1',
    });
    expect(split.status).toBeLessThan(300);
    const [line] = await electionsShown(owner, holder, '2026-06-15');
    expect(line).toMatchObject({ unvested: '2000', last_day: LAST });
    await fileElection(line!);
  });
  it('is not shown when it had vested, or when it belongs to an entity or to a holder abroad', async () => {
    const holders = [
      await given.shareholder(owner),
      await given.shareholder(owner, { type: 'entity', entity_name: 'Fund, LP', first_name: null, last_name: null }),
      await given.shareholder(owner, { country: 'DE' }),
    ];
    await unvested(holders[0]!, { vesting: undefined });
    await unvested(holders[1]!);
    await unvested(holders[2]!);
    for (const holder of holders) expect(await electionsShown(owner, holder, '2026-06-15')).toEqual([]);
  });
  it('is not shown to a buyer who got it from another holder', async () => {
    const [first, buyer] = [await given.shareholder(owner), await given.shareholder(owner)];
    const certificate = await unvested(first);
    const sold = await owner.post(`/api/certificates/${String(certificate.id)}/transfer`, {
      to_shareholder_id: buyer.id,
      date: '2026-06-10',
      approves_unvested: true,
    });
    expect(sold.status).toBeLessThan(300);
    const person = await signUpShareholder(server, owner, buyer);
    for (const by of [owner, person]) expect(await electionsShown(by, buyer, '2026-06-15')).toEqual([]);
  });
});
