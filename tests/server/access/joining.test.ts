import { describe, expect, it } from 'vitest';
import * as given from '#tests/support/given.ts';
import type { Row } from '#server/db/database.ts';
import { importZip, packageFiles, zipOf } from '#tests/support/packages.ts';
import { anyone, caller, codeFor, enter, invitationTo, messagesTo, signIn, signUp } from '#tests/support/people.ts';
import { confirmMailbox, signUpCompany } from '#tests/support/people.ts';
import { givenMember, signUpShareholder, signupBody, unique } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { resources } from '#src/resources/index.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
const ISSUER = {
  object_type: 'ISSUER',
  id: 'issuer',
  legal_name: 'Acme, Inc.',
  formation_date: '2020-01-01',
  country_of_formation: 'US',
};
const joinAs = (company: Person, extra = {}) =>
  signUp(server, { account_type: 'shareholder', client_name: company.user.client_name, ...extra });
const requests = async (company: Person) => (await company.get('/api/join-requests/')).rows;

describe('joining a company by its client name', () => {
  it('links nobody, not even under the address and name of a holder’s record (T1)', async () => {
    const company = await signUpCompany(server);
    const holder = await given.shareholder(company);
    await given.certificate(company, { shareholder_id: holder.id });
    const { email, first_name, last_name } = holder;
    const person = await joinAs(company, { email, first_name, last_name });
    expect(person.user).toMatchObject({ membership_status: 'pending', role: 'shareholder' });
    for (const { path } of resources.filter((each) => each.access.shareholder.actions.includes('read'))) {
      const reply = await person.get(path);
      expect([path, reply.status, reply.rows]).toEqual([path, 200, []]);
    }
  });
  it('waits for staff, who see who asks and choose the holder', async () => {
    const company = await signUpCompany(server);
    const holder = await given.shareholder(company);
    await given.certificate(company, { shareholder_id: holder.id });
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
    const history = (await company.get(url)).body.history as Row[];
    expect(history.map(({ actor, text }) => [actor, text])).toEqual([
      ['You', `gave access as ${String(holder.name)}`],
      [`${String(person.user.first_name)} ${String(person.user.last_name)}`, 'asked to join'],
    ]);
  });
  it('may be approved by creating a new holder for the person', async () => {
    const company = await signUpCompany(server);
    const person = await joinAs(company, { first_name: 'Mary', last_name: 'Somerville' });
    const [request] = await requests(company);
    await company.post(`/api/join-requests/${String(request!.id)}/approve`, { create: true });
    expect((await person.get('/api/shareholders/')).rows).toMatchObject([
      { name: 'Mary Somerville', email: person.email },
    ]);
  });
  it('may be rejected: the lists stay empty, and the person may ask again', async () => {
    const company = await signUpCompany(server);
    const person = await joinAs(company);
    const [request] = await requests(company);
    expect((await company.post(`/api/join-requests/${String(request!.id)}/reject`, {})).body.status).toBe('rejected');
    expect((await person.get('/api/auth/me')).body.user).toMatchObject({ membership_status: 'none' });
    expect((await person.get('/api/certificates/')).rows).toEqual([]);
    const mistyped = await person.post('/api/auth/join', { client_name: 'no-such-company' });
    const named = 'No company uses the client name “no-such-company”. Ask its administrator for the exact one.';
    expect([mistyped.status, mistyped.detail]).toEqual([422, named]);
    expect((await person.post('/api/auth/join', { client_name: company.user.client_name })).status).toBe(202);
    expect((await requests(company)).map((each) => each.status).sort()).toEqual(['pending', 'rejected']);
  });
  it('cannot be approved for an unknown holder, one of another company, or one linked to somebody else', async () => {
    const [company, other] = [await signUpCompany(server), await signUpCompany(server)];
    const taken = await given.shareholder(company);
    await signUpShareholder(server, company, taken);
    await joinAs(company);
    const url = `/api/join-requests/${String((await requests(company))[0]!.id)}/approve`;
    const foreign = await given.shareholder(other);
    for (const shareholder_id of ['none', foreign.id])
      expect(await company.post(url, { shareholder_id })).toMatchObject({
        status: 422,
        detail: 'Unknown shareholder.',
      });
    expect((await company.post(url, { shareholder_id: taken.id })).status).toBe(409);
    expect((await company.post(url, {})).status).toBe(422);
    expect((await other.post(url, { create: true })).status).toBe(404);
  });
  it('gets the same answer for an unknown client name until the phone is proved (T8)', async () => {
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
  it('is limited to five unknown names a day for one account', async () => {
    const person = await signUp(server);
    const statuses = [];
    for (let n = 0; n < 6; n += 1)
      statuses.push((await person.post('/api/auth/join', { client_name: `none-${n}` })).status);
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429]);
  });
});

describe('an invitation', () => {
  it('says whom it is for, and links a new account under that address at once', async () => {
    const company = await signUpCompany(server);
    const holder = await given.shareholder(company);
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
  it('links a signed-in account whose address is the one it was mailed to', async () => {
    const [company, person] = [await signUpCompany(server), await signUpCompany(server)];
    const holder = await given.shareholder(company, { email: person.email });
    await company.post(`/api/shareholders/${String(holder.id)}/invite`, {});
    const token = await invitationTo(server, person.email);
    const reply = await person.post('/api/auth/accept-invite', { token });
    expect([reply.status, reply.body.user]).toMatchObject([200, { membership_status: 'active' }]);
    await enter(server, person, String(company.user.client_name));
    expect((await person.get('/api/shareholders/')).rows).toMatchObject([{ id: holder.id }]);
    expect((await person.post('/api/auth/accept-invite', { token })).status).toBe(409);
  });
  it('becomes a request to join that names the holder when the account has another address', async () => {
    const company = await signUpCompany(server);
    const holder = await given.shareholder(company);
    await given.certificate(company, { shareholder_id: holder.id });
    await company.post(`/api/shareholders/${String(holder.id)}/invite`, {});
    const token = await invitationTo(server, String(holder.email));
    const person = await signUp(server, { account_type: 'shareholder', client_name: undefined, invite_token: token });
    expect(person.user.membership_status).toBe('pending');
    expect((await person.get('/api/certificates/')).rows).toEqual([]);
    expect(await requests(company)).toMatchObject([{ invitation_shareholder_id: holder.id, email: person.email }]);
  });
  it('stops working when a newer one is mailed or it expires, and an invented token does not work', async () => {
    const company = await signUpCompany(server);
    const holder = await given.shareholder(company);
    const invite = () => company.post(`/api/shareholders/${String(holder.id)}/invite`, {});
    await invite();
    const older = await invitationTo(server, String(holder.email));
    await server.sql(`update invitation set created_at = created_at - interval '1 day' where shareholder_id = $1`, [
      holder.id,
    ]);
    expect((await invite()).status).toBe(202);
    const newer = await invitationTo(server, String(holder.email));
    await server.sql(`update invitation set expires_at = now() - interval '1 second'`);
    for (const token of [older, newer, 'x'.repeat(43), '%00'])
      expect((await anyone(server).get(`/api/auth/invitations/${token}`)).status).toBe(404);
  });
  it('needs an address on the record, and is refused once the holder has access', async () => {
    const company = await signUpCompany(server);
    const silent = await given.shareholder(company, { email: null });
    expect((await company.post(`/api/shareholders/${String(silent.id)}/invite`, {})).status).toBe(422);
    const holder = await given.shareholder(company);
    await signUpShareholder(server, company, holder);
    expect((await company.post(`/api/shareholders/${String(holder.id)}/invite`, {})).status).toBe(409);
  });
});

const inviteTo = async (company: Person, holder: Row) => {
  expect((await company.post(`/api/shareholders/${String(holder.id)}/invite`, {})).status).toBe(202);
  return invitationTo(server, String(holder.email));
};
const edit = (company: Person, holder: Row, change: Row) =>
  company.put(`/api/shareholders/${String(holder.id)}`, change);
const certificatesOf = async (person: Person) => (await person.get('/api/certificates/')).rows;

describe('access to a record', () => {
  it('is not given by an invitation to an address that was corrected since', async () => {
    const company = await signUpCompany(server);
    const holder = await given.shareholder(company);
    await given.certificate(company, { shareholder_id: holder.id });
    const token = await inviteTo(company, holder);
    await edit(company, holder, { email: `right-${unique()}@example.com` });
    expect((await anyone(server).get(`/api/auth/invitations/${token}`)).status).toBe(404);
    const stranger = await signUpCompany(server, { email: holder.email });
    expect((await stranger.post('/api/auth/accept-invite', { token })).status).toBe(409);
    expect(await requests(company)).toEqual([]);
  });
  it('is not given by an invitation to an address that an import corrected since', async () => {
    const company = await signUpCompany(server);
    const bring = async (email_address: string) =>
      importZip(
        company,
        await zipOf(
          packageFiles([
            ISSUER,
            {
              object_type: 'STAKEHOLDER',
              id: 'grace',
              name: { legal_name: 'Grace Hopper' },
              stakeholder_type: 'INDIVIDUAL',
              contact_info: { emails: [{ email_type: 'PERSONAL', email_address }] },
            },
          ]),
        ),
        'take=theirs',
      );
    const wrong = `wrong-${unique()}@example.com`;
    expect((await bring(wrong)).body.applied).toBe(true);
    const token = await inviteTo(company, { id: 'grace', email: wrong });
    expect((await bring(`right-${unique()}@example.com`)).body.applied).toBe(true);
    expect((await anyone(server).get(`/api/auth/invitations/${token}`)).status).toBe(404);
  });
  it('is still given by the invitation after an edit that changes only the case of the address', async () => {
    const company = await signUpCompany(server);
    const holder = await given.shareholder(company);
    const token = await inviteTo(company, holder);
    await edit(company, holder, { city: 'Berlin', email: String(holder.email).toUpperCase() });
    expect((await anyone(server).get(`/api/auth/invitations/${token}`)).status).toBe(200);
  });
  it('ends on the next call when the holder is set inactive, in this company only', async () => {
    const [company, other] = [await signUpCompany(server), await signUpCompany(server)];
    const holder = await given.shareholder(company);
    await given.certificate(company, { shareholder_id: holder.id });
    const person = await signUpShareholder(server, company, holder);
    const elsewhere = await given.shareholder(other, { email: person.email });
    await person.post('/api/auth/accept-invite', { token: await inviteTo(other, elsewhere) });
    const second = await signIn(server, person);
    const abroad = caller(server, () => second);
    const moved = await abroad.post('/api/auth/switch', { client_name: other.user.client_name });
    const inOther = caller(server, () => String(moved.body.access_token));
    await edit(company, holder, { is_active: false });
    expect((await person.get('/api/certificates/')).status).toBe(401);
    expect((await inOther.get('/api/shareholders/')).rows).toMatchObject([{ id: elsewhere.id }]);
    const me = (await inOther.get('/api/auth/me')).body as { memberships: Row[] };
    expect(me.memberships.map(({ client_name }) => client_name)).toEqual([other.user.client_name]);
    expect((await inOther.post('/api/auth/switch', { client_name: company.user.client_name })).status).toBe(404);
    const again = await signIn(server, person);
    expect((await caller(server, () => again).get('/api/auth/me')).body.active).toBe(other.user.client_name);
  });
  it('is not given to an inactive holder, and returns when the holder is active again', async () => {
    const company = await signUpCompany(server);
    const holder = await given.shareholder(company);
    const invited = await given.shareholder(company);
    const token = await inviteTo(company, invited);
    const person = await signUpShareholder(server, company, holder);
    for (const each of [holder, invited]) await edit(company, each, { is_active: false });
    expect((await anyone(server).get(`/api/auth/invitations/${token}`)).status).toBe(404);
    expect(await company.post(`/api/shareholders/${String(holder.id)}/invite`, {})).toMatchObject({
      status: 409,
      code: 'shareholder_inactive',
    });
    await joinAs(company);
    const url = `/api/join-requests/${String((await requests(company))[0]!.id)}/approve`;
    expect(await company.post(url, { shareholder_id: invited.id })).toMatchObject({ code: 'shareholder_inactive' });
    await edit(company, holder, { is_active: true });
    const back = await signIn(server, person);
    expect((await caller(server, () => back).get('/api/shareholders/')).rows).toMatchObject([{ id: holder.id }]);
  });
  it('returns with the holder also when the person asked to join meanwhile, even if the request was rejected', async () => {
    for (const isRejected of [false, true]) {
      const company = await signUpCompany(server);
      const holder = await given.shareholder(company);
      await given.certificate(company, { shareholder_id: holder.id });
      const person = await signUpShareholder(server, company, holder);
      await edit(company, holder, { is_active: false });
      const token = await signIn(server, person);
      const back = caller(server, () => token);
      const asked = await back.post('/api/auth/join', { client_name: company.user.client_name });
      expect(asked.status).toBe(202);
      expect((await back.get(`/api/certificates/`)).rows).toEqual([]);
      const [request] = await requests(company);
      expect(request).toMatchObject({ status: 'pending', current_shareholder_id: null });
      if (isRejected) await company.post(`/api/join-requests/${String(request!.id)}/reject`, {});
      await edit(company, holder, { is_active: true });
      const later = await signIn(server, person);
      const again = caller(server, () => later);
      expect((await again.get('/api/auth/me')).body.user).toMatchObject({ membership_status: 'active' });
      expect((await again.get('/api/certificates/')).rows).toHaveLength(1);
      expect((await company.get(`/api/join-requests/${String(request!.id)}`)).body.status).toBe(
        isRejected ? 'rejected' : 'approved',
      );
    }
  });
  it('ends when the account is unlinked; the record can be invited again under any address', async () => {
    const company = await signUpCompany(server);
    const holder = await given.shareholder(company);
    await given.certificate(company, { shareholder_id: holder.id });
    const wrong = await signUpShareholder(server, company, holder);
    const url = `/api/shareholders/${String(holder.id)}`;
    expect((await company.get(url)).body.portal).toMatchObject({ state: 'linked', email: wrong.email });
    expect((await wrong.get(url)).body).not.toHaveProperty('portal');
    expect((await wrong.post(`${url}/unlink`, {})).status).toBe(403);
    const reply = await company.post(`${url}/unlink`, { reason: 'the wrong Grace' });
    expect([reply.status, reply.body.portal]).toMatchObject([200, { state: 'none' }]);
    expect((await wrong.get('/api/certificates/')).status).toBe(401);
    const later = await signIn(server, wrong);
    expect((await caller(server, () => later).get('/api/certificates/')).rows).toEqual([]);
    expect((await company.post(`${url}/unlink`, {})).code).toBe('not_linked');
    expect((await company.get(url)).body.history).toMatchObject([
      { text: expect.stringMatching(/^unlinked the account of .*: the wrong Grace$/) },
      { text: expect.stringMatching(/^accepted the invitation to /) },
      {},
      { text: expect.stringMatching(/^Issued /) },
      {},
    ]);
    await edit(company, holder, { email: `right-${unique()}@example.com` });
    const right = await signUpShareholder(server, company, (await company.get(url)).body);
    expect(await certificatesOf(right)).toHaveLength(1);
  });
  it('that was unlinked is offered again to the address staff entered, not to one the holder entered', async () => {
    const company = await signUpCompany(server);
    await confirmMailbox(server, company);
    const holder = await given.shareholder(company);
    const wrong = await signUpShareholder(server, company, holder);
    const url = `/api/shareholders/${String(holder.id)}`;
    const { version } = (await wrong.get(url)).body;
    expect((await wrong.put(url, { email: `evil-${unique()}@example.com`, version })).status).toBe(200);
    const unlinked = await company.post(`${url}/unlink`, { reason: 'the wrong person' });
    expect(unlinked.body).toMatchObject({ email: holder.email, portal: { state: 'none' } });
    const { email: restored, history } = (await company.get(url)).body as { email: string; history: Row[] };
    expect(restored).toBe(holder.email);
    expect(history[0]!.text).toContain('the address is again the one the company entered');
    expect((await company.post(`${url}/invite`, {})).body.message).toContain(String(holder.email));
    // An address that staff entered stays, even if the holder had changed it before.
    const person = await signUpShareholder(server, company, await given.shareholder(company));
    const own = (await person.get('/api/shareholders/')).rows[0]!;
    const ownUrl = `/api/shareholders/${String(own.id)}`;
    await person.put(ownUrl, { email: `moved-${unique()}@example.com`, version: own.version });
    const email = `corrected-${unique()}@example.com`;
    await company.put(ownUrl, { email, version: Number(own.version) + 1 });
    expect((await company.post(`${ownUrl}/unlink`, {})).body.email).toBe(email);
  });
  it('that is given while staff have the form open does not fail their save', async () => {
    const company = await signUpCompany(server);
    const holder = await given.shareholder(company);
    const url = `/api/shareholders/${String(holder.id)}`;
    await company.post(`${url}/invite`, {});
    const read = (await company.get(url)).body;
    await signUp(server, {
      account_type: 'shareholder',
      email: holder.email,
      client_name: '',
      invite_token: await invitationTo(server, String(holder.email)),
    });
    const saved = await company.put(url, { ...read, city: 'Berlin' });
    expect([saved.status, saved.body.city]).toEqual([200, 'Berlin']);
    expect((await company.get(url)).body.portal).toMatchObject({ state: 'linked' });
  });
  it('of a person who also works for the company ends without ending their role', async () => {
    const company = await signUpCompany(server);
    const holder = await given.shareholder(company, { email: company.email });
    // The record of the own address is linked when it is typed in.
    const url = `/api/shareholders/${String(holder.id)}`;
    expect((await company.get(url)).body.portal).toMatchObject({ state: 'linked' });
    const unlinked = await company.post(`${url}/unlink`, {});
    expect([unlinked.status, unlinked.body.portal]).toMatchObject([200, { state: 'none' }]);
    expect((await company.get('/api/auth/me')).body.user).toMatchObject({ role: 'owner', membership_status: 'active' });
  });
});

describe('an invitation that a member of the company opens under another address', () => {
  it('asks the company; approval links the record and keeps the member’s role', async () => {
    const company = await signUpCompany(server);
    const colleague = await givenMember(server, company, 'staff');
    const holder = await given.shareholder(company);
    await colleague.post('/api/auth/accept-invite', { token: await inviteTo(company, holder) });
    const [request] = await requests(company);
    expect(request).toMatchObject({ invitation_shareholder_id: holder.id, current_shareholder_id: null });
    await company.post(`/api/join-requests/${String(request!.id)}/approve`, { shareholder_id: holder.id });
    const { portal } = (await company.get(`/api/shareholders/${String(holder.id)}`)).body;
    expect(portal).toMatchObject({ state: 'linked', email: colleague.email });
    expect((await colleague.get('/api/auth/me')).body.user).toMatchObject({
      role: 'staff',
      membership_status: 'active',
    });
  });
});

describe('a second invitation in one company', () => {
  const twoRecords = async () => {
    const company = await signUpCompany(server);
    const email = `twice-${unique()}@example.com`;
    const [first, second] = [await given.shareholder(company, { email }), await given.shareholder(company, { email })];
    for (const { id } of [first, second]) await given.certificate(company, { shareholder_id: id });
    return { company, first, second, person: await signUpShareholder(server, company, first) };
  };
  it('never replaces the first record: it asks the company', async () => {
    const { company, first, second, person } = await twoRecords();
    const before = await certificatesOf(person);
    const reply = await person.post('/api/auth/accept-invite', { token: await inviteTo(company, second) });
    expect([reply.status, reply.body.message]).toEqual([200, expect.stringContaining('was asked to confirm')]);
    expect(await certificatesOf(person)).toEqual(before);
    expect(before).toHaveLength(1);
    const [request] = await requests(company);
    expect(request).toMatchObject({
      status: 'pending',
      invitation_shareholder_id: second.id,
      current_shareholder_id: first.id,
    });
    const url = `/api/join-requests/${String(request!.id)}/approve`;
    for (const body of [{ shareholder_id: second.id }, { create: true }])
      expect(await company.post(url, body)).toMatchObject({
        status: 409,
        code: 'account_linked',
        detail: expect.stringContaining(`already has access as ${String(first.name)}`),
      });
    expect(await certificatesOf(person)).toEqual(before);
    const moved = await company.post(url, { shareholder_id: second.id, unlink_current: true });
    expect([moved.status, moved.body.status]).toEqual([200, 'approved']);
    const { portal, history } = (await company.get(`/api/shareholders/${String(first.id)}`)).body as {
      portal: Row;
      history: Row[];
    };
    expect(portal).toMatchObject({ state: 'none' });
    expect(history[0]!.text).toMatch(/^unlinked the account of .*: to be linked to another shareholder$/);
    const later = await signIn(server, person);
    expect((await caller(server, () => later).get('/api/shareholders/')).rows).toMatchObject([{ id: second.id }]);
  });
  it('to another address asks too, and a rejection leaves the first record as it is', async () => {
    const { company, person } = await twoRecords();
    const third = await given.shareholder(company);
    const token = await inviteTo(company, third);
    expect((await person.post('/api/auth/accept-invite', { token })).status).toBe(200);
    const [request] = await requests(company);
    expect(request).toMatchObject({ invitation_shareholder_id: third.id, status: 'pending' });
    await company.post(`/api/join-requests/${String(request!.id)}/reject`, {});
    expect(await certificatesOf(person)).toHaveLength(1);
  });
});
