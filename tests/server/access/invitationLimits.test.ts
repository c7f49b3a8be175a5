// An invitation is a mail to somebody else. These are the limits for one mailbox, one company and one record.
import { describe, expect, it } from 'vitest';
import * as given from '#tests/support/given.ts';
import {
  caller,
  confirmMailbox,
  messagesTo,
  ownAddress,
  signIn,
  signUp,
  signUpCompany,
} from '#tests/support/people.ts';
import { signUpShareholder, unique } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
const invite = (company: Person, holder: Record<string, unknown>) =>
  company.post(`/api/shareholders/${String(holder.id)}/invite`, {});
const later = (hours: number) =>
  server.sql('update invitation set created_at = created_at - make_interval(hours => $1)', [hours]);
const confirm = (person: Person) => confirmMailbox(server, person);

const confirmedCompany = async () => {
  const company = await signUpCompany(server);
  await confirm(company);
  return company;
};
/** Invites new records under this address and returns the statuses. */
const inviteTimes = async (company: Person, times: number, email: string) => {
  const statuses = [];
  for (let n = 0; n < times; n += 1)
    statuses.push((await invite(company, await given.shareholder(company, { email }))).status);
  return statuses;
};

describe('a mailbox', () => {
  it('gets at most three invitations an hour and ten a day, of these two and six from one company', async () => {
    const email = `often-${unique()}@example.com`;
    const [one, other] = [await confirmedCompany(), await confirmedCompany()];
    const statuses = [];
    for (let hour = 0; hour < 5; hour += 1) {
      for (const company of [one, other]) statuses.push(...(await inviteTimes(company, 3, email)));
      await later(1);
    }
    const [hourly, lastOfOne] = [
      [202, 202, 429, 202, 429, 429],
      [429, 429, 429, 202, 429, 429],
    ];
    expect(statuses).toEqual([...hourly, ...hourly, ...hourly, ...lastOfOne, 429, 429, 429, 429, 429, 429]);
    expect(await messagesTo(server, email)).toHaveLength(10);
  });
  it('cannot be used up for a company by other companies, and a refusal does not mention them', async () => {
    const email = `wanted-${unique()}@example.com`;
    const others = [await signUpCompany(server), await signUpCompany(server), await signUpCompany(server)];
    const statuses = [];
    for (const other of others) statuses.push(...(await inviteTimes(other, 2, email)));
    // One unconfirmed company leaves room for another; all unconfirmed ones together leave room for a confirmed one.
    expect(statuses).toEqual([202, 429, 202, 429, 429, 429]);
    const company = await confirmedCompany();
    expect(await inviteTimes(company, 1, email)).toEqual([202]);
    const another = `also-${unique()}@example.com`;
    expect(await inviteTimes(await confirmedCompany(), 3, another)).toEqual([202, 202, 429]);
    expect(await inviteTimes(company, 1, another)).toEqual([202]);
    const reply = await invite(company, await given.shareholder(company, { email: another }));
    expect(reply.detail).toMatch(/^We cannot send mail to this address now\. Please try again in \d+ minutes\.$/);
  });
  it('is the same mailbox under all its plus-addresses and Gmail spellings', async () => {
    const company = await signUpCompany(server);
    const statuses = [];
    for (const name of ['victim', 'victim+1', 'Victim+1+2', 'vic'])
      statuses.push(...(await inviteTimes(company, 1, `${name}@plus-${company.user.client_name}.example`)));
    expect(statuses).toEqual([202, 429, 429, 202]);
    const other = await signUpCompany(server);
    const box = `victim.of${unique()}`;
    const forms = [`${box}@gmail.com`, `${box.replace('.', '')}@gmail.com`, `v.i.${box.slice(2)}+x@googlemail.com`];
    expect(await Promise.all(forms.map(async (form) => (await inviteTimes(other, 1, form))[0]))).toEqual(
      expect.arrayContaining([202, 429, 429]),
    );
  });
  it('that is used up gets a refusal that says when to try again', async () => {
    const company = await signUpCompany(server);
    const holder = await given.shareholder(company);
    await invite(company, holder);
    const reply = await invite(company, holder);
    expect([reply.status, reply.code, reply.detail]).toEqual([
      429,
      'too_many',
      expect.stringMatching(/try again in 60 minutes, or confirm your own email address/),
    ]);
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(3000);
  });
});

describe('a company', () => {
  it('may send a hundred invitations a day until its owner’s mailbox is confirmed', async () => {
    const company = await signUpCompany(server);
    const [holder, another] = [await given.shareholder(company), await given.shareholder(company)];
    await invite(company, holder);
    await server.sql(
      `insert into invitation (org_id, id, token_hash, shareholder_id, email, created_by, expires_at)
       select org_id, gen_random_uuid(), sha256(n::text::bytea), shareholder_id, n || '@example.com', created_by, now() from invitation, generate_series(1, 99) n
       where shareholder_id = $1`,
      [holder.id],
    );
    const refused = await invite(company, another);
    expect([refused.status, refused.detail]).toEqual([429, expect.stringContaining('Confirm your own email address')]);
    await confirm(company);
    expect((await invite(company, another)).status).toBe(202);
  });
  it('shares its limit with the other companies of one owner until the owner’s mailbox is confirmed', async () => {
    const owner = await signUpCompany(server);
    const companies = [owner];
    for (let n = 0; n < 2; n += 1) {
      const name = `budget-${unique()}`;
      const token = await signIn(server, owner);
      const names = { client_name: name, client_display_name: name };
      const reply = await caller(server, () => token, ownAddress()).post('/api/organization', names);
      expect(reply.status).toBe(201);
      companies.push({ ...owner, ...caller(server, () => String(reply.body.access_token), ownAddress()) });
    }
    const email = `one-owner-${unique()}@example.com`;
    const statuses = [];
    for (const company of companies) statuses.push(...(await inviteTimes(company, 1, email)));
    expect(statuses).toEqual([202, 429, 429]);
    // The limit is a hundred a day over all the owner's companies.
    const holder = await given.shareholder(companies[1]!);
    expect((await invite(companies[1]!, holder)).status).toBe(202);
    await server.sql(
      `insert into invitation (org_id, id, token_hash, shareholder_id, email, created_by, expires_at)
       select org_id, gen_random_uuid(), sha256(('budget' || n)::bytea), shareholder_id, n || '@budget.example', created_by, now()
       from invitation, generate_series(1, 98) n where shareholder_id = $1`,
      [holder.id],
    );
    const refused = await invite(companies[2]!, await given.shareholder(companies[2]!));
    expect([refused.status, refused.detail]).toEqual([429, expect.stringContaining('Confirm your own email address')]);
    await confirm(owner);
    expect((await invite(companies[2]!, await given.shareholder(companies[2]!))).status).toBe(202);
  });
  it('may invite a holder again whose invitation was accepted or ended', async () => {
    const company = await confirmedCompany();
    const holder = await given.shareholder(company);
    const url = `/api/shareholders/${String(holder.id)}`;
    await signUpShareholder(server, company, holder);
    expect((await company.post(`${url}/unlink`, {})).status).toBe(200);
    expect((await invite(company, holder)).status).toBe(202);
    const [wrong, other] = [await given.shareholder(company), `right-${unique()}@example.com`];
    expect((await invite(company, wrong)).status).toBe(202);
    for (const email of [other, wrong.email])
      expect((await company.put(`/api/shareholders/${String(wrong.id)}`, { email })).status).toBe(200);
    expect((await invite(company, wrong)).status).toBe(202);
    const away = await given.shareholder(company);
    expect((await invite(company, away)).status).toBe(202);
    for (const is_active of [false, true])
      expect((await company.put(`/api/shareholders/${String(away.id)}`, { is_active })).status).toBe(200);
    expect((await invite(company, away)).status).toBe(202);
  });
  it('may repeat a pending invitation once a day', async () => {
    const company = await signUpCompany(server);
    await confirm(company);
    const [holder, another] = [await given.shareholder(company), await given.shareholder(company)];
    expect([(await invite(company, holder)).status, (await invite(company, holder)).status]).toEqual([202, 429]);
    expect((await invite(company, another)).status).toBe(202);
    await later(24);
    expect((await invite(company, holder)).status).toBe(202);
  });
});

describe('a name used in mails', () => {
  it.each(['\n', '\r\n', '\t', '\u0007', '\u2028'])('refuses %j', async (mark) => {
    const company = await signUpCompany(server);
    const name = `Evil${mark}Bcc: everybody@example.com`;
    const organization = await company.put('/api/organization', { client_display_name: name });
    const holder = await company.post('/api/shareholders/', { type: 'individual', first_name: name, last_name: 'x' });
    const thread = await company.post('/api/messaging/threads', { subject: name, body: 'x', shareholder_ids: 'all' });
    for (const [reply, field] of [
      [organization, 'client_display_name'],
      [holder, 'first_name'],
      [thread, 'subject'],
    ] as const)
      expect([field, reply.status, reply.body.errors]).toEqual([
        field,
        422,
        [{ field, message: expect.stringContaining('one line') }],
      ]);
    await expect(signUp(server, { client_display_name: name })).rejects.toThrow(/one line/);
    await expect(signUp(server, { first_name: name })).rejects.toThrow(/one line/);
  });
  it('that was stored with line breaks earlier is mailed on one line', async () => {
    const company = await signUpCompany(server);
    await server.sql(`update organization set client_display_name = $2 where client_name = $1`, [
      company.user.client_name,
      'Acme\r\nBcc: everybody@example.com\n\nClick here',
    ]);
    const holder = await given.shareholder(company);
    await invite(company, holder);
    const [mail] = await messagesTo(server, String(holder.email));
    expect(mail).toContain('Acme Bcc: everybody@example. com Click here keeps its shareholder records');
    const rows = await server.sql<{ subject: string }>(
      `select details ->> 'subject' as subject from job where details ->> 'recipient' = $1`,
      [holder.email],
    );
    expect(rows).toEqual([{ subject: 'Acme Bcc: everybody@example. com Click here invites you to see your shares' }]);
  });
});
