// Every GET answer with a schema in the contract must match it, for the company and for a holder.
import { expect, it } from 'vitest';
import { z } from 'zod';
import type { Row } from '#server/db/database.ts';
import { resources } from '#src/resources/index.ts';
import { importZip, packageFiles, zipOf } from '#tests/support/packages.ts';
import { unique } from '#tests/support/people.ts';
import { bankStatement, givenTenant } from '#tests/support/tenants.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
const day = () => server.deps.now().toISOString().slice(0, 10);

it('every answer that has a schema matches it', async () => {
  const { owner, one, records } = await givenTenant(server, 'ANSWERMARK');
  const [distribution] = records.distributions!;
  const approved = records.distributions!.find(({ status }) => status === 'approved')!;
  const queries: Record<string, string> = {
    '/api/search': '?q=AMARK',
    '/api/cap-table/diff': `?from=2020-01-01&to=${day()}`,
    '/api/cap-table/entries': `?column=total`,
    '/api/shareholders/:id/termination': `?date=${day()}`,
    '/api/analytics/dilution': `?shareholder_id=${String(one.record.id)}`,
  };
  const progress = `a-${unique()}`;
  await importZip(owner, await zipOf(packageFiles([])), `dry_run=true&progress=${progress}`);
  const sheet = (await owner.post('/api/sheets', { text: 'Name,Shares,Class\nAda,5,Common' })).body.id;
  const statement = (await bankStatement(owner, 'date,amount,reference\n2024-08-01,5.00,Rent\n')).id;
  const asking = records.messages!.find(({ subject }) => String(subject).endsWith(' question'))!;
  const [asked] = (await owner.get(`/api/messaging/threads/${String(asking.id)}`)).body.messages as Row[];
  const ids: Record<string, unknown> = {
    '/api/messaging/messages/:id/readers': asked!.id,
    '/api/reconciliations/:id': statement,
    '/api/payments/:id/contacts': records.payments![0]!.id,
    '/api/payments/:id/dormancy': records.payments![0]!.id,
    '/api/ocf/imports/:id/tie-out': records.imports![0]!.id,
    '/api/sheets/:id': sheet,
    '/api/sheets/:id/grid': sheet,
    '/api/distributions/:id/preview': distribution!.id,
    '/api/distributions/:id/snapshot': approved.id,
    '/api/distributions/:id/progress': approved.id,
    '/api/distributions/:id/batches': approved.id,
    '/api/distributions/:id/comparison': approved.id,
    '/api/distributions/:id/notices': approved.id,
    '/api/distributions/:id/lacking': approved.id,
    '/api/shareholders/:id/statement': one.record.id,
    '/api/shareholders/:id/yearly-tax-forms': one.record.id,
    '/api/scenarios/:id/start': records.scenarios![0]!.id,
    '/api/scenarios/:id/versions/:version': records.scenarios![0]!.id,
    '/api/shareholders/:id/termination': one.record.id,
    '/api/shareholders/:id/preview': one.record.id,
    ...Object.fromEntries(resources.map(({ name, path }) => [`${path}:id/editing`, records[name]?.[0]?.id])),
  };
  const tried: string[] = [];
  for (const { method, url, answer, answers } of server.app.routes) {
    if (method !== 'GET' || !answer) continue;
    // For the page of a record: each record of the company, and those that a holder may open.
    const resource = url.endsWith('/:id') ? answers : undefined;
    const pages = (records[resource ?? ''] ?? []).map(({ id }) => id);
    for (const id of resource ? pages : [ids[url]]) {
      for (const who of [owner, one.person]) {
        // Everybody has notices and views of their own.
        const owned: Record<string, () => Promise<Row | undefined>> = {
          '/api/notices/:id': async () => ((await who.get('/api/notices')).body.notices as Row[])[0],
          '/api/views/:id': async () => (await who.get('/api/views')).rows[0],
        };
        const own = owned[url] ? (await owned[url]())!.id : id;
        const address =
          url.replace(':name', progress).replace(':version', '1').replace(':id', String(own)) + (queries[url] ?? '');
        const reply = await who.get(address);
        // A holder is refused what only the company may read.
        if (who === one.person && (reply.status === 403 || (resource && reply.status === 404))) continue;
        expect([address, reply.status, reply.detail]).toEqual([address, 200, undefined]);
        const parsed = (answer as z.ZodType).safeParse(reply.body);
        expect([address, parsed.error?.issues]).toEqual([address, undefined]);
        tried.push(url);
      }
    }
  }
  expect(tried).toEqual(expect.arrayContaining(['/api/dashboard', '/api/cap-table', '/api/distributions/:id/preview']));
  const unasked = resources.map(({ path }) => `${path.replace(/\/$/, '')}/:id`).filter((url) => !tried.includes(url));
  expect(unasked).toEqual([]);
});
