// The history of every record goes back to its beginning, also for a holder, who does not see what others did.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import { resources } from '#src/resources/index.ts';
import * as given from '#tests/support/given.ts';
import { approveSeen } from '#tests/support/given.ts';
import { signUpCompany, signUpShareholder } from '#tests/support/people.ts';
import { givenTenant } from '#tests/support/tenants.ts';
import type { Tenant } from '#tests/support/tenants.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let tenant: Tenant;
beforeAll(async () => {
  tenant = await givenTenant(server, 'AMARK');
  const [certificate] = tenant.records.certificates! as [Row];
  const distribution = await given.distribution(tenant.owner, { share_class_ids: [certificate.share_class_id] });
  await approveSeen(tenant.owner, distribution);
});

// A row of the audit trail never changes, so it has no history.
const shown = resources.filter(({ name }) => name !== 'assignees' && name !== 'audit');

describe('the history of a record', () => {
  it.each(shown.map(({ name, path }) => [name, path]))(
    'of %s is never empty, for the company and for a holder',
    async (name, path) => {
      for (const reader of [tenant.owner, tenant.one.person]) {
        const list = await reader.get(`${path}?range=[0,4]`);
        // What administrators alone read.
        if (reader === tenant.one.person && list.status === 403) continue;
        for (const { id } of list.rows) {
          const { status, body } = await reader.get(`${path.replace(/\/$/, '')}/${encodeURIComponent(String(id))}`);
          const entries = Array.isArray(body.history) ? body.history.length : undefined;
          expect([name, status, entries]).not.toEqual([name, 200, 0]);
          expect([name, status]).toEqual([name, 200]);
        }
      }
    },
  );

  it('of a payment keeps why it failed, the reference of its arrival and why it was returned', async () => {
    const [{ id }] = (await tenant.owner.get('/api/payments/?filter={"status":"pending"}')).rows as [Row];
    const verb = (name: string, body: object) => tenant.owner.post(`/api/payments/${String(id)}/${name}`, body);
    const date = new Date(server.deps.now()).toISOString().slice(0, 10);
    for (const [name, body] of [
      ['start', { reason: 'the bank closes early' }],
      ['fail', { reason: 'account closed' }],
      ['retry', {}],
      ['start', { reason: 'again' }],
      ['complete', { date, reference: 'BANK-77' }],
      ['return', { reason: 'refused by the bank' }],
    ] as const)
      expect([name, (await verb(name, body)).status]).toEqual([name, 200]);
    const { history } = (await tenant.owner.get(`/api/payments/${String(id)}`)).body as { history: Row[] };
    const told = history.map(({ text }) => String(text));
    for (const [at, word] of [
      [0, 'refused by the bank'],
      [1, 'BANK-77'],
      [4, 'account closed'],
      [5, 'the bank closes early'],
    ] as const)
      expect(told[at]).toContain(word);
    expect(told.at(-1)).toBe('due since the distribution was approved');
  });

  it('of a holder shows that an end of service was taken back, also to the holder', async () => {
    const owner = await signUpCompany(server);
    const holder = await given.shareholder(owner);
    const portal = await signUpShareholder(server, owner, holder);
    const url = `/api/shareholders/${String(holder.id)}`;
    const ended = await owner.post(`${url}/terminate`, { date: '2024-03-01', reason: 'VOLUNTARY_OTHER' });
    expect(ended.status).toBe(200);
    const entry = `/api/transactions/${String(ended.body.transaction_id)}`;
    expect((await owner.post(`${entry}/void`, { reason: 'She stays.' })).status).toBe(200);
    for (const reader of [owner, portal]) {
      const { history } = (await reader.get(url)).body as { history: Row[] };
      expect(history.slice(0, 2).map(({ text }) => text)).toEqual([
        'took back the end of service on 2024-03-01',
        `ended the service of ${String(holder.name)} on 2024-03-01 (taken back)`,
      ]);
    }
  });

  it('of a holder shows when their account was linked, also to the holder', async () => {
    const owner = await signUpCompany(server);
    const holder = await given.shareholder(owner);
    const portal = await signUpShareholder(server, owner, holder);
    const told = async (reader: typeof owner) => {
      const { history } = (await reader.get(`/api/shareholders/${String(holder.id)}`)).body as { history: Row[] };
      return history.map(({ text, at }) => [text, at]);
    };
    const [accepted] = (await told(owner)).filter(([text]) => String(text).startsWith('accepted the invitation'));
    expect(await told(portal)).toContainEqual(['linked to your account', accepted![1]]);
  });

  it('of a class and of a plan shows how they were made and edited, and a split as one line with its entries', async () => {
    const owner = await signUpCompany(server);
    const common = await given.shareClass(owner, { name: 'Common', authorized_shares: '1000' });
    const plan = await given.equityPlan(owner, { name: 'Plan', share_class_ids: [common.id], reserved: '500' });
    const holders = [await given.shareholder(owner), await given.shareholder(owner)];
    for (const { id } of holders)
      await given.certificate(owner, { share_class_id: common.id, shareholder_id: id, quantity: '100' });
    await given.grant(owner, { equity_plan_id: plan.id, quantity: '50' });
    const edit = async (url: string, values: Row) => {
      const reply = await owner.put(url, { ...(await owner.get(url)).body, ...values });
      expect([reply.status, reply.text]).toEqual([200, reply.text]);
    };
    const [ofClass, ofPlan] = [`/api/share-classes/${String(common.id)}`, `/api/equity-plans/${String(plan.id)}`];
    await edit(ofClass, { prefix: 'NEW-', par_value: '0.001' });
    await edit(ofPlan, { name: 'Plan of 2020' });
    const split = { numerator: '2', denominator: '1', date: '2024-06-30' };
    expect((await owner.post(`${ofClass}/split`, split)).status).toBe(200);
    const told = async (url: string) => {
      const { history } = (await owner.get(url)).body as { history: { text: string; details?: string[] }[] };
      return history;
    };
    const classLines = await told(ofClass);
    expect(classLines.map(({ text }) => text).filter((text) => !text.startsWith('Vesting started'))).toEqual([
      'Split of Common 2 for 1',
      'changed share class Common: Certificate prefix, Par value set to $0.001',
      expect.stringContaining('Issued'),
      expect.stringContaining('Issued'),
      expect.stringContaining('Issued'),
      'added share class Common',
    ]);
    const behind = classLines[0]!.details!;
    expect(behind.filter((text) => text.startsWith('Issued'))).toHaveLength(3);
    expect(behind.some((text) => text.startsWith('Changed the authorized shares'))).toBe(true);
    const planLines = await told(ofPlan);
    expect(planLines.map(({ text }) => text)).toEqual([
      'Split of Common 2 for 1',
      'changed equity plan Plan of 2020: Plan',
      expect.stringContaining('Issued'),
      'adopted Plan with 500 shares reserved',
    ]);
    expect(planLines[0]!.details!.some((text) => text.startsWith('Changed the reserve'))).toBe(true);
    // A command is shown once, as its entry.
    await owner.post(`${ofClass}/authorize`, { authorized_shares: '5000', date: '2024-07-01', reason: 'More' });
    expect((await told(ofClass)).filter(({ text }) => /authorized/i.test(text))).toHaveLength(1);
  });

  it('of a grant and a certificate goes back to the first of its line, with a split as one line, also for its holder', async () => {
    const owner = await signUpCompany(server);
    const common = await given.shareClass(owner, { name: 'Common' });
    const plan = await given.equityPlan(owner, { share_class_ids: [common.id] });
    const holder = await given.shareholder(owner);
    const portal = await signUpShareholder(server, owner, holder);
    const own = { shareholder_id: holder.id, share_class_id: common.id };
    const grant = await given.grant(owner, { ...own, equity_plan_id: plan.id, quantity: '50' });
    const certificate = await given.certificate(owner, { ...own, quantity: '100' });
    const split = { numerator: '3', denominator: '2', date: '2024-06-30' };
    expect((await owner.post(`/api/share-classes/${String(common.id)}/split`, split)).status).toBe(200);
    for (const [path, id] of [
      ['/api/grants/', grant.id],
      ['/api/certificates/', certificate.id],
    ])
      for (const reader of [owner, portal]) {
        const newest = (await reader.get(`${path}?filter={"status":"active"}`)).rows[0]!.id;
        for (const one of [id, newest]) {
          const { history } = (await reader.get(`${path}${String(one)}`)).body as { history: Row[] };
          const told = history.map(({ text, details }) => [text, Boolean(details)]);
          expect(told.filter(([text]) => !String(text).startsWith('Vesting'))).toEqual([
            ['Split of Common 3 for 2', true],
            [expect.stringMatching(/^Issued /), false],
          ]);
          expect([history[0]!.date, history[0]!.actor === 'You']).toEqual(['2024-06-30', reader === owner]);
          const pages = history.flatMap(({ id: entry }) => (entry ? [`/api/transactions/${String(entry)}`] : []));
          for (const page of pages) expect((await reader.get(page)).status).toBe(200);
        }
      }
  });

  it('shows in one line that a split, or an issue that left nothing behind, was taken back', async () => {
    const owner = await signUpCompany(server);
    const common = await given.shareClass(owner, { name: 'Common' });
    const plan = await given.equityPlan(owner, { share_class_ids: [common.id], reserved: '500' });
    const holder = await given.shareholder(owner);
    const portal = await signUpShareholder(server, owner, holder);
    const own = { shareholder_id: holder.id, share_class_id: common.id };
    const kept = await given.certificate(owner, { ...own, quantity: '100' });
    const split = { numerator: '3', denominator: '2', date: '2024-06-30' };
    const { transaction_id } = (await owner.post(`/api/share-classes/${String(common.id)}/split`, split)).body;
    const takeBack = async (id: unknown) => {
      const reply = await owner.post(`/api/transactions/${String(id)}/void`, { reason: 'A slip' });
      expect([reply.status, reply.text]).toEqual([200, reply.text]);
    };
    await takeBack(transaction_id);
    const newest = async (path: string, id: unknown, reader = owner) => {
      const { history } = (await reader.get(`${path}${String(id)}`)).body as { history: Row[] };
      return history.slice(0, 2).map(({ text, details }) => [text, Boolean(details)]);
    };
    const told = [expect.stringMatching(/^Taken back, No\. \d+: Split of Common 3 for 2$/), true];
    const before = ['Split of Common 3 for 2 (taken back)', true];
    expect(await newest('/api/share-classes/', common.id)).toEqual([told, before]);
    expect(await newest('/api/equity-plans/', plan.id)).toEqual([told, before]);
    expect((await newest('/api/certificates/', kept.id))[0]).toEqual([told[0], expect.any(Boolean)]);
    expect((await newest('/api/certificates/', kept.id, portal))[0]![0]).toMatch(/^Taken back/);
    const gone = await given.certificate(owner, { ...own, quantity: '7' });
    const { rows } = await owner.get('/api/transactions/?sort=["seq","DESC"]&range=[0,3]');
    await takeBack(rows.find(({ object_type }) => object_type === 'TX_STOCK_ISSUANCE')!.id);
    expect((await newest('/api/share-classes/', common.id))[0]).toEqual([
      expect.stringMatching(/^Taken back, No\. \d+: Issued .*7 Common/),
      false,
    ]);
    expect((await owner.get(`/api/certificates/${String(gone.id)}`)).status).toBe(404);
    // The holder's activity says so too, and has no link when nothing is left.
    const activity = (await portal.get('/api/dashboard')).body.recent_activity as Row[];
    expect(activity[0]).toMatchObject({ text: expect.stringMatching(/^took back: Issued .*7 Common/), id: null });
    expect(activity.filter(({ id }) => id === gone.id)).toEqual([]);
  });
});
