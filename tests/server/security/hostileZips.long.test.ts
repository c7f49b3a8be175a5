import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import { holder, issuer } from '#tests/domain/ledger/factories.ts';
import { watchOwnTime } from '#tests/support/time/computed.ts';
import { importZip, packageFiles, zipOf } from '#tests/support/packages.ts';
import type { File } from '#tests/support/packages.ts';
import { signUpCompany } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let owner: Person;
beforeAll(async () => void (owner = await signUpCompany(server)));

// Of our own computing: two seconds on an idle core.
const WITHIN_MS = 4000;
const files = packageFiles([issuer(), holder('ada')]);
/** The package with one more file, whose name is overwritten in the bytes, because no zip library writes such names. */
async function renamed(path: string): Promise<Buffer> {
  const placeholder = 'n'.repeat(path.length);
  const bytes = await zipOf([...files, { path: placeholder, content: 'x' }]);
  return Buffer.from(bytes.toString('latin1').replaceAll(placeholder, path), 'latin1');
}
/** One packed file under 900 names: the directory of the archive points at the same bytes each time. */
async function overlapping(): Promise<Buffer> {
  const content = Buffer.alloc(220_000, ' ');
  const bytes = await zipOf([...files, { path: 'same0000.ocf.json', content }]);
  const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  const start = bytes.readUInt32LE(end + 16);
  const last = bytes.lastIndexOf(Buffer.from('PK\x01\x02', 'latin1'));
  const again = Array.from({ length: 900 }, (_, n) => {
    const header = Buffer.from(bytes.subarray(last, end));
    header.write(`same${String(n + 1).padStart(4, '0')}`, 46);
    return header;
  });
  const directory = Buffer.concat([bytes.subarray(start, end), ...again]);
  const tail = Buffer.from(bytes.subarray(end));
  const count = files.length + 1 + again.length;
  tail.writeUInt16LE(count, 8);
  tail.writeUInt16LE(count, 10);
  tail.writeUInt32LE(directory.length, 12);
  return Buffer.concat([bytes.subarray(0, start), directory, tail]);
}
const holdersFile = (items: string) =>
  zipOf([
    ...files.filter(({ path }) => path !== 'Stakeholders.ocf.json'),
    { path: 'Stakeholders.ocf.json', content: `{"file_type":"OCF_STAKEHOLDERS_FILE","items":[${items}]}` },
  ]);
const many = (count: number, item: (n: number) => string) => Array.from({ length: count }, (_, n) => item(n)).join();
const noise = (n: number) => createHash('md5').update(String(n)).digest('hex');

/** Calls health while the package is read. Returns the longest that an answer waited for our own computing, in milliseconds. */
async function slowestAnswerDuring(work: Promise<unknown>): Promise<number> {
  let isDone = false;
  let slowest = 0;
  void work.finally(() => (isDone = true));
  while (!isDone) {
    const waited = watchOwnTime();
    expect((await owner.get('/api/health')).status).toBe(200);
    slowest = Math.max(slowest, waited());
    await new Promise(setImmediate);
  }
  return slowest;
}
const extra = (file: File) => () => zipOf([...files, file]);
/** Overwrites the declared unpacked size in every header of the first entry. */
async function lyingSizes(): Promise<Buffer> {
  const bytes = await zipOf([{ path: 'a.json', content: Buffer.alloc(5_000_000) }, ...files]);
  const central = bytes.indexOf(Buffer.from('PK\x01\x02', 'latin1'));
  bytes.writeUInt32LE(10, central + 24);
  return bytes;
}

/** Changes one bit of a holder's name. Only the checksum reveals it. */
async function otherName(): Promise<Buffer> {
  const bytes = await zipOf(files.map((file) => ({ ...file, options: { compress: false } })));
  bytes[bytes.indexOf('"ada"') + 1]! ^= 2;
  return bytes;
}
async function otherChecksum(): Promise<Buffer> {
  const bytes = await zipOf(files);
  bytes[bytes.lastIndexOf(Buffer.from('PK\x01\x02', 'latin1')) + 16]! ^= 1;
  return bytes;
}

describe('a harmful package (T12) is refused quickly, and nothing of it is kept', () => {
  it.each<[string, () => Promise<Buffer>]>([
    ['a path that climbs out', () => renamed('../escape.json')],
    ['a path that climbs out of a folder', () => renamed('a/../../escape.json')],
    ['an absolute path', () => renamed('/etc/passwd')],
    ['a path with a drive', () => renamed('C:/windows/x')],
    ['a path with backslashes', () => renamed('..\\..\\escape.json')],
    ['a symbolic link', extra({ path: 'link', content: '/etc/passwd', options: { mode: 0o120777 } })],
    ['one name twice', () => zipOf([...files, files[1]!])],
    ['one name twice in different case', extra({ path: 'STAKEHOLDERS.OCF.JSON', content: '{}' })],
    ['two manifests', extra({ path: 'other/Manifest.ocf.json', content: files[0]!.content })],
    ['no manifest', () => zipOf(files.slice(1))],
    [
      '1,001 entries',
      () =>
        zipOf([
          ...files,
          ...Array.from({ length: 1001 - files.length }, (_, n) => ({ path: `${n}.txt`, content: '' })),
        ]),
    ],
    [
      'a bomb of 210 MiB in 210 KiB',
      () => zipOf([...files, { path: 'bomb', content: Buffer.alloc(210 * 1024 * 1024) }]),
    ],
    ['900 names for the same bytes', overlapping],
    [
      '199 MiB of blanks',
      () => zipOf([...files, { path: 'More.ocf.json', content: Buffer.alloc(199 * 1024 * 1024, ' ') }]),
    ],
    ['wrong sizes', lyingSizes],
    ['bytes that do not match their checksum', otherName],
    ['a checksum that does not match its bytes', otherChecksum],
    ['bytes cut off in the middle', async () => (await zipOf(files)).subarray(0, 300)],
    ['no zip at all', async () => Buffer.from('This is no zip.')],
    ['an empty zip', () => zipOf([])],
    ['a zip of a zip', async () => zipOf([{ path: 'company.ocf.zip', content: await zipOf(files) }])],
    [
      'a manifest that is not JSON',
      () => zipOf([{ path: 'Manifest.ocf.json', content: '{"file_type": "OCF_MANIFEST_FILE"' }]),
    ],
    ['three million empty items', () => holdersFile(many(3_000_000, () => '{}'))],
    ['three million items that are not objects', () => holdersFile(many(3_000_000, () => '0'))],
    [
      'half a million items of one id',
      () => holdersFile(many(500_000, () => '{"object_type":"STAKEHOLDER","id":"x"}')),
    ],
    [
      'half a million items without an id',
      () => holdersFile(many(500_000, () => '{"object_type":"TX_STOCK_ISSUANCE"}')),
    ],
    ['lists in lists, ten million deep', () => holdersFile('['.repeat(10_000_000))],
    ['an item of ten million lists', () => holdersFile(`{"id":"x","deep":[${many(10_000_000, () => '[]')}]}`)],
    ['an item of a million members', () => holdersFile(`{${many(1_000_000, (n) => `"${n}":1`)}}`)],
    [
      'a file of a million members',
      () => zipOf([...files, { path: 'More.ocf.json', content: `{${many(1_000_000, (n) => `"${n}":1`)}}` }]),
    ],
    [
      'more than a million items, each with an id',
      () => holdersFile(many(1_000_001, (n) => `{"object_type":"STAKEHOLDER","id":"${noise(n)}"}`)),
    ],
  ])('%s', async (_what, make) => {
    const bytes = await make();
    const waited = watchOwnTime();
    const asked = importZip(owner, bytes, 'accept_findings=true');
    const slowest = await slowestAnswerDuring(asked);
    const reply = await asked;
    expect([reply.status, typeof reply.detail]).toEqual([422, 'string']);
    expect(waited()).toBeLessThan(WITHIN_MS);
    expect(slowest).toBeLessThan(WITHIN_MS / 4);
    expect((await owner.get('/api/ocf/imports/')).rows).toEqual([]);
    expect((await owner.get('/api/shareholders/')).rows).toEqual([]);
  });
  it.each([
    ['../escape.json', 'a file name in it points outside the archive'],
    ['C:/windows/x', 'a file name in it points outside the archive'],
  ])('is refused with the reason: %s', async (path, why) => {
    const reply = await importZip(owner, await renamed(path));
    expect(reply.detail).toBe(`This file could not be processed safely: ${why}.`);
  });
  it('is told apart from a file that is not a package, whose refusal says what is accepted', async () => {
    const reply = await importZip(owner, Buffer.from('Holder,Shares\nAda,100\n'));
    expect([reply.status, reply.detail]).toEqual([
      422,
      'This file is not an Open Cap Format package (.ocf.zip). Export one from the software that holds your cap table, and choose that file.',
    ]);
  });
  it('may have more than 50 MiB packed, which is refused (413)', async () => {
    const reply = await importZip(owner, Buffer.alloc(50 * 1024 * 1024 + 1));
    expect([reply.status, reply.detail]).toEqual([
      413,
      'File is too large. A package may have at most 50 MB. Of everything that Sharebook exports, unpack company.ocf.zip and choose that.',
    ]);
  });
  it('is told apart from one with 1,000 entries, which is allowed', async () => {
    const many = [
      ...files,
      ...Array.from({ length: 1000 - files.length }, (_, n) => ({ path: `papers/${n}.txt`, content: 'x' })),
    ];
    expect((await importZip(owner, await zipOf(many), 'dry_run=true')).status).toBe(200);
  });
  it('nested five thousand deep does not crash the reader', async () => {
    const deep = `${'['.repeat(5000)}${']'.repeat(5000)}`;
    const file = {
      path: 'Odd.ocf.json',
      content: `{"file_type":"OCF_STAKEHOLDERS_FILE","items":[{"object_type":"STAKEHOLDER","id":"x","deep":${deep}}]}`,
    };
    const reply = await importZip(owner, await zipOf([...files, file]), 'dry_run=true');
    expect([200, 422]).toContain(reply.status);
  });
  it('with a name of a megabyte is read without that item', async () => {
    const name = { legal_name: Array.from({ length: 32_768 }, (_, n) => noise(n)).join('') };
    const long = packageFiles([issuer(), { ...holder('ada'), name }]);
    const reply = await importZip(owner, await zipOf(long), 'dry_run=true');
    expect([reply.status, (reply.body.findings as Row[]).map(({ message }) => message)]).toEqual([
      200,
      ['Item 1 of Stakeholders.ocf.json has a name of more than 500 characters, so it was left out.'],
    ]);
  });
});
