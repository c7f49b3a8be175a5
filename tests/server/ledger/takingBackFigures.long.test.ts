// An entry can be voided only after the entries that depend on it. A number that replaced another was calculated from
// it, and a security that comes back has missed every split since. A record date blocks only entries that move shares.
import { describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import {
  holder,
  issued,
  issuer,
  issuerAuthorized,
  stockClass,
  granted,
  transaction,
} from '#tests/domain/ledger/factories.ts';
import * as given from '#tests/support/given.ts';
import { approveSeen } from '#tests/support/given.ts';
import { ledgerFaults } from '#tests/support/ledgerFaults.ts';
import { importZip, packageFiles, zipOf } from '#tests/support/packages.ts';
import { signUpCompany } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
const newest = async (owner: Person): Promise<Row> =>
  (await owner.get('/api/transactions/?sort=["seq","DESC"]&range=[0,0]')).rows[0]!;
const newestInForce = async (owner: Person): Promise<Row> =>
  (await owner.get('/api/transactions/?sort=["seq","DESC"]')).rows.find(
    ({ status, object_type }) => status !== 'voided' && object_type !== 'VOID',
  )!;
const takeBack = (owner: Person, entry: Row) =>
  owner.post(`/api/transactions/${String(entry.id)}/void`, { reason: 'Typed by mistake.' });
const importObjects = async (owner: Person, objects: Row[]) => {
  const reply = await importZip(owner, await zipOf(packageFiles(objects)));
  expect([reply.body.applied, reply.text]).toEqual([true, reply.text]);
  return reply.body;
};
const undo = (owner: Person, { import_id }: Row) => owner.post(`/api/ocf/imports/${String(import_id)}/undo`, {});

/** A common class with a plan, a preferred one that converts into it, and a certificate of each. */
async function company() {
  const owner = await signUpCompany(server);
  const common = await given.shareClass(owner, { authorized_shares: '10000000' });
  const preferred = await given.shareClass(owner, {
    class_type: 'PREFERRED',
    conversion_ratio: '1',
    converts_to_share_class_id: common.id,
  });
  const plan = await given.equityPlan(owner, { share_class_ids: [common.id], reserved: '1000000' });
  const [of, to] = [
    await given.certificate(owner, { share_class_id: common.id }),
    await given.certificate(owner, { share_class_id: preferred.id }),
  ];
  const urls: Record<string, string> = {
    common: `/api/share-classes/${String(common.id)}`,
    preferred: `/api/share-classes/${String(preferred.id)}`,
    plan: `/api/equity-plans/${String(plan.id)}`,
    certificate: `/api/certificates/${String(of.id)}`,
    convertible: `/api/certificates/${String(to.id)}`,
  };
  /** Writes, and returns the command's last entry. */
  const write = async ([of, verb, body]: Step): Promise<Row> => {
    const reply = await owner.post(`${urls[of]}/${verb}`, body);
    expect([verb, reply.status, reply.text]).toEqual([verb, 200, reply.text]);
    return newest(owner);
  };
  return { owner, common, preferred, plan, urls, write };
}
type Step = [of: string, verb: string, body: Row];

const RESERVE: Step = ['plan', 'adjust', { reserved: '1100000', reason: 'x', date: '2024-11-10' }];
const CHARTER: Step = ['common', 'authorize', { authorized_shares: '11000000', reason: 'x', date: '2024-11-09' }];
const RATIO: Step = ['preferred', 'adjust-ratio', { numerator: '2', reason: 'x', date: '2024-11-10' }];

describe('a number from which later entries were calculated', () => {
  const split = async ({ owner, urls }: Awaited<ReturnType<typeof company>>) => {
    const body = { numerator: '3', denominator: '2', date: '2024-11-22' };
    const done = await owner.post(`${urls.common}/split`, body);
    expect([done.status, done.text]).toEqual([200, done.text]);
    return newest(owner);
  };
  it.each([
    ['a reserve', RESERVE, 'plan', 'reserved', ['1650000', '1000000']],
    ['an authorized number', CHARTER, 'common', 'authorized_shares', ['16500000', '10000000']],
    ['a ratio', RATIO, 'preferred', 'conversion_ratio', ['3', '1']],
  ] as const)(
    'is voided only after the split that multiplied it, and the refusal names the split: %s',
    async (_what, step, of, field, figures) => {
      const made = await company();
      const { owner, urls, write } = made;
      const shown = async () => (await owner.get(`${urls[of]}`)).body[field];
      const first = await write(step);
      const later = await split(made);
      const after = await shown();
      const refused = await takeBack(owner, first);
      expect([refused.status, refused.code]).toEqual([409, 'entry_depended_on']);
      expect(refused.detail).toMatch(/^“Split of .* 3 for 2” \(entry No\. \d+, 2024-11-22\) depends on this\./);
      expect(await shown()).toEqual(after);
      expect((await takeBack(owner, later)).status).toBe(200);
      expect((await takeBack(owner, first)).status).toBe(200);
      expect([after, await shown()]).toEqual(figures);
      expect(await ledgerFaults(server, owner)).toEqual([]);
    },
  );
  it.each([
    ['a reserve', RESERVE, { reserved: '1200000' }],
    ['an authorized number', CHARTER, { authorized_shares: '12000000' }],
    ['a ratio', RATIO, { numerator: '4' }],
  ] as const)(
    'is voided only after one that was entered over it, also on the same day: %s',
    async (_what, step, body) => {
      const { owner, write } = await company();
      const first = await write(step);
      const [of, verb, { date }] = step;
      const later = await write([
        of,
        verb,
        { reason: 'x', ...body, date: verb === 'adjust-ratio' ? '2024-11-11' : date },
      ]);
      const refused = await takeBack(owner, first);
      expect([refused.status, refused.code]).toEqual([409, 'entry_depended_on']);
      expect(refused.detail).toContain(`(entry No. ${String(later.seq)},`);
      expect((await takeBack(owner, later)).status).toBe(200);
      expect((await takeBack(owner, first)).status).toBe(200);
    },
  );
  it('blocks no other plan or class', async () => {
    const { owner, common, write } = await company();
    const other = await given.equityPlan(owner, { share_class_ids: [common.id] });
    const first = await write(RESERVE);
    const url = `/api/equity-plans/${String(other.id)}/adjust`;
    expect((await owner.post(url, { reserved: '5', date: '2024-11-11', reason: 'x' })).status).toBe(200);
    const charter = await write(CHARTER);
    await write(RATIO);
    for (const each of [first, charter]) expect((await takeBack(owner, each)).status).toBe(200);
  });
  it('cannot be voided while later grants or issues need it', async () => {
    const { owner, common, plan, write } = await company();
    const [reserve, charter] = [await write(RESERVE), await write(CHARTER)];
    const of = { share_class_id: common.id, quantity: '1050000' };
    await given.grant(owner, { ...of, equity_plan_id: plan.id, date: '2024-11-12', vesting: null });
    await given.certificate(owner, { ...of, quantity: '10500000', issue_date: '2024-11-12' });
    for (const each of [reserve, charter]) expect((await takeBack(owner, each)).code).toBe('breaks_rule');
  });
  it('does not depend on one that was entered later for an earlier day', async () => {
    const owner = await signUpCompany(server);
    await importObjects(owner, [issuer(), stockClass('common')]);
    const limit = { authorized_shares: '3000', date: '2024-11-10', reason: 'x' };
    expect((await owner.post('/api/share-classes/common/authorize', limit)).status).toBe(200);
    const first = await newest(owner);
    const fields = { stock_class_id: 'common', new_shares_authorized: '2000', date: '2024-05-01' };
    await importObjects(owner, [
      issuer(),
      stockClass('common'),
      transaction('TX_STOCK_CLASS_AUTHORIZED_SHARES_ADJUSTMENT', 'early', fields),
    ]);
    expect((await takeBack(owner, first)).status).toBe(200);
    expect((await owner.get('/api/share-classes/common')).body.authorized_shares).toBe('2000');
  });
  it('of authorized shares of the company is undone only after the import that set it anew', async () => {
    const owner = await signUpCompany(server);
    const set = (id: string, date: string, number: string) =>
      issuerAuthorized(id, { issuer_id: issuer().id, date, new_shares_authorized: number });
    const first = await importObjects(owner, [
      issuer(),
      set('one', '2024-05-01', '1000'),
      set('two', '2024-06-01', '2000'),
    ]);
    const second = await importObjects(owner, [issuer(), set('three', '2024-07-01', '3000')]);
    const refused = await undo(owner, first);
    expect([refused.status, refused.code]).toEqual([409, 'entry_depended_on']);
    expect((await undo(owner, second)).status).toBe(200);
    expect((await undo(owner, first)).status).toBe(200);
  });
  it('is voided only after a conversion at that ratio', async () => {
    const { owner, common, write } = await company();
    const first = await write(RATIO);
    await write(['convertible', 'convert', { to_share_class_id: common.id, date: '2024-11-12' }]);
    const later = await newest(owner);
    const refused = await takeBack(owner, first);
    expect([refused.status, refused.code, refused.detail]).toEqual([
      409,
      'entry_depended_on',
      expect.stringContaining('onverted'),
    ]);
    expect((await takeBack(owner, later)).status).toBe(200);
    expect((await takeBack(owner, first)).status).toBe(200);
    expect(await ledgerFaults(server, owner)).toEqual([]);
  });
  it('may be the shares of a class: a split is voided only after what was issued since', async () => {
    const made = await company();
    const { owner, common, preferred } = made;
    const first = await split(made);
    await given.certificate(owner, { share_class_id: preferred.id, issue_date: '2024-11-23' });
    await given.grant(owner, { equity_plan_id: made.plan.id, share_class_id: common.id, date: '2024-11-23' });
    await given.certificate(owner, { share_class_id: common.id, issue_date: '2024-11-23' });
    for (let since = 0; since < 2; since += 1) {
      const refused = await takeBack(owner, first);
      expect([refused.status, refused.code]).toEqual([409, 'entry_depended_on']);
      expect(refused.detail).toContain('2024-11-23');
      expect((await takeBack(owner, await newestInForce(owner))).status).toBe(200);
    }
    expect((await takeBack(owner, first)).status).toBe(200);
    expect(await ledgerFaults(server, owner)).toEqual([]);
  });
  it('may be the shares of a closed security: its end is voided only after the split of its class', async () => {
    const made = await company();
    const { owner, common, plan, write } = made;
    const grant = await given.grant(owner, { equity_plan_id: plan.id, share_class_id: common.id, vesting: null });
    made.urls.grant = `/api/grants/${String(grant.id)}`;
    const certificate = await write(['certificate', 'cancel', { quantity: '1000', reason: 'x', date: '2024-11-10' }]);
    const option = await write(['grant', 'cancel', { reason: 'x', date: '2024-11-10' }]);
    const other = await write(['convertible', 'cancel', { quantity: '1000', reason: 'x', date: '2024-11-10' }]);
    const later = await split(made);
    for (const each of [certificate, option]) {
      const refused = await takeBack(owner, each);
      expect([refused.status, refused.code, refused.detail]).toEqual([
        409,
        'entry_depended_on',
        expect.stringContaining('plit'),
      ]);
    }
    // The other class was not split.
    expect((await takeBack(owner, other)).status).toBe(200);
    expect((await takeBack(owner, later)).status).toBe(200);
    for (const each of [certificate, option]) expect((await takeBack(owner, each)).status).toBe(200);
    expect(await ledgerFaults(server, owner)).toEqual([]);
  });
});

describe('with the record date of an approved distribution', () => {
  const RECORD = '2024-06-30';
  async function paid() {
    const made = await company();
    const distribution = await given.distribution(made.owner, {
      share_class_ids: [made.common.id],
      record_date: RECORD,
    });
    expect((await approveSeen(made.owner, distribution)).status).toBe(200);
    return made;
  }
  const restricted = async ({ owner, common }: Awaited<ReturnType<typeof company>>) =>
    given.certificate(owner, {
      share_class_id: common.id,
      shareholder_id: (await given.shareholder(owner)).id,
      quantity: '48',
      issue_date: '2024-07-01',
      vesting: { vesting_start: '2023-01-01', months: 48, cliff_months: 12 },
    });
  it('restricted stock of a later day can be voided, though it vests from an earlier day', async () => {
    const made = await paid();
    await restricted(made);
    const entry = await newest(made.owner);
    const reply = await takeBack(made.owner, entry);
    expect([reply.status, reply.text]).toEqual([200, reply.text]);
    expect(await ledgerFaults(server, made.owner)).toEqual([]);
  });
  it('a split that contains restricted stock can be voided', async () => {
    const made = await paid();
    await restricted(made);
    const split = { numerator: '2', denominator: '1', date: '2024-08-01' };
    expect((await made.owner.post(`${made.urls.common}/split`, split)).status).toBe(200);
    const reply = await takeBack(made.owner, await newest(made.owner));
    expect([reply.status, reply.text]).toEqual([200, reply.text]);
    expect(await ledgerFaults(server, made.owner)).toEqual([]);
  });
  it('an import that moves shares of the class on that day cannot be undone', async () => {
    const owner = await signUpCompany(server);
    const objects = [issuer(), holder('ada'), stockClass('common'), stockClass('other')];
    const first = await importObjects(owner, [...objects, issued('s1', 'ada', '1000', { date: RECORD })]);
    const pay = await given.distribution(owner, { share_class_ids: ['common'], record_date: RECORD });
    expect((await approveSeen(owner, pay)).status).toBe(200);
    const refused = await undo(owner, first);
    expect([refused.status, refused.code]).toEqual([409, 'record_date_frozen']);
  });
  it('an import is judged and undone by the days of each class, and options move no stock', async () => {
    const owner = await signUpCompany(server);
    const objects = [issuer(), holder('ada'), stockClass('common'), stockClass('other')];
    await importObjects(owner, [...objects, issued('s1', 'ada', '1000', { date: '2024-01-01' })]);
    const pay = await given.distribution(owner, { share_class_ids: ['common'], record_date: RECORD });
    expect((await approveSeen(owner, pay)).status).toBe(200);
    const second = await importObjects(owner, [
      ...objects,
      issued('s2', 'ada', '10', { date: '2024-07-01' }),
      issued('s3', 'ada', '10', { date: '2024-01-01', stock_class_id: 'other' }),
      granted('o1', 'ada', '10', { date: '2024-01-01', stock_class_id: 'common', stock_plan_id: null }),
    ]);
    expect((second.findings as Row[]).map(({ rule }) => rule)).not.toContain('record_date_frozen');
    const reply = await undo(owner, second);
    expect([reply.status, reply.text]).toEqual([200, reply.text]);
  });
});
