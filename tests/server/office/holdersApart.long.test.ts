// Two holders of one company: each learns what happened to their own shares, and nothing about the other.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import { resources } from '#src/resources/index.ts';
import * as given from '#tests/support/given.ts';
import { approveSeen } from '#tests/support/given.ts';
import { invitationTo, signUp, signUpCompany, signUpShareholder } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let owner: Person;
let seller: { record: Row; person: Person };
let buyer: { record: Row; person: Person };
beforeAll(async () => {
  owner = await signUpCompany(server);
  const holder = async (mark: string) => {
    const record = await given.shareholder(owner, {
      first_name: mark,
      last_name: `${mark}son`,
      email: `${mark.toLowerCase()}@example.com`,
    });
    return { record, person: await signUpShareholder(server, owner, record) };
  };
  [seller, buyer] = [await holder('SELLERMARK'), await holder('BUYERMARK')];
  const shareClass = await given.shareClass(owner);
  const of = (who: Row) => ({ shareholder_id: who.id, share_class_id: shareClass.id });
  const certificate = await given.certificate(owner, of(seller.record));
  const url = `/api/certificates/${String(certificate.id)}`;
  const moved = await owner.post(`${url}/transfer`, {
    to_shareholder_id: buyer.record.id,
    quantity: '400',
    date: '2024-02-01',
  });
  const { resulting, balance } = moved.body as { resulting: [Row]; balance: Row };
  await owner.post(`/api/certificates/${String(resulting[0].id)}/cancel`, {
    quantity: '50',
    date: '2024-03-01',
    reason: 'x',
  });
  await owner.post(`/api/certificates/${String(balance.id)}/repurchase`, {
    quantity: '50',
    date: '2024-03-01',
    price_per_share: '1',
  });
  const distribution = await given.distribution(owner, { share_class_ids: [shareClass.id] });
  await approveSeen(owner, distribution);
  await given.thread(owner, { shareholder_ids: 'all' });
});

describe('after a transfer from one to the other', () => {
  it('neither finds the other’s name in anything they can open', async () => {
    for (const [who, other] of [
      [seller, 'BUYERMARK'],
      [buyer, 'SELLERMARK'],
    ] as const) {
      const pages = server.app.routes
        .filter(({ method, url }) => method === 'GET' && !url.includes(':'))
        .map(({ url }) => url);
      for (const { path } of resources.filter(({ access }) => access.shareholder.actions.includes('read')))
        for (const { id } of (await who.person.get(path)).rows) pages.push(`${path.replace(/\/$/, '')}/${String(id)}`);
      for (const { id } of (await who.person.get('/api/distributions/')).rows)
        pages.push(`/api/distributions/${String(id)}/preview`);
      for (const url of pages)
        expect([url, (await who.person.get(url)).text.toUpperCase().includes(other)]).toEqual([url, false]);
    }
  });
  it('each sees their own certificates, and their own sum in the cap table', async () => {
    for (const [who, total] of [
      [seller, '550'],
      [buyer, '350'],
    ] as const) {
      const rows = (await who.person.get('/api/certificates/?filter=%7B%22status%22%3A%22active%22%7D')).rows;
      expect(rows.reduce((sum, { num_shares }) => sum + Number(num_shares), 0)).toBe(Number(total));
      expect((await who.person.get('/api/cap-table/')).body).toMatchObject({
        total: null,
        // Only the company sees changes of this number, so a holder would see an old one.
        classes: [{ authorized: null, outstanding: null }],
        rows: [{ shareholder_id: who.record.id, total }],
      });
    }
  });
});

describe('a holder with an account', () => {
  it('gets no second account, by an invitation or by a request to join', async () => {
    const holder = await given.shareholder(owner);
    await owner.post(`/api/shareholders/${String(holder.id)}/invite`, {});
    const token = await invitationTo(server, String(holder.email));
    await signUp(server, { account_type: 'shareholder', client_name: owner.user.client_name });
    const [request] = (await owner.get('/api/join-requests/')).rows;
    await owner.post(`/api/join-requests/${String(request!.id)}/approve`, { shareholder_id: holder.id });
    const second = await signUp(server, {
      account_type: 'shareholder',
      email: holder.email,
      client_name: '',
      invite_token: token,
    });
    expect(second.user.membership_status).not.toBe('active');
    expect((await second.get('/api/shareholders/')).rows).toEqual([]);
  });
});
