import { dayAt } from '#src/domain/dates.ts';
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isSameJson, parseExactly } from '#src/domain/ledger/core/exactJson.ts';
import { readZip } from '#server/data/safeZip.ts';
import type { Row } from '#server/db/database.ts';
import { acmeObjects, acmeTransactions } from '#tests/domain/ledger/acme.ts';
import { holder, issued, issuer, stockClass, transaction } from '#tests/domain/ledger/factories.ts';
import * as given from '#tests/support/given.ts';
import { approveSeen, multipart } from '#tests/support/given.ts';
import { hasShared, importZip, packageFiles, sharedFiles, zipOf } from '#tests/support/packages.ts';
import type { File } from '#tests/support/packages.ts';
import { givenMember, signUpCompany } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { officialSchemas } from '#tests/support/officialSchemas.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
type Package = { manifest: Row; objects: Row[]; report: { refused_by_its_schema: { object_id: string }[] } | null };

async function unpack(bytes: Buffer): Promise<Package> {
  const files = new Map((await readZip(bytes, () => true)).map((file) => [file.path, file.bytes]));
  const json = (path: string) => parseExactly(files.get(path)!.toString('utf8')) as Row;
  const manifestPath = [...files.keys()].find((path) => /manifest/i.test(path))!;
  const manifest = json(manifestPath);
  const objects: Row[] = [{ ...(manifest.issuer as Row), object_type: 'ISSUER' }];
  for (const list of Object.keys(manifest).filter((name) => name.endsWith('_files')))
    for (const { filepath, md5 } of manifest[list] as { filepath: string; md5: string }[]) {
      const path = filepath.replace('./', '');
      expect([path, createHash('md5').update(files.get(path)!).digest('hex')]).toEqual([path, md5]);
      objects.push(...(json(path).items as Row[]));
    }
  const report = files.has('export-report.json') ? json('export-report.json') : null;
  return { manifest, objects, report: report as Package['report'] };
}
const fileOf = (owner: Person, ending: string) =>
  `attachment; filename="${String(owner.user.client_name)}-company-${dayAt(new Date(server.deps.now()))}.${ending}"`;
const exported = async (owner: Person, query = '') => {
  const reply = await owner.get(`/api/ocf/export${query}`);
  expect([reply.status, reply.headers['content-type']]).toEqual([200, 'application/zip']);
  expect(reply.headers['content-disposition']).toBe(fileOf(owner, 'ocf.zip'));
  return reply;
};
const same = (a: readonly Row[], b: readonly Row[]) =>
  a
    .filter((each) => !b.some((other) => isSameJson(each, other)))
    .map(({ object_type, id }) => `${String(object_type)} ${String(id)}`);
const tables = async (owner: Person, dates: readonly string[]) => {
  const all = [];
  for (const date of dates) {
    const { classes, rows, convertibles, total } = (await owner.get(`/api/cap-table/?as_of=${date}`)).body;
    all.push({ date, classes, rows, convertibles, total });
  }
  return all;
};
const DATES = [
  '2019-11-01',
  '2022-01-01',
  '2022-06-15',
  '2022-06-30',
  '2022-09-01',
  '2023-01-15',
  '2023-03-01',
  '2023-06-15',
  '2030-01-01',
];

describe('an import without later changes', () => {
  it('is exported byte for byte as it came, also after it was imported twice', async () => {
    const owner = await signUpCompany(server);
    const bytes = await zipOf(packageFiles([...acmeObjects, ...acmeTransactions]));
    await importZip(owner, bytes, 'accept_findings=true');
    await importZip(owner, bytes, 'accept_findings=true');
    const reply = await exported(owner);
    expect(reply.bytes.equals(bytes)).toBe(true);
    expect(reply.headers['x-export-original']).toBe('true');
  });
  it('is written anew for a requested version and while something is added or changed', async () => {
    const owner = await signUpCompany(server);
    const bytes = await zipOf(
      packageFiles([issuer(), holder('ada'), stockClass('common'), issued('s1', 'ada', '100')]),
    );
    await importZip(owner, bytes);
    expect((await exported(owner, '?version=1.2.0')).headers['x-export-original']).toBe('false');
    const added = await given.shareholder(owner);
    expect((await exported(owner)).headers['x-export-original']).toBe('false');
    await owner.send('DELETE', `/api/shareholders/${String(added.id)}`);
    expect((await exported(owner)).headers['x-export-original']).toBe('true');
    await owner.send('PUT', '/api/organization', {
      ...(await owner.get('/api/organization')).body,
      legal_name: 'Another, Inc.',
    });
    const { manifest } = await unpack((await exported(owner)).bytes);
    expect(manifest.issuer).toMatchObject({ legal_name: 'Another, Inc.', id: issuer().id });
  });
});

describe('a package that Sharebook writes', () => {
  it('has every imported object unchanged, the new ones and right hashes, and gives the same cap table on every date', async () => {
    const owner = await signUpCompany(server);
    const came = [...acmeObjects, ...acmeTransactions];
    await importZip(owner, await zipOf(packageFiles(came)), 'accept_findings=true');
    const large = await given.shareClass(owner, { authorized_shares: 'UNLIMITED', allows_fractions: true });
    await given.certificate(owner, { share_class_id: large.id, quantity: '9007199254740993.0000000001' });
    const { objects, manifest } = await unpack((await exported(owner)).bytes);
    expect(same(came, objects)).toEqual([]);
    expect(objects).toHaveLength(came.length + 3);
    expect(manifest).toMatchObject({ file_type: 'OCF_MANIFEST_FILE', ocf_version: '1.2.0' });
    const other = await signUpCompany(server);
    const back = await importZip(other, (await exported(owner)).bytes, 'accept_findings=true');
    expect(back.body.applied).toBe(true);
    expect((back.body.findings as Row[]).filter(({ rule }) => rule === 'W5')).toEqual([]);
    expect(await tables(other, DATES)).toEqual(await tables(owner, DATES));
    expect(same(objects, (await unpack((await exported(other, '?version=1.2.0')).bytes)).objects)).toEqual([]);
  });
  it('is in the version of main when it contains something newer than 1.2.0, and reports that when 1.2.0 is asked for', async () => {
    const owner = await signUpCompany(server);
    const newer = transaction('CE_STAKEHOLDER_STATUS', 'c1', {
      date: '2024-01-01',
      stakeholder_id: 'ada',
      new_status: 'LEAVE_OF_ABSENCE',
    });
    await importZip(owner, await zipOf(packageFiles([issuer(), holder('ada'), newer])));
    await given.shareholder(owner);
    expect((await unpack((await exported(owner)).bytes)).manifest.ocf_version).toBe('1.2.1-alpha+main');
    const older = await unpack((await exported(owner, '?version=1.2.0')).bytes);
    expect(older.manifest.ocf_version).toBe('1.2.0');
    expect(older.report!.refused_by_its_schema).toMatchObject([{ object_id: 'c1' }]);
  });
  it('leaves out voided entries', async () => {
    const owner = await signUpCompany(server);
    await given.certificate(owner, { quantity: '10' });
    const [entry] = (await owner.get('/api/transactions/')).rows;
    await owner.post(`/api/transactions/${String(entry!.id)}/void`, { reason: 'x' });
    const { objects } = await unpack((await exported(owner)).bytes);
    expect(objects.map((each) => each.object_type).sort()).toEqual(['ISSUER', 'STAKEHOLDER', 'STOCK_CLASS']);
  });
  it('is for owner and admin, and refuses an unknown version', async () => {
    const owner = await signUpCompany(server);
    for (const role of ['staff', 'viewer'] as const)
      expect((await (await givenMember(server, owner, role)).get('/api/ocf/export')).status).toBe(403);
    expect((await owner.get('/api/ocf/export?version=9')).status).toBe(422);
  });
});

describe('the export of everything', () => {
  it('contains the package, the data the format has no place for, every document and the hash of each file', async () => {
    const owner = await signUpCompany(server);
    const shareClass = await given.shareClass(owner);
    await given.certificate(owner, { share_class_id: shareClass.id, quantity: '333', issue_date: '2024-01-01' });
    const made = await owner.post('/api/distributions/', {
      name: 'Dividend',
      type: 'dividend',
      share_class_ids: [shareClass.id],
      amount_per_share: '0.015',
      record_date: '2024-06-30',
      payment_date: '2024-07-31',
    });
    await approveSeen(owner, made.body);
    const { body, options } = multipart(
      { name: 'minutes.txt', bytes: Buffer.from('Signed.') },
      { document_type: 'other', share_class_ids: JSON.stringify([shareClass.id]) },
    );
    const paper = await owner.post('/api/documents/upload', body, options);
    const file = await given.messageFile(owner, 'letter.txt', 'Dear holders.');
    await given.thread(owner, { file_ids: [file.id] });
    const reply = await owner.get('/api/organization/export');
    expect([reply.status, reply.headers['content-type']]).toEqual([200, 'application/zip']);
    expect(reply.headers['content-disposition']).toBe(fileOf(owner, 'zip'));
    const files = new Map((await readZip(reply.bytes, () => true)).map((file) => [file.path, file.bytes]));
    const { files: listed } = JSON.parse(files.get('manifest.json')!.toString()) as {
      files: { path: string; sha256: string }[];
    };
    for (const { path, sha256 } of listed)
      expect([path, createHash('sha256').update(files.get(path)!).digest('hex')]).toEqual([path, sha256]);
    expect(listed).toHaveLength(files.size - 1);
    expect(files.get(`documents/${String(paper.body.id)} minutes.txt`)!.toString()).toBe('Signed.');
    expect(files.get(`messages/${String(file.id)} letter.txt`)!.toString()).toBe('Dear holders.');
    const side = JSON.parse(files.get('sharebook.json')!.toString()) as Record<string, Row[]>;
    expect(side).toMatchObject({
      format: 'sharebook-export',
      version: 1,
      payment: [{ amount: '5.00' }],
      distribution: [{ name: 'Dividend' }],
      document: [{ name: 'minutes.txt', audience: 'class' }],
      message_file: [{ id: file.id, name: 'letter.txt', position: 1 }],
      document_class: [{ document_id: paper.body.id, share_class_id: shareClass.id }],
    });
    expect(JSON.stringify(side)).not.toMatch(/password|token|secret|storage_key/i);
    const other = await signUpCompany(server);
    // Uploaded as it is, it says what to bring in from it, and brings that in where it is asked to.
    const whole = await importZip(other, reply.bytes, 'dry_run=true');
    expect(whole).toMatchObject({ status: 422, code: 'whole_export' });
    expect(whole.detail).toContain('Only company.ocf.zip can be imported from it');
    expect((await importZip(other, reply.bytes, 'from_export=true')).body).toMatchObject({
      applied: true,
      findings: [],
    });
    expect(await tables(other, DATES)).toEqual(await tables(owner, DATES));
    const packed = files.get('company.ocf.zip')!;
    expect(await importZip(other, packed, 'from_export=true')).toMatchObject({ status: 422, code: 'no_package' });
    // Packed again with its folder, it is still everything.
    const again = await zipOf([...files].map(([path, content]) => ({ path: `acme/${path}`, content })));
    expect(await importZip(other, again)).toMatchObject({ status: 422, code: 'whole_export' });
    expect((await (await givenMember(server, owner, 'staff')).get('/api/organization/export')).status).toBe(403);
  });
});

const FOLDERS = [
  'ocf/samples',
  'ocf/docs/tutorials/quickstart/samples',
  'ocf/sample_ocf_folders/acme_holdings_limited',
  'ocf/testing_scripts/testPackage',
];
describe.each(FOLDERS.filter((folder) => hasShared(folder)))('the public package %s', (folder) => {
  it('is exported complete: all its objects are equal as JSON, and byte for byte while unchanged', async () => {
    const owner = await signUpCompany(server);
    const files: File[] = sharedFiles(folder);
    const bytes = await zipOf(files);
    const reply = await importZip(owner, bytes, 'accept_findings=true');
    expect([reply.status, reply.body.applied]).toEqual([200, true]);
    expect((await exported(owner)).bytes.equals(bytes)).toBe(true);
    await given.shareholder(owner);
    const { objects, report } = await unpack((await exported(owner)).bytes);
    const manifest = String(files.find(({ path }) => path.startsWith('Manifest'))!.content);
    const listed = files
      .filter(({ path }) => manifest.includes(path.replace('.ocf', '')) || manifest.includes(path))
      .flatMap(({ content }) => (parseExactly(String(content)) as { items?: Row[] }).items ?? []);
    expect(same(listed, objects)).toEqual([]);
    if (!hasShared('ocf/schema-main/schema')) return;
    const validators = officialSchemas('main');
    const refused = objects
      .filter((each) => !validators.get(String(each.object_type))?.(JSON.parse(JSON.stringify(each))))
      .map(({ id }) => String(id));
    expect(report!.refused_by_its_schema.map((each) => each.object_id).sort()).toEqual(refused.sort());
  });
});
