// Importing a package beside existing entries: the table must be the one that all entries give together, in whatever
// order they came, or nothing is applied.
import { describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import {
  holder,
  issued,
  issuer,
  stockCancellation,
  stockClass,
  stockTransfer,
} from '#tests/domain/ledger/factories.ts';
import { importZip, packageFiles, zipOf } from '#tests/support/packages.ts';
import { signUpCompany } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
const base = [issuer(), holder('ada'), holder('grace'), stockClass('common')];
const s1 = issued('s1', 'ada', '100', { date: '2020-01-01' });
const cancelled = stockCancellation('k', { date: '2021-01-01', security_id: 's1', quantity: '100', reason_text: 'x' });
const sold = [
  stockTransfer('tr', { date: '2020-06-01', security_id: 's1', quantity: '100', resulting_security_ids: ['s2'] }),
  issued('s2', 'grace', '100', { date: '2020-06-01' }),
];
const bring = async (owner: Person, objects: Row[], query = 'accept_findings=true') =>
  importZip(owner, await zipOf(packageFiles(objects)), query);
const undo = (owner: Person, id: unknown) => owner.post(`/api/ocf/imports/${String(id)}/undo`, {});
const DAYS = ['2020-03-01', '2020-07-01', '2021-03-01'];
async function tables(owner: Person) {
  const shown: Record<string, Record<string, unknown>> = {};
  for (const day of DAYS) {
    const { rows } = (await owner.get(`/api/cap-table/?as_of=${day}`)).body as { rows: Row[] };
    shown[day] = Object.fromEntries(rows.filter(({ total }) => total !== '0').map((row) => [row.name, row.total]));
  }
  return shown;
}
async function tablesOfExport(owner: Person) {
  const other = await signUpCompany(server);
  const { bytes } = await owner.get('/api/ocf/export');
  expect((await importZip(other, bytes, 'accept_findings=true')).body.applied).toBe(true);
  return tables(other);
}
const conflictingEntries = (body: Row) =>
  (body.findings as Row[]).filter(({ rule }) => rule === 'read_otherwise').map(({ object_id }) => object_id);
const AFTER_THE_SALE = {
  '2020-03-01': { ada: '100' },
  '2020-07-01': { grace: '100' },
  '2021-03-01': { grace: '100' },
};

describe('an imported entry dated before an existing end of its security', () => {
  it('is not applied, whatever is accepted, until that end is voided', async () => {
    const owner = await signUpCompany(server);
    await bring(owner, [...base, s1]);
    const cancel = { date: '2021-01-01', reason: 'x' };
    expect((await owner.post('/api/certificates/s1/cancel', cancel)).status).toBe(200);
    const [last] = (await owner.get('/api/transactions/?range=[0,0]')).rows;
    const before = await tables(owner);
    const { body } = await bring(owner, [...base, s1, ...sold]);
    expect([body.applied, conflictingEntries(body)]).toEqual([false, [last!.id, 'tr']]);
    expect(JSON.stringify(body.findings)).toContain('2021-01-01');
    expect(await tables(owner)).toEqual(before);
    expect((await owner.post(`/api/transactions/${String(last!.id)}/void`, { reason: 'x' })).status).toBe(200);
    expect((await bring(owner, [...base, s1, ...sold])).body).toMatchObject({ applied: true, findings: [] });
    expect(await tables(owner)).toEqual(AFTER_THE_SALE);
  });

  it('is applied once the import of that end is undone, and gives the table of one package with everything', async () => {
    const owner = await signUpCompany(server);
    await bring(owner, [...base, s1]);
    const { import_id } = (await bring(owner, [...base, s1, cancelled])).body;
    expect((await bring(owner, [...base, s1, ...sold])).body.applied).toBe(false);
    expect((await undo(owner, import_id)).status).toBe(200);
    expect((await bring(owner, [...base, s1, ...sold, cancelled])).body.applied).toBe(true);
    expect(await tables(owner)).toEqual(AFTER_THE_SALE);
    expect(await tablesOfExport(owner)).toEqual(AFTER_THE_SALE);
  });

  it('may be accepted when it is dated after the end, and our export gives the same table', async () => {
    const owner = await signUpCompany(server);
    await bring(owner, [...base, s1, ...sold]);
    expect((await bring(owner, [...base, s1, ...sold, cancelled])).body).toMatchObject({ applied: true });
    expect(await tables(owner)).toEqual(AFTER_THE_SALE);
    expect(await tablesOfExport(owner)).toEqual(AFTER_THE_SALE);
  });
});

describe('an object that an existing entry without effect was lacking', () => {
  it('is not imported until the import of that entry is undone, and then all of it counts', async () => {
    const owner = await signUpCompany(server);
    const preferred = issued('p1', 'ada', '7', { date: '2020-01-01', stock_class_id: 'preferred' });
    const { import_id, applied } = (await bring(owner, [...base, s1, preferred])).body;
    expect(applied).toBe(true);
    const whole = [...base, stockClass('preferred'), s1, preferred];
    const { body } = await bring(owner, whole);
    expect([body.applied, conflictingEntries(body)]).toEqual([false, ['i_p1']]);
    await undo(owner, import_id);
    expect((await bring(owner, whole)).body).toMatchObject({ applied: true, findings: [] });
    expect((await tables(owner))['2020-03-01']).toEqual({ ada: '107' });
  });

  it('is reported when the package is only checked, like any other conflict', async () => {
    const owner = await signUpCompany(server);
    await bring(owner, [...base, s1, cancelled]);
    const { body } = await bring(owner, [...base, s1, ...sold], 'dry_run=true');
    expect(conflictingEntries(body)).toEqual(['k', 'tr']);
  });
});

it('a partial cancellation of a certificate that ended later is not applied', async () => {
  const owner = await signUpCompany(server);
  await bring(owner, [...base, s1, cancelled]);
  const part = stockCancellation('k2', { date: '2020-08-01', security_id: 's1', quantity: '30', reason_text: 'x' });
  const { body } = await bring(owner, [...base, s1, cancelled, part]);
  expect([body.applied, conflictingEntries(body)]).toEqual([false, ['k2']]);
});

it('a vendor’s next package that adds to existing entries is applied', async () => {
  const owner = await signUpCompany(server);
  await bring(owner, [...base, s1, ...sold]);
  const next = issued('s3', 'ada', '5', { date: '2020-02-01' });
  const part = stockCancellation('k2', { date: '2020-08-01', security_id: 's2', quantity: '30', reason_text: 'x' });
  expect((await bring(owner, [...base, s1, ...sold, next, part])).body.applied).toBe(true);
  const earlier = stockCancellation('k3', { date: '2020-07-01', security_id: 's2', quantity: '20', reason_text: 'x' });
  expect((await bring(owner, [...base, s1, ...sold, next, part, earlier])).body.applied).toBe(true);
  expect(await tablesOfExport(owner)).toEqual(await tables(owner));
});
