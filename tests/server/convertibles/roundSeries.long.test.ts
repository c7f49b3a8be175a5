// What converts in a round has a series of its own for each price, beside the class of the round.
//
//   8,000,000 common. SAFE-1 500,000 at 5,000,000, SAFE-2 400,000 at 8,000,000 and SAFE-3 250,000 at 5,000,000, all post-money, own
//   10 %, 5 % and 5 % before the money: 10,000,000 shares, and 20,000,000 are 2.00 a share. NOTE-1 has no cap and no discount.
//   SAFE-1 1,000,000 and SAFE-3 500,000 at 0.50, SAFE-2 500,000 at 0.80
import { beforeEach, describe, expect, it } from 'vitest';
import type { RunAnswer } from '#src/contract/scenarios/scenarios.ts';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { signUpCompany } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
const URL = '/api/convertibles/convert-in-round';
const DAY = '2026-03-01';
let owner: Person;
let common: Row;
let preferred: Row;
let safes: Row[];
let fund: Row;

beforeEach(async () => {
  server.setClock('2026-03-02');
  owner = await signUpCompany(server);
  common = await given.shareClass(owner, { name: 'Common', authorized_shares: '20000000' });
  preferred = await given.shareClass(owner, {
    name: 'Series A',
    class_type: 'PREFERRED',
    prefix: 'SA-',
    authorized_shares: '2500000',
    liquidation_preference_multiple: '1',
    votes_per_share: 2,
    seniority: 3,
    converts_to_share_class_id: common.id,
  });
  await given.certificate(owner, { share_class_id: common.id, quantity: '8000000', issue_date: '2024-01-02' });
  const safe = (amount: string, post_money_cap: string) =>
    given.convertible(owner, { amount, date: '2024-02-01', terms: { post_money_cap } });
  safes = [await safe('500000', '5000000'), await safe('400000', '8000000'), await safe('250000', '5000000')];
  fund = await given.shareholder(owner, { first_name: 'Fund' });
});

const round = (extra: Row = {}): Row => ({
  date: DAY,
  share_class_id: preferred.id,
  pre_money: '20000000',
  convertibles: safes.map(({ id }) => ({ id })),
  investors: [{ shareholder_id: fund.id, amount: '5000000' }],
  ...extra,
});
const preview = (extra: Row = {}) => owner.post(URL, round({ ...extra, dry_run: true }));

async function recorded(extra: Row = {}): Promise<Row> {
  const shown = await preview(extra);
  expect([shown.status, shown.text]).toEqual([200, shown.text]);
  const reply = await owner.post(URL, round({ ...extra, preview_hash: shown.body.preview_hash }));
  expect([reply.status, reply.text]).toEqual([200, reply.text]);
  return reply.body;
}
const classes = async () => (await owner.get('/api/share-classes/?sort=["name","ASC"]')).rows;

describe('a round', () => {
  it('shows the series before they are made, and then makes exactly those', async () => {
    const shown = (await preview()).body;
    expect(shown.series).toEqual([
      { name: 'Series A-1', price_per_share: '0.5', shares: '1500000', authorized_shares: '1500000', is_new: true },
      { name: 'Series A-2', price_per_share: '0.8', shares: '500000', authorized_shares: '500000', is_new: true },
    ]);
    expect((shown.conversions as Row[]).map((each) => [each.convertible_number, each.share_class])).toEqual([
      ['SAFE-1', 'Series A-1'],
      ['SAFE-2', 'Series A-2'],
      ['SAFE-3', 'Series A-1'],
    ]);
    expect(shown.charter).toMatchObject({ needed: '2500000', free: '2500000', refusal: null });
    expect((await classes()).map(({ name }) => name)).toEqual(['Common', 'Series A']);
    expect((await preview()).body.preview_hash).toBe(shown.preview_hash);
    const made = await recorded();
    expect(made.series).toEqual(shown.series);
    expect((made.certificates as Row[]).map(({ certificate_number }) => certificate_number)).toEqual([
      'SA1-1',
      'SA2-1',
      'SA1-2',
      'SA-1',
    ]);
    const terms = { votes_per_share: expect.anything(), seniority: 3, liquidation_preference_multiple: '1' };
    const rights = { ...terms, class_type: 'PREFERRED', converts_to_share_class_id: common.id };
    expect(await classes()).toMatchObject([
      { name: 'Common' },
      { ...rights, name: 'Series A', outstanding: '2500000', price_per_share: '2' },
      { ...rights, name: 'Series A-1', outstanding: '1500000', price_per_share: '0.5', conversion_ratio: '1' },
      { ...rights, name: 'Series A-2', outstanding: '500000', price_per_share: '0.8', conversion_ratio: '1' },
    ]);
  });

  it('is the cap table that the preview shows, and stands in the history', async () => {
    const { total_after, ownership } = await recorded();
    const table = (await owner.get(`/api/cap-table/?basis=fully_diluted&as_of=${DAY}`)).body;
    expect(table.total).toBe(total_after);
    const rowsOf = (rows: Row[], total: string) => rows.map((each) => [each.name, each[total]]);
    expect(rowsOf(table.rows as Row[], 'total')).toEqual(rowsOf(ownership as Row[], 'after'));
    const texts = await server.sql<{ text: string }>(`select text from activity where text ~ 'Series A' order by text`);
    expect(texts.map(({ text }) => text)).toEqual(
      expect.arrayContaining([
        'added share class Series A-1',
        expect.stringMatching(/^converted SAFE-3 of .* into 500,000 Series A-1, SA1-2$/),
      ]),
    );
  });

  it('leaves an exit that pays first what was paid in', async () => {
    await recorded();
    const scenario = await given.scenario(owner, { as_of: DAY, steps: [{ kind: 'exit', proceeds: 6_150_000 }] });
    const run = (await owner.post(`/api/scenarios/${String(scenario.id)}/run`, {})).body as unknown as RunAnswer;
    // 5,000,000 + 750,000 + 400,000
    expect(Object.values(run.waterfalls[0]!.paid).sort()).toEqual(['0', '400000', '5000000', '750000']);
  });

  it('has one class where that is chosen, and needs its shares', async () => {
    const { body } = await preview({ converts_into: 'round_class' });
    expect(body.series).toEqual([]);
    expect(body.charter).toMatchObject({ needed: '4500000', refusal: expect.stringContaining('Authorize more first') });
  });

  it('steps over names that are taken, and says that the preview changed when one was', async () => {
    await given.shareClass(owner, { name: 'SERIES A-1', prefix: 'X-' });
    const shown = (await preview()).body;
    expect((shown.series as Row[]).map(({ name }) => name)).toEqual(['Series A-2', 'Series A-3']);
    await given.shareClass(owner, { name: 'Series A-2', prefix: 'Y-' });
    const late = await owner.post(URL, round({ preview_hash: shown.preview_hash }));
    expect(late.code).toBe('preview_changed');
  });

  it('of what converts at its own price adds no class', async () => {
    const note = await given.convertible(owner, { kind: 'NOTE', amount: '100000', date: '2024-02-01', terms: {} });
    const { body } = await preview({ convertibles: [{ id: note.id }] });
    expect([body.series, (body.conversions as Row[])[0]!.share_class]).toEqual([[], 'Series A']);
  });

  it('that was taken back and is recorded again has the series that were left', async () => {
    const first = await recorded();
    const [last] = (await owner.get('/api/transactions/?sort=["seq","DESC"]&range=[0,0]')).rows;
    const undone = await owner.post(`/api/transactions/${String(last!.id)}/void`, { reason: 'Signed later.' });
    expect(undone.status).toBe(200);
    const names = (await classes()).map(({ name }) => name);
    const again = await recorded();
    expect((again.series as Row[]).map(({ name, is_new }) => [name, is_new])).toEqual([
      ['Series A-1', false],
      ['Series A-2', false],
    ]);
    expect(again.ownership).toEqual(first.ownership);
    expect((await classes()).map(({ name }) => name)).toEqual(names);
  });

  it('refuses another word', async () => {
    const reply = await preview({ converts_into: 'common' });
    expect([reply.status, reply.text]).toEqual([422, expect.stringContaining('converts_into')]);
  });

  it('is in an exported package with its series', async () => {
    await recorded();
    const stored = await server.sql<{ name: string; preference: string; price: string; prefix: string }>(
      `select ocf->>'name' as name, ocf->>'liquidation_preference_multiple' as preference, ocf->'price_per_share'->>'amount' as price,
              ocf->>'default_id_prefix' as prefix
       from ocf_object where object_type = 'STOCK_CLASS' and org_id = (select org_id from share_class where id = $1)
         and ocf->>'name' like 'Series A-%' order by 1`,
      [preferred.id],
    );
    expect(stored).toEqual([
      { name: 'Series A-1', preference: '1', price: '0.5', prefix: 'SA1-' },
      { name: 'Series A-2', preference: '1', price: '0.8', prefix: 'SA2-' },
    ]);
  });
});

it('the new money of a round is not retracted alone: what converted at its price would stay', async () => {
  await recorded();
  const { rows } = await owner.get('/api/certificates/');
  const bought = rows.find(({ shareholder_id }) => shareholder_id === fund.id)!;
  const path = `/api/certificates/${String(bought.id)}`;
  expect((await owner.get(path)).body.recorded_by).toMatchObject({ summary: expect.stringMatching(/^Converted /) });
  const reply = await owner.post(`${path}/retract`, { date: DAY, reason: 'x' });
  expect([reply.status, reply.code]).toEqual([409, 'came_from_entry']);
});
