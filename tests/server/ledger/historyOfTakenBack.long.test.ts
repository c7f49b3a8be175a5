// A voided act stays in the histories that showed it, marked as taken back. The history names the whole act, not one of
// its entries.
import { beforeEach, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { signUpCompany, signUpShareholder } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let owner: Person;
let common: Row;
let plan: Row;
let eve: Row;
let portal: Person;

beforeEach(async () => {
  owner = await signUpCompany(server);
  common = await given.shareClass(owner, { name: 'Common' });
  plan = await given.equityPlan(owner, { share_class_ids: [common.id], reserved: '10000' });
  eve = await given.shareholder(owner, { first_name: 'Eve', last_name: 'Stone' });
  portal = await signUpShareholder(server, owner, eve);
});

const done = async (path: string, body: object) => {
  const reply = await owner.post(path, body);
  expect([path, reply.text, reply.status < 300]).toEqual([path, reply.text, true]);
  return reply.body;
};
const takeBack = (id: unknown) => done(`/api/transactions/${String(id)}/void`, { reason: 'A slip.' });
const entries = async () => (await owner.get('/api/transactions/?sort=["seq","DESC"]&range=[0,99]')).rows;
const entryOf = async (type: string) => (await entries()).find(({ object_type }) => object_type === type)!.id;
const told = async (path: string, id: unknown, reader = owner) =>
  ((await reader.get(`${path}${String(id)}`)).body.history as Row[]).flatMap(({ text, details }) => [
    String(text),
    ...((details ?? []) as string[]),
  ]);
const activity = async (reader: Person) =>
  ((await reader.get('/api/dashboard')).body.recent_activity as Row[]).map(({ text }) => String(text));

it('a voided issue stays in the history of its class and its plan when nothing is left of the security', async () => {
  const held = await given.certificate(owner, { share_class_id: common.id, quantity: '1000' });
  const sold = (await done(`/api/certificates/${String(held.id)}/transfer`, {
    to_shareholder_id: eve.id,
    quantity: '400',
    date: '2024-02-01',
  })) as { resulting: [Row]; transaction_id: string };
  const bought = sold.resulting[0];
  await done(`/api/certificates/${String(bought.id)}/repurchase`, {
    quantity: '50',
    price_per_share: '1',
    date: '2024-03-01',
    reason: 'Agreed',
  });
  const grant = await given.grant(owner, {
    equity_plan_id: plan.id,
    shareholder_id: eve.id,
    quantity: '77',
    vesting: null,
  });
  const warrant = await given.warrant(owner, { share_class_id: common.id, shareholder_id: eve.id, quantity: '33' });
  await takeBack(await entryOf('TX_STOCK_REPURCHASE'));
  expect(await activity(portal)).toContainEqual(expect.stringMatching(/^took back: Repurchased /));
  await takeBack(sold.transaction_id);
  await takeBack(await entryOf('TX_EQUITY_COMPENSATION_ISSUANCE'));
  await takeBack(await entryOf('TX_WARRANT_ISSUANCE'));
  const ofClass = await told('/api/share-classes/', common.id);
  for (const what of [
    `Repurchased ${String(bought.certificate_number)}`,
    `Issued ${String(bought.certificate_number)}`,
    `Issued ${String(grant.grant_number)}`,
    `Issued ${String(warrant.warrant_number)}`,
  ]) {
    const lines = ofClass.filter((text) => text.includes(what));
    expect([what, lines]).toEqual([what, expect.arrayContaining([expect.stringMatching(/^Taken back, No\. \d+: /)])]);
    const written = lines.filter((text) => text.startsWith(what));
    expect([what, written]).toEqual([what, [expect.stringMatching(/ \(taken back\)$/)]]);
  }
  const ofPlan = await told('/api/equity-plans/', plan.id);
  expect(ofPlan.filter((text) => text.includes(`Issued ${String(grant.grant_number)}`))).toHaveLength(2);
  // An entry that was not taken back is not marked.
  expect(ofClass).toContainEqual(
    expect.stringMatching(new RegExp(`^Issued ${String(held.certificate_number)}: .*[^)]$`)),
  );
});

it('a voided act is named as a whole, whichever of its entries was chosen, to the company and to the holder', async () => {
  await given.grant(owner, { equity_plan_id: plan.id, shareholder_id: eve.id, quantity: '4800' });
  const end = () =>
    done(`/api/shareholders/${String(eve.id)}/terminate`, { date: '2026-01-01', reason: 'VOLUNTARY_OTHER' });
  await end();
  await takeBack(await entryOf('TX_VESTING_START'));
  for (const reader of [owner, portal])
    expect((await activity(reader))[0]).toMatch(/^took back: Ended the service of Eve Stone/);
});

it('a voided split is shown as a split to its holder too, in the history and on the dashboard', async () => {
  const grant = await given.grant(owner, { equity_plan_id: plan.id, shareholder_id: eve.id, quantity: '50' });
  const split = { numerator: '3', denominator: '2', date: '2024-06-30' };
  const { transaction_id } = await done(`/api/share-classes/${String(common.id)}/split`, split);
  await takeBack(transaction_id);
  const { history } = (await portal.get(`/api/grants/${String(grant.id)}`)).body as { history: Row[] };
  expect(history.map(({ text }) => text).filter((text) => !String(text).startsWith('Vesting'))).toEqual([
    'Taken back: Split of Common 3 for 2',
    'Split of Common 3 for 2 (taken back)',
    expect.stringMatching(/^Issued /),
  ]);
  expect((await activity(portal)).slice(0, 2)).toEqual([
    'took back: Split of Common 3 for 2',
    'split Common 3 for 2 on 2024-06-30',
  ]);
});

it('a voided entry still shows when it was made', async () => {
  await given.certificate(owner, { share_class_id: common.id, quantity: '10' });
  const id = await entryOf('TX_STOCK_ISSUANCE');
  await takeBack(id);
  expect(await told('/api/transactions/', id)).toEqual([
    expect.stringMatching(/^took back: Issued .* A slip\.$/),
    'entered in the ledger',
  ]);
});
