// What staff learn about a person who asks to join, before they choose the holder.
import { describe, expect, it } from 'vitest';
import * as given from '#tests/support/given.ts';
import { confirmMailbox, signUp, signUpCompany } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
const joinAs = (company: Person, extra = {}) =>
  signUp(server, { account_type: 'shareholder', client_name: company.user.client_name, ...extra });
const requests = async (company: Person) => (await company.get('/api/join-requests/')).rows;

describe('a request to join', () => {
  it('names the only unlinked record with the requester’s address, and none when two have it', async () => {
    const company = await signUpCompany(server);
    const [holder, twin] = [await given.shareholder(company), await given.shareholder(company)];
    await joinAs(company, { email: String(holder.email).toUpperCase() });
    const named = async () => (await requests(company))[0]!.email_shareholder_id;
    expect(await named()).toBe(holder.id);
    const { body } = await company.put(`/api/shareholders/${String(twin.id)}`, { email: holder.email });
    expect([body.email, await named()]).toEqual([holder.email, null]);
  });
  it('shows whether the mailbox and the phone are proved', async () => {
    const company = await signUpCompany(server);
    const person = await joinAs(company);
    expect((await requests(company))[0]).toMatchObject({ email_verified: false, phone_verified: true });
    await confirmMailbox(server, person);
    const filter = encodeURIComponent('{"email_verified":true}');
    expect((await company.get(`/api/join-requests/?filter=${filter}`)).rows).toMatchObject([
      { email: person.email, email_verified: true },
    ]);
  });
});
