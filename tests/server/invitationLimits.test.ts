// An invitation is a mail that somebody else pays attention to: how many one mailbox, one company and one record get.
import { describe, expect, it } from 'vitest';
import { givenShareholder } from '../support/givens.ts';
import { confirmMailbox, messagesTo, signUp, signUpCompany, unique } from '../support/people.ts';
import type { Person } from '../support/people.ts';
import { useTestServer } from '../support/testServer.ts';

const server = useTestServer();
const invite = (company: Person, holder: Record<string, unknown>) =>
  company.post(`/api/shareholders/${String(holder.id)}/invite`, {});
const later = (hours: number) =>
  server.sql('update invitation set created_at = created_at - make_interval(hours => $1)', [hours]);
const confirm = (person: Person) => confirmMailbox(server, person);

describe('a mailbox', () => {
  it('gets three invitations an hour and ten a day, from all companies together', async () => {
    const email = `often-${unique()}@example.com`;
    const statuses = [];
    for (let hour = 0; hour < 4; hour += 1) {
      for (const company of [await signUpCompany(server), await signUpCompany(server)]) {
        const holder = await givenShareholder(company, { email });
        for (let n = 0; n < 2; n += 1) statuses.push((await invite(company, holder)).status);
      }
      await later(1);
    }
    expect(statuses).toEqual([202, 202, 202, 429, 202, 202, 202, 429, 202, 202, 202, 429, 202, 429, 429, 429]);
    expect(await messagesTo(server, email)).toHaveLength(10);
  });
  it('says when to come again', async () => {
    const company = await signUpCompany(server);
    const holder = await givenShareholder(company);
    for (let n = 0; n < 3; n += 1) await invite(company, holder);
    const reply = await invite(company, holder);
    expect([reply.status, reply.code, reply.detail]).toEqual([429, 'too_many', expect.stringContaining('wait')]);
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(3000);
  });
});

describe('a company', () => {
  it('sends a hundred a day until the mailbox of its owner is confirmed', async () => {
    const company = await signUpCompany(server);
    const [holder, another] = [await givenShareholder(company), await givenShareholder(company)];
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
  it('invites each holder once a day from then on', async () => {
    const company = await signUpCompany(server);
    await confirm(company);
    const [holder, another] = [await givenShareholder(company), await givenShareholder(company)];
    expect([(await invite(company, holder)).status, (await invite(company, holder)).status]).toEqual([202, 429]);
    expect((await invite(company, another)).status).toBe(202);
    await later(24);
    expect((await invite(company, holder)).status).toBe(202);
  });
});

describe('a name that mails carry', () => {
  it.each(['\n', '\r\n', '\t', '\u0007', '\u2028'])('takes no %j', async (mark) => {
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
  it('that came in before is written in one line', async () => {
    const company = await signUpCompany(server);
    await server.sql(`update organization set client_display_name = $2 where client_name = $1`, [
      company.user.client_name,
      'Acme\r\nBcc: everybody@example.com\n\nClick here',
    ]);
    const holder = await givenShareholder(company);
    await invite(company, holder);
    const [mail] = await messagesTo(server, String(holder.email));
    expect(mail).toContain('Acme Bcc: everybody@example.com Click here keeps its shareholder records');
    const rows = await server.sql<{ subject: string }>('select subject from outbox where recipient = $1', [
      holder.email,
    ]);
    expect(rows).toEqual([{ subject: 'Acme Bcc: everybody@example.com Click here invites you to see your shares' }]);
  });
});
