// Two simultaneous calls about the same account or record: one runs first, and the other sees its result.
import { describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { anyone, confirmMailbox, invitationTo, signUp, signUpCompany, unique } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
const TIMES = 8;
const givenCompany = async () => {
  const company = await signUpCompany(server);
  await confirmMailbox(server, company);
  return company;
};
const invite = async (company: Person, holder: Row) => {
  expect((await company.post(`/api/shareholders/${String(holder.id)}/invite`, {})).status).toBe(202);
  return invitationTo(server, String(holder.email));
};
const noCompany = { account_type: 'shareholder', client_name: 'nobody-has-this-name' };
const requestOf = async (company: Person, { email }: { email: string }) =>
  (await company.get('/api/join-requests/')).rows.find((row) => row.email === email)!;
const portalOf = async (company: Person, { id }: Row) =>
  ((await company.get(`/api/shareholders/${String(id)}`)).body as { portal: Row }).portal.state;

describe('two calls at the same time', () => {
  it('accepting two invitations of one company link one record, and ask the company about the other', async () => {
    const company = await givenCompany();
    for (let n = 0; n < TIMES; n += 1) {
      const email = `twin-${unique()}@example.com`;
      const [first, second] = [
        await given.shareholder(company, { email }),
        await given.shareholder(company, { email }),
      ];
      for (const { id } of [first, second]) await given.certificate(company, { shareholder_id: id });
      const tokens = [await invite(company, first), await invite(company, second)];
      const person = await signUp(server, { ...noCompany, email });
      const replies = await Promise.all(tokens.map((token) => person.post('/api/auth/accept-invite', { token })));
      expect(replies.map(({ status }) => status)).toEqual([200, 200]);
      expect(replies.filter(({ body }) => body.message === undefined)).toHaveLength(1);
      const linked = replies[0]!.body.message === undefined ? [first, second] : [second, first];
      expect((await person.get('/api/certificates/')).rows).toMatchObject([{ shareholder_id: linked[0]!.id }]);
      expect([await portalOf(company, first), await portalOf(company, second)].sort()).toEqual(['linked', 'none']);
      expect(await requestOf(company, person)).toMatchObject({
        status: 'pending',
        current_shareholder_id: linked[0]!.id,
        invitation_shareholder_id: linked[1]!.id,
      });
    }
  });
  it('approving a request for one record and accepting an invitation to another keep the link that came first', async () => {
    const company = await givenCompany();
    for (let n = 0; n < TIMES; n += 1) {
      const email = `asks-${unique()}@example.com`;
      const [invited, chosen] = [await given.shareholder(company, { email }), await given.shareholder(company)];
      const token = await invite(company, invited);
      const person = await signUp(server, {
        account_type: 'shareholder',
        email,
        client_name: company.user.client_name,
      });
      const request = await requestOf(company, person);
      const [approved, accepted] = await Promise.all([
        company.post(`/api/join-requests/${String(request.id)}/approve`, { shareholder_id: chosen.id }),
        person.post('/api/auth/accept-invite', { token }),
      ]);
      expect(accepted.status).toBe(200);
      const asked = String(accepted.body.message ?? '').includes('was asked to confirm');
      const states = [await portalOf(company, invited), await portalOf(company, chosen)];
      const { status, shareholder_id } = await requestOf(company, person);
      // The call that came first decides.
      const approvedFirst = [200, undefined, true, 'none', 'linked'];
      const acceptedFirst = [409, 'request_decided', false, 'linked', 'none'];
      const outcome = [approved.status, approved.status === 409 ? approved.code : undefined, asked, ...states];
      expect([approvedFirst, acceptedFirst]).toContainEqual(outcome);
      expect([status, shareholder_id]).toEqual(asked ? ['pending', null] : ['approved', invited.id]);
    }
  });
  it('giving one record to two accounts link one account and refuse the other with 409', async () => {
    const company = await givenCompany();
    for (let n = 0; n < TIMES; n += 1) {
      const email = `owner-${unique()}@example.com`;
      const holder = await given.shareholder(company, { email });
      const token = await invite(company, holder);
      const owner = await signUp(server, { ...noCompany, email });
      const other = await signUp(server, { account_type: 'shareholder', client_name: company.user.client_name });
      const request = await requestOf(company, other);
      const replies = await Promise.all([
        company.post(`/api/join-requests/${String(request.id)}/approve`, { shareholder_id: holder.id }),
        owner.post('/api/auth/accept-invite', { token }),
      ]);
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
      const refused = replies.find(({ status }) => status === 409)!;
      expect(['shareholder_taken', 'invitation_used', 'invitation_withdrawn']).toContain(refused.code);
      expect(await portalOf(company, holder)).toBe('linked');
    }
  });
});

it('approving a request for a record closes the record’s open invitation', async () => {
  const company = await givenCompany();
  const holder = await given.shareholder(company);
  const token = await invite(company, holder);
  const other = await signUp(server, { account_type: 'shareholder', client_name: company.user.client_name });
  const request = await requestOf(company, other);
  const approved = await company.post(`/api/join-requests/${String(request.id)}/approve`, {
    shareholder_id: holder.id,
  });
  expect(approved.status).toBe(200);
  expect((await anyone(server).get(`/api/auth/invitations/${token}`)).status).toBe(404);
});
