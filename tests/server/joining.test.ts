import { describe, expect, it } from 'vitest';
import { givenCertificate, givenShareholder } from '../support/givens.ts';
import { anyone, codeFor, enter, invitationTo, messagesTo, signUp, signUpCompany } from '../support/people.ts';
import { signUpShareholder, signupBody, unique } from '../support/people.ts';
import type { Person } from '../support/people.ts';
import { resources } from '../../src/resources/index.ts';
import { useTestServer } from '../support/testServer.ts';

const server = useTestServer();
const joinAs = (company: Person, extra = {}) =>
  signUp(server, { account_type: 'shareholder', client_name: company.user.client_name, ...extra });
const requests = async (company: Person) => (await company.get('/api/join-requests/')).rows;

describe('joining a company by its client name', () => {
  it('links nobody, not even under the address, name and phone of a holder’s record (T1)', async () => {
    const company = await signUpCompany(server);
    const holder = await givenShareholder(company);
    await givenCertificate(company, { shareholder_id: holder.id });
    const { email, first_name, last_name } = holder;
    const person = await joinAs(company, { email, first_name, last_name });
    expect(person.user).toMatchObject({ membership_status: 'pending', role: 'shareholder' });
    for (const { path } of resources.filter((each) => each.access.shareholder.actions.includes('read'))) {
      const reply = await person.get(path);
      expect([path, reply.status, reply.rows]).toEqual([path, 200, []]);
    }
  });
  it('waits for staff, who see who asks and say which holder it is', async () => {
    const company = await signUpCompany(server);
    const holder = await givenShareholder(company);
    await givenCertificate(company, { shareholder_id: holder.id });
    const person = await joinAs(company);
    const [request] = await requests(company);
    expect(request).toMatchObject({
      email: person.email,
      first_name: person.user.first_name,
      phone_last4: person.phone.slice(-4),
      status: 'pending',
      invitation_shareholder_id: null,
    });
    const url = `/api/join-requests/${String(request!.id)}`;
    const approved = await company.post(`${url}/approve`, { shareholder_id: holder.id });
    expect([approved.status, approved.body.status]).toEqual([200, 'approved']);
    expect((await person.get('/api/certificates/')).rows).toHaveLength(1);
    expect((await messagesTo(server, person.email))[0]).toContain('confirmed who you are');
    expect((await company.post(`${url}/approve`, { create: true })).status).toBe(409);
  });
  it('may make a new holder of the person', async () => {
    const company = await signUpCompany(server);
    const person = await joinAs(company, { first_name: 'Mary', last_name: 'Somerville' });
    const [request] = await requests(company);
    await company.post(`/api/join-requests/${String(request!.id)}/approve`, { create: true });
    expect((await person.get('/api/shareholders/')).rows).toMatchObject([
      { name: 'Mary Somerville', email: person.email },
    ]);
  });
  it('may be refused, which leaves empty lists and lets the person ask again', async () => {
    const company = await signUpCompany(server);
    const person = await joinAs(company);
    const [request] = await requests(company);
    expect((await company.post(`/api/join-requests/${String(request!.id)}/reject`, {})).body.status).toBe('rejected');
    expect((await person.get('/api/auth/me')).body.user).toMatchObject({ membership_status: 'none' });
    expect((await person.get('/api/certificates/')).rows).toEqual([]);
    expect((await person.post('/api/auth/join', { client_name: company.user.client_name })).status).toBe(202);
    expect((await requests(company)).map((each) => each.status).sort()).toEqual(['pending', 'rejected']);
  });
  it('refuses an unknown holder, one of another company, and one who is linked to somebody else', async () => {
    const [company, other] = [await signUpCompany(server), await signUpCompany(server)];
    const taken = await givenShareholder(company);
    await signUpShareholder(server, company, taken);
    await joinAs(company);
    const url = `/api/join-requests/${String((await requests(company))[0]!.id)}/approve`;
    const foreign = await givenShareholder(other);
    for (const shareholder_id of ['none', foreign.id])
      expect(await company.post(url, { shareholder_id })).toMatchObject({
        status: 422,
        detail: 'Unknown shareholder.',
      });
    expect((await company.post(url, { shareholder_id: taken.id })).status).toBe(409);
    expect((await company.post(url, {})).status).toBe(422);
    expect((await other.post(url, { create: true })).status).toBe(404);
  });
  it('looks the same for a name nobody has until the phone is proved (T8)', async () => {
    const company = await signUpCompany(server);
    const [known, unknown] = [company.user.client_name, `no-such-company-${unique()}`].map((client_name) =>
      signupBody({ account_type: 'shareholder', client_name, client_display_name: undefined }),
    );
    const open = anyone(server);
    const replies = [await open.post('/api/auth/signup', known), await open.post('/api/auth/signup', unknown)];
    expect(replies[0]!.status).toBe(200);
    expect({ ...replies[0]!.body, email: '' }).toEqual({ ...replies[1]!.body, email: '' });
    const code = await codeFor(server, unknown!.phone);
    const proved = await open.post('/api/auth/verify-phone', { email: unknown!.email, code });
    expect([proved.status, proved.body.user]).toMatchObject([200, { membership_status: 'none', client_name: null }]);
  });
  it('lets an account ask five times a day for names', async () => {
    const person = await signUp(server);
    const statuses = [];
    for (let n = 0; n < 6; n += 1)
      statuses.push((await person.post('/api/auth/join', { client_name: `none-${n}` })).status);
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429]);
  });
});

describe('an invitation', () => {
  it('says whom it is for and links a new account under that address at once', async () => {
    const company = await signUpCompany(server);
    const holder = await givenShareholder(company);
    await company.post(`/api/shareholders/${String(holder.id)}/invite`, {});
    const token = await invitationTo(server, String(holder.email));
    const open = await anyone(server).get(`/api/auth/invitations/${token}`);
    expect(open.body).toEqual({
      client_name: company.user.client_name,
      client_display_name: company.user.client_display_name,
      email: holder.email,
      first_name: holder.first_name,
      last_name: holder.last_name,
      kind: 'shareholder',
    });
    const person = await signUp(server, {
      account_type: 'shareholder',
      email: holder.email,
      client_name: undefined,
      client_display_name: undefined,
      invite_token: token,
    });
    expect(person.user).toMatchObject({ membership_status: 'active', client_name: company.user.client_name });
    expect((await person.get('/api/shareholders/')).rows).toMatchObject([{ id: holder.id }]);
    expect((await anyone(server).get(`/api/auth/invitations/${token}`)).status).toBe(404);
  });
  it('links an account that is signed in, when the address is the one it was mailed to', async () => {
    const [company, person] = [await signUpCompany(server), await signUpCompany(server)];
    const holder = await givenShareholder(company, { email: person.email });
    await company.post(`/api/shareholders/${String(holder.id)}/invite`, {});
    const token = await invitationTo(server, person.email);
    const reply = await person.post('/api/auth/accept-invite', { token });
    expect([reply.status, reply.body.user]).toMatchObject([200, { membership_status: 'active' }]);
    await enter(server, person, String(company.user.client_name));
    expect((await person.get('/api/shareholders/')).rows).toMatchObject([{ id: holder.id }]);
    expect((await person.post('/api/auth/accept-invite', { token })).status).toBe(409);
  });
  it('is only a request to join that names the holder, under another address', async () => {
    const company = await signUpCompany(server);
    const holder = await givenShareholder(company);
    await givenCertificate(company, { shareholder_id: holder.id });
    await company.post(`/api/shareholders/${String(holder.id)}/invite`, {});
    const token = await invitationTo(server, String(holder.email));
    const person = await signUp(server, { account_type: 'shareholder', client_name: undefined, invite_token: token });
    expect(person.user.membership_status).toBe('pending');
    expect((await person.get('/api/certificates/')).rows).toEqual([]);
    expect(await requests(company)).toMatchObject([{ invitation_shareholder_id: holder.id, email: person.email }]);
  });
  it('stops working when a newer one is mailed, when it is expired, and was never any other text', async () => {
    const company = await signUpCompany(server);
    const holder = await givenShareholder(company);
    const invite = () => company.post(`/api/shareholders/${String(holder.id)}/invite`, {});
    await invite();
    const older = await invitationTo(server, String(holder.email));
    await invite();
    const newer = await invitationTo(server, String(holder.email));
    await server.sql(`update invitation set expires_at = now() - interval '1 second'`);
    for (const token of [older, newer, 'x'.repeat(43), '%00'])
      expect((await anyone(server).get(`/api/auth/invitations/${token}`)).status).toBe(404);
  });
  it('needs an address in the record, and is refused once the holder has access', async () => {
    const company = await signUpCompany(server);
    const silent = await givenShareholder(company, { email: null });
    expect((await company.post(`/api/shareholders/${String(silent.id)}/invite`, {})).status).toBe(422);
    const holder = await givenShareholder(company);
    await signUpShareholder(server, company, holder);
    expect((await company.post(`/api/shareholders/${String(holder.id)}/invite`, {})).status).toBe(409);
  });
});
