// The history of every record goes back to how it began, also for a holder, who does not see what others did.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '../../server/db/database.ts';
import { resources } from '../../src/resources/index.ts';
import { approveSeen, givenDistribution } from '../support/givens.ts';
import { givenTenant } from '../support/tenants.ts';
import type { Tenant } from '../support/tenants.ts';
import { useTestServer } from '../support/testServer.ts';

const server = useTestServer();
let tenant: Tenant;
beforeAll(async () => {
  tenant = await givenTenant(server, 'AMARK');
  const [certificate] = tenant.records.certificates! as [Row];
  const distribution = await givenDistribution(tenant.owner, { share_class_ids: [certificate.share_class_id] });
  await approveSeen(tenant.owner, distribution);
});

const shown = resources.filter(({ name }) => name !== 'assignees');

describe('the history of a record', () => {
  it.each(shown.map(({ name, path }) => [name, path]))('of %s is never empty, whoever reads it', async (name, path) => {
    for (const reader of [tenant.owner, tenant.one.person]) {
      const { rows } = await reader.get(`${path}?range=[0,4]`);
      for (const { id } of rows) {
        const { status, body } = await reader.get(`${path.replace(/\/$/, '')}/${encodeURIComponent(String(id))}`);
        const entries = Array.isArray(body.history) ? body.history.length : undefined;
        expect([name, status, entries]).not.toEqual([name, 200, 0]);
        expect([name, status]).toEqual([name, 200]);
      }
    }
  });

  it('of a payment keeps why it failed, by which reference it arrived and why it came back', async () => {
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
});
