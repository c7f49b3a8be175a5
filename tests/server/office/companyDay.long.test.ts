// Kiritimati and Honolulu are 24 hours apart, so one company is always a day ahead of the other.
import { beforeAll, describe, expect, it } from 'vitest';
import { dayAt } from '#src/domain/dates.ts';
import * as given from '#tests/support/given.ts';
import { approveSeen } from '#tests/support/given.ts';
import { anyone, givenMember, signUpCompany } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { textOfPdf } from '#tests/support/pdfText.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
const AHEAD = 'Pacific/Kiritimati';
const BEHIND = 'Pacific/Honolulu';
let ahead: Person;
let behind: Person;
const dayIn = (zone: string) => dayAt(new Date(), zone);

const foundedIn = async (zone: string) => {
  const owner = await signUpCompany(server);
  expect((await owner.post('/api/organization/time-zone', { time_zone: zone })).status).toBe(200);
  return owner;
};
beforeAll(async () => {
  ahead = await foundedIn(AHEAD);
  behind = await foundedIn(BEHIND);
});

/** Issues a certificate dated today in Kiritimati. */
async function issuedToday(owner: Person) {
  const shareClass = await given.shareClass(owner);
  const holder = await given.shareholder(owner);
  return given.certificate(owner, {
    share_class_id: shareClass.id,
    shareholder_id: holder.id,
    num_shares: '1000',
    issue_date: dayIn(AHEAD),
  });
}

describe('the company’s today', () => {
  it('is the day of its time zone, in lists, on the cap table, in PDFs and in the public check', async () => {
    for (const [owner, zone, status, shares] of [
      [ahead, AHEAD, 'active', '1000'],
      [behind, BEHIND, 'upcoming', '0'],
    ] as const) {
      const { id } = await issuedToday(owner);
      expect([zone, (await owner.get(`/api/certificates/${id}`)).body.status]).toEqual([zone, status]);
      const table = (await owner.get('/api/cap-table')).body;
      expect([table.as_of, Number(table.total)]).toEqual([dayIn(zone), Number(shares)]);
      expect(Number((await owner.get('/api/dashboard')).body.total_shares)).toBe(Number(shares));
      const print = await owner.get(`/api/certificates/${id}/pdf`);
      const code = /\/verify\/(\w+)/.exec(textOfPdf(print.bytes).join('').replaceAll('\n', ''))?.[1];
      expect((await anyone(server).get(`/api/verify/${code}`)).body.status).toBe(status);
      const list = await owner.get('/api/certificates/export.csv');
      expect(list.headers['content-disposition']).toContain(dayIn(zone));
      const register = await owner.get('/api/cap-table/export.csv');
      expect(register.headers['content-disposition']).toContain(dayIn(zone));
      const paper = textOfPdf((await owner.get('/api/reports/holder-list.pdf')).bytes)
        .join('')
        .replaceAll('\n', ' ');
      expect(paper).toMatch(new RegExp(`made ${dayIn(zone)} \\d\\d:\\d\\d ${zone}`));
      const me = (await owner.get('/api/auth/me')).body.user;
      expect(me).toMatchObject({ time_zone: zone });
    }
  });
  it('is the last day on which a payment can have arrived', async () => {
    const owner = behind;
    const second = await givenMember(server, owner, 'admin');
    const shareClass = await given.shareClass(owner, { prefix: 'PAY-' });
    const holder = await given.shareholder(owner);
    await given.certificate(owner, {
      share_class_id: shareClass.id,
      shareholder_id: holder.id,
      issue_date: '2020-01-01',
    });
    const distribution = await given.distribution(owner, {
      share_class_ids: [shareClass.id],
      record_date: '2021-01-01',
    });
    expect((await approveSeen(second, distribution)).status).toBe(200);
    const [payment] = (await owner.get('/api/payments/')).rows;
    expect((await owner.post(`/api/payments/${payment!.id}/start`, { reason: 'Asked for.' })).status).toBe(200);
    const complete = (date: string) => owner.post(`/api/payments/${payment!.id}/complete`, { date });
    const early = await complete(dayIn(AHEAD));
    expect([early.status, early.text]).toEqual([422, expect.stringContaining(`today is ${dayIn(BEHIND)}`)]);
    const done = await complete(dayIn(BEHIND));
    expect([done.status, String(done.body.completed_at).slice(0, 10)]).toEqual([200, dayIn(BEHIND)]);
  });
  it('finds records by the day of an event, whether its time is stored or calculated', async () => {
    for (const [owner, zone] of [
      [ahead, AHEAD],
      [behind, BEHIND],
    ] as const) {
      const { id } = await given.shareholder(owner, { email: `${zone.length}@holders.example` });
      expect((await owner.post(`/api/shareholders/${id}/invite`)).status).toBe(202);
      const found = async (filter: Record<string, string>) => {
        const asked = await owner.get(`/api/shareholders/?filter=${encodeURIComponent(JSON.stringify(filter))}`);
        expect([asked.status, asked.text]).toEqual([200, expect.any(String)]);
        return asked.rows.some((row) => row.id === id);
      };
      const [today, other] = [dayIn(zone), dayIn(zone === AHEAD ? BEHIND : AHEAD)];
      for (const name of ['created_at', 'portal_invited_at']) {
        expect([zone, name, await found({ [name]: today })]).toEqual([zone, name, true]);
        expect([zone, name, await found({ [`${name}_gte`]: today, [`${name}_lte`]: today })]).toEqual([
          zone,
          name,
          true,
        ]);
        expect([zone, name, await found({ [name]: other })]).toEqual([zone, name, false]);
      }
    }
  });
  it('is that of UTC until somebody sets a zone; an owner’s browser sets it once, and the settings change it', async () => {
    const owner = await signUpCompany(server);
    const first = () => owner.get('/api/organization').then(({ body }) => body.time_zone);
    expect(await first()).toBeNull();
    expect((await owner.get('/api/cap-table')).body.as_of).toBe(new Date().toISOString().slice(0, 10));
    await owner.post('/api/organization/time-zone', { time_zone: 'America/New_York' });
    const { body } = await owner.post('/api/organization/time-zone', { time_zone: AHEAD });
    expect(body.time_zone).toBe('America/New_York');
    const saved = await owner.put('/api/organization', { ...body, time_zone: AHEAD });
    expect([saved.status, saved.body.time_zone]).toEqual([200, AHEAD]);
    expect((await owner.get('/api/cap-table')).body.as_of).toBe(dayIn(AHEAD));
    // A form that was opened before the zone was set cannot remove it.
    const late = await owner.put('/api/organization', { ...saved.body, time_zone: null });
    expect([late.status, late.body.time_zone]).toEqual([200, AHEAD]);
    const history = (await owner.get('/api/dashboard')).body.recent_activity as { text: string }[];
    expect(history.map(({ text }) => text)).toContain('set the company’s time zone to America/New York');
  });
  it('cannot use an unknown zone, and only the owner can set the first one', async () => {
    const owner = await signUpCompany(server);
    const admin = await givenMember(server, owner, 'admin');
    expect((await admin.post('/api/organization/time-zone', { time_zone: AHEAD })).status).toBe(403);
    for (const time_zone of ['Mars/Olympus', '', '+05:00', '<x>-14', 7, null])
      expect([time_zone, (await owner.post('/api/organization/time-zone', { time_zone })).status]).toEqual([
        time_zone,
        422,
      ]);
    const put = await owner.put('/api/organization', { time_zone: 'Mars/Olympus' });
    expect([put.status, put.text]).toEqual([422, expect.stringContaining('There is no time zone Mars/Olympus.')]);
  });
});
