// The mails that tell holders of a distribution: previewed, and sent once to each.
import { beforeEach, describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { approveSeen } from '#tests/support/given.ts';
import { givenMember, messagesTo, signUpCompany, signUpShareholder, unique } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let owner: Person;
let distribution: Row;
let holders: [Row, Row, Row];
let addresses: string[];
const url = (what: string) => `/api/distributions/${String(distribution.id)}/${what}`;
type Answer = { rows: Row[]; holders: number; sent: number; without_address: number; sent_now?: number };
const notices = async (by = owner) => (await by.get(url('notices'))).body as unknown as Answer;
const notify = (by = owner) => by.post(url('notify'), {});
const mailsOfDividend = async (address: string) =>
  (await messagesTo(server, address)).filter((text) => text.includes('Autumn dividend'));

beforeEach(async () => {
  owner = await signUpCompany(server);
  const common = await given.shareClass(owner);
  addresses = [1, 2].map(() => `told-${unique()}@example.com`);
  holders = [
    await given.shareholder(owner, { email: addresses[0] }),
    await given.shareholder(owner, { email: addresses[1] }),
    await given.shareholder(owner, { email: null }),
  ];
  for (const { id } of holders)
    await given.certificate(owner, { shareholder_id: id, share_class_id: common.id, quantity: '1234' });
  distribution = await given.distribution(owner, { name: 'Autumn dividend', share_class_ids: [common.id] });
});

describe('notices of a distribution', () => {
  it('are sent only once something is fixed', async () => {
    expect(await notify()).toMatchObject({ status: 409, body: { code: 'distribution_not_approved' } });
    expect(await notices()).toMatchObject({ rows: [], holders: 0 });
    await owner.post(url('cancel'), {});
    expect((await notify()).status).toBe(409);
  });
  it('are previewed as they are sent, in words without amounts, who has no address first', async () => {
    await approveSeen(owner, distribution);
    const before = await notices();
    expect(before).toMatchObject({ holders: 3, sent: 0, without_address: 1 });
    expect(before.rows[0]).toMatchObject({ shareholder_id: holders[2].id, email: null, sent_at: null });
    const preview = before.rows.find(({ shareholder_id }) => shareholder_id === holders[0].id)!;
    expect(preview.text).toContain('held at the end of 30 June 2024');
    // Nothing is withheld from it.
    expect(preview.text).toContain('The amount, how it was calculated and your voucher are on your page:');
    expect(preview.text).toContain('Your payment was due on 15 July 2024 and is still under way.');
    expect(`${String(preview.subject)} ${String(preview.text)}`).not.toMatch(/617|1,?234|0\.50|\$/);
    expect((await notify()).body).toMatchObject({ sent_now: 2, sent: 2, without_address: 1 });
    const [mail] = await mailsOfDividend(addresses[0]!);
    expect(mail).toBe(preview.text);
    const after = await notices();
    expect(
      after.rows
        .filter(({ sent_at }) => sent_at !== null)
        .map((row) => row.email)
        .sort(),
    ).toEqual(addresses.toSorted());
  });
  it('go out once, also when two people send them at once and again later', async () => {
    await approveSeen(owner, distribution);
    const admin = await givenMember(server, owner, 'admin');
    const answers = await Promise.all([notify(), notify(admin), notify(admin)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers.reduce((sum, { body }) => sum + Number(body.sent_now), 0)).toBe(2);
    for (const address of addresses) expect(await mailsOfDividend(address)).toHaveLength(1);
    // Somebody gets an address later: only they are told.
    const late = `told-${unique()}@example.com`;
    await owner.put(`/api/shareholders/${String(holders[2].id)}`, { email: late });
    expect((await notify()).body).toMatchObject({ sent_now: 1, sent: 3, without_address: 0 });
    expect(await mailsOfDividend(late)).toHaveLength(1);
    for (const address of addresses) expect(await mailsOfDividend(address)).toHaveLength(1);
    expect((await notify()).body).toMatchObject({ sent_now: 0 });
  });
  it('name what holds a payment, and what the holder can do', async () => {
    await owner.put('/api/organization', { require_bank_details: true });
    await approveSeen(owner, distribution);
    const [row] = (await notices()).rows.filter(({ shareholder_id }) => shareholder_id === holders[1].id);
    expect(row!.text).toContain('Enter your bank account on your details page.');
  });
  it('are for who keeps the books; readers see them, holders and strangers do not', async () => {
    await approveSeen(owner, distribution);
    const viewer = await givenMember(server, owner, 'viewer');
    expect((await notices(viewer)).holders).toBe(3);
    expect((await notify(viewer)).status).toBe(403);
    const portal = await signUpShareholder(server, owner, holders[0]);
    for (const reply of [await portal.get(url('notices')), await notify(portal)]) expect(reply.status).toBe(403);
    const foreigner = await signUpCompany(server);
    for (const reply of [await foreigner.get(url('notices')), await notify(foreigner)]) expect(reply.status).toBe(404);
    expect((await notices()).sent).toBe(0);
  });
});
