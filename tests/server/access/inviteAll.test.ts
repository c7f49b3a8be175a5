// Inviting every shareholder who was never invited, in parts that may be repeated; and reminding somebody of an invitation.
import { describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import {
  confirmMailbox,
  givenMember,
  messagesTo,
  signUpCompany,
  signUpShareholder,
  unique,
} from '#tests/support/people.ts';
import { invitationTo, signUp } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
const PATH = '/api/portal/invitations';
const address = () => `all-${unique()}@example.com`;
const outcomes = (rows: Row[]) => Object.fromEntries(rows.map(({ name, outcome }) => [name, outcome]));
const preview = async (by: Person) => (await by.get(PATH)).body.rows as Row[];
const inviteAll = (by: Person, ids: unknown[], headers = {}) => by.post(PATH, { shareholder_ids: ids }, { headers });
const idsOf = (rows: Row[]) => rows.map(({ shareholder_id }) => shareholder_id);
const holderOf = (company: Person, name: string, extra: Row = {}) =>
  given.shareholder(company, { first_name: name, last_name: 'Holder', email: address(), ...extra });

/** A company whose owner's mailbox is confirmed, with one shareholder of each kind. */
async function givenCompany() {
  const company = await signUpCompany(server);
  await confirmMailbox(server, company);
  const shared = address();
  const ready = await holderOf(company, 'Ready');
  await holderOf(company, 'Nomail', { email: null });
  await holderOf(company, 'One', { email: shared });
  await holderOf(company, 'Two', { email: shared.toUpperCase() });
  await holderOf(company, 'Inactive', { is_active: false });
  const invited = await holderOf(company, 'Invited');
  await company.post(`/api/shareholders/${String(invited.id)}/invite`, {});
  const linked = await holderOf(company, 'Linked');
  await signUpShareholder(server, company, linked);
  const broken = await holderOf(company, 'Broken');
  await server.sql(`update shareholder set email = 'a@x.example, b@x.example' where id = $1`, [broken.id]);
  return { company, ready, invited, linked, broken };
}

describe('inviting all', () => {
  it('says beforehand what would happen with each, and mails only who was never invited', async () => {
    const { company, ready } = await givenCompany();
    const before = await preview(company);
    expect(outcomes(before)).toEqual({
      'Ready Holder': 'ready',
      'Nomail Holder': 'no_email',
      'One Holder': 'shared_email',
      'Two Holder': 'shared_email',
      'Invited Holder': 'already_invited',
      'Linked Holder': 'already_linked',
      'Broken Holder': 'invalid_email',
    });
    const done = await inviteAll(company, idsOf(before));
    expect(done.status).toBe(200);
    expect(outcomes(done.body.rows as Row[])).toEqual({ ...outcomes(before), 'Ready Holder': 'invited' });
    expect(await messagesTo(server, String(ready.email))).toHaveLength(1);
    const again = await inviteAll(company, idsOf(before));
    expect(outcomes(again.body.rows as Row[])).toMatchObject({ 'Ready Holder': 'already_invited' });
    expect(await messagesTo(server, String(ready.email))).toHaveLength(1);
    const [row] = (await company.get('/api/audit/')).rows;
    expect(row).toMatchObject({ action: 'invite', summary: 'invited Ready Holder to the portal' });
  });
  it('gives each a link of their own, which works', async () => {
    const company = await signUpCompany(server);
    await confirmMailbox(server, company);
    const holders = [await holderOf(company, 'Ada'), await holderOf(company, 'Grace')];
    await inviteAll(
      company,
      holders.map(({ id }) => id),
    );
    for (const { email, id } of holders) {
      const token = await invitationTo(server, String(email));
      const person = await signUp(server, { account_type: 'shareholder', email, client_name: '', invite_token: token });
      expect((await person.get('/api/shareholders/')).rows.map((row) => row.id)).toEqual([id]);
    }
  });
  it('mails each once, however many ask at the same moment', async () => {
    const company = await signUpCompany(server);
    await confirmMailbox(server, company);
    const staff = await givenMember(server, company, 'staff');
    const holders = await Promise.all(Array.from({ length: 5 }, (_, at) => holderOf(company, `Many${at}`)));
    const ids = holders.map(({ id }) => id);
    const replies = await Promise.all(
      Array.from({ length: 6 }, (_, at) => inviteAll([company, staff][at % 2]!, at % 3 === 0 ? ids.toReversed() : ids)),
    );
    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 200));
    const invited = replies.flatMap(({ body }) => (body.rows as Row[]).filter(({ outcome }) => outcome === 'invited'));
    expect(invited).toHaveLength(5);
    for (const { email } of holders) expect(await messagesTo(server, String(email))).toHaveLength(1);
  });
  it('answers a repeat with the first answer', async () => {
    const company = await signUpCompany(server);
    await confirmMailbox(server, company);
    const { id, email } = await holderOf(company, 'Once');
    const headers = { 'idempotency-key': `all-${unique()}` };
    const [first, again] = [await inviteAll(company, [id], headers), await inviteAll(company, [id], headers)];
    expect(again.body).toEqual(first.body);
    expect(outcomes(again.body.rows as Row[])).toEqual({ 'Once Holder': 'invited' });
    expect(await messagesTo(server, String(email))).toHaveLength(1);
  });
  it('says of whom the mailbox had too many, and invites the others', async () => {
    const [company, other] = [await signUpCompany(server), await signUpCompany(server)];
    await confirmMailbox(server, company);
    await confirmMailbox(server, other);
    const email = address();
    for (const tag of ['a', 'b']) {
      const holder = await holderOf(other, tag, { email: email.replace('@', `+${tag}@`) });
      await other.post(`/api/shareholders/${String(holder.id)}/invite`, {});
    }
    const holders = [await holderOf(company, 'First', { email }), await holderOf(company, 'Second')];
    // The other company's two, and one of a third, are all that the mailbox gets in an hour.
    const third = await signUpCompany(server);
    const elsewhere = await holderOf(third, 'c', { email: email.replace('@', '+c@') });
    await third.post(`/api/shareholders/${String(elsewhere.id)}/invite`, {});
    const { rows } = (
      await inviteAll(
        company,
        holders.map(({ id }) => id),
      )
    ).body as { rows: Row[] };
    expect(rows.map(({ outcome }) => outcome)).toEqual(['too_often', 'invited']);
    expect(rows[0]!.detail).toContain('Please try again');
  });
  it('leaves out whose mailbox another record has, however the address is written', async () => {
    const company = await signUpCompany(server);
    const email = address();
    const holders = [
      await holderOf(company, 'First', { email }),
      await holderOf(company, 'Second', { email: email.replace('@', '+c@') }),
    ];
    const { rows } = (
      await inviteAll(
        company,
        holders.map(({ id }) => id),
      )
    ).body as { rows: Row[] };
    expect(rows.map(({ outcome }) => outcome)).toEqual(['shared_email', 'shared_email']);
  });
  it('leaves out whose access was taken back, and an address with which another holder signs in', async () => {
    const { company, linked } = await givenCompany();
    await company.post(`/api/shareholders/${String(linked.id)}/unlink`, {});
    const other = await holderOf(company, 'Other');
    const person = await signUpShareholder(server, company, other);
    await company.put(`/api/shareholders/${String(other.id)}`, { email: address() });
    const same = await holderOf(company, 'Same', { email: person.email });
    const rows = await preview(company);
    expect(outcomes(rows)).toMatchObject({ 'Linked Holder': 'invited_before', 'Same Holder': 'shared_email' });
    expect(outcomes((await inviteAll(company, [same.id, linked.id])).body.rows as Row[])).toEqual({
      'Linked Holder': 'invited_before',
      'Same Holder': 'shared_email',
    });
  });
  it('finds nothing of another company, and is refused to who only reads', async () => {
    const { company, ready } = await givenCompany();
    const stranger = await signUpCompany(server);
    expect((await inviteAll(stranger, [ready.id])).body.rows).toEqual([
      { shareholder_id: ready.id, name: '', email: null, outcome: 'not_found', detail: null },
    ]);
    expect(await messagesTo(server, String(ready.email))).toEqual([]);
    const viewer = await givenMember(server, company, 'viewer');
    expect([(await viewer.get(PATH)).status, (await inviteAll(viewer, [ready.id])).status]).toEqual([403, 403]);
    const one = await given.shareholder(company, { email: address() });
    const holder = await signUpShareholder(server, company, one);
    expect([(await holder.get(PATH)).status, (await inviteAll(holder, [ready.id])).status]).toEqual([403, 403]);
  });
  it.each([
    ['no ids', []],
    ['more than a hundred', Array.from({ length: 101 }, (_, at) => `h${at}`)],
    ['numbers', [1]],
  ])('refuses %s', async (_what, ids) => {
    const company = await signUpCompany(server);
    expect((await inviteAll(company, ids)).status).toBe(422);
  });
});

describe('a reminder', () => {
  const remind = (by: Person, { id }: Row) => by.post(`/api/shareholders/${String(id)}/remind`, {});
  const later = (hours: number) =>
    server.sql('update invitation set created_at = created_at - make_interval(hours => $1)', [hours]);

  it('is mailed once a day with a new link, which replaces the older one', async () => {
    const company = await signUpCompany(server);
    const holder = await holderOf(company, 'Late');
    await company.post(`/api/shareholders/${String(holder.id)}/invite`, {});
    const old = await invitationTo(server, String(holder.email));
    expect(await remind(company, holder)).toMatchObject({ status: 429, code: 'too_many' });
    await later(23);
    expect((await remind(company, holder)).detail).toContain('You can invite them again in 60 minutes');
    await later(2);
    expect((await remind(company, holder)).status).toBe(202);
    const [mail] = await messagesTo(server, String(holder.email));
    expect(mail).toContain('You have not used the link yet');
    const token = await invitationTo(server, String(holder.email));
    expect(token).not.toBe(old);
    const body = { account_type: 'shareholder', email: holder.email, client_name: '' };
    const person = await signUp(server, { ...body, invite_token: old });
    expect(person.user.membership_status).toBe('none');
    expect((await person.post('/api/auth/accept-invite', { token })).status).toBe(200);
    expect(await remind(company, holder)).toMatchObject({ status: 409, code: 'already_member' });
  });
  it('is sent once of several at the same moment', async () => {
    const company = await signUpCompany(server);
    await confirmMailbox(server, company);
    const holder = await holderOf(company, 'Racing');
    await company.post(`/api/shareholders/${String(holder.id)}/invite`, {});
    await later(25);
    const replies = await Promise.all(Array.from({ length: 6 }, () => remind(company, holder)));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([202, 429, 429, 429, 429, 429]);
  });
  it('needs an open invitation', async () => {
    const company = await signUpCompany(server);
    const holder = await holderOf(company, 'Never');
    expect(await remind(company, holder)).toMatchObject({ status: 409, code: 'not_invited' });
    const stranger = await signUpCompany(server);
    expect((await remind(stranger, holder)).status).toBe(404);
  });
});
