import { beforeAll, describe, expect, it } from 'vitest';
import { holder, issuer } from '../domain/ledger/factories.ts';
import { importZip, packageFiles, zipOf } from '../support/packages.ts';
import type { File } from '../support/packages.ts';
import { signUpCompany } from '../support/people.ts';
import type { Person } from '../support/people.ts';
import { useTestServer } from '../support/testServer.ts';

const server = useTestServer();
let owner: Person;
beforeAll(async () => void (owner = await signUpCompany(server)));

const files = packageFiles([issuer(), holder('ada')]);
/** The package with one more file, whose name is written over in the bytes: no honest zip writer makes such names. */
async function renamed(path: string): Promise<Buffer> {
  const placeholder = 'n'.repeat(path.length);
  const bytes = await zipOf([...files, { path: placeholder, content: 'x' }]);
  return Buffer.from(bytes.toString('latin1').replaceAll(placeholder, path), 'latin1');
}
const extra = (file: File) => () => zipOf([...files, file]);
/** Overwrites the declared unpacked size in every header of the first entry. */
async function lyingSizes(): Promise<Buffer> {
  const bytes = await zipOf([{ path: 'a.json', content: Buffer.alloc(5_000_000) }, ...files]);
  const central = bytes.indexOf(Buffer.from('PK\x01\x02', 'latin1'));
  bytes.writeUInt32LE(10, central + 24);
  return bytes;
}

describe('a package that means harm (T12) is refused quickly, and nothing of it is kept', () => {
  it.each<[string, () => Promise<Buffer>]>([
    ['a path that climbs out', () => renamed('../escape.json')],
    ['a path that climbs out of a folder', () => renamed('a/../../escape.json')],
    ['an absolute path', () => renamed('/etc/passwd')],
    ['a path with a drive', () => renamed('C:/windows/x')],
    ['a path with backslashes', () => renamed('..\\..\\escape.json')],
    ['a symbolic link', extra({ path: 'link', content: '/etc/passwd', options: { mode: 0o120777 } })],
    ['one name twice', () => zipOf([...files, files[1]!])],
    ['one name twice in other capitals', extra({ path: 'STAKEHOLDERS.OCF.JSON', content: '{}' })],
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
    ['sizes that lie', lyingSizes],
    ['bytes cut off in the middle', async () => (await zipOf(files)).subarray(0, 300)],
    ['no zip at all', async () => Buffer.from('This is no zip.')],
    ['an empty zip', () => zipOf([])],
    ['a zip of a zip', async () => zipOf([{ path: 'company.ocf.zip', content: await zipOf(files) }])],
    [
      'a manifest that is no JSON',
      () => zipOf([{ path: 'Manifest.ocf.json', content: '{"file_type": "OCF_MANIFEST_FILE"' }]),
    ],
  ])('%s', async (_what, make) => {
    const bytes = await make();
    const started = performance.now();
    const reply = await importZip(owner, bytes, 'accept_findings=true');
    expect([reply.status, typeof reply.detail]).toEqual([422, 'string']);
    expect(performance.now() - started).toBeLessThan(5000);
    expect((await owner.get('/api/ocf/imports/')).rows).toEqual([]);
    expect((await owner.get('/api/shareholders/')).rows).toEqual([]);
  });
  it('more than 50 MiB packed (413)', async () => {
    const reply = await importZip(owner, Buffer.alloc(50 * 1024 * 1024 + 1));
    expect([reply.status, reply.detail]).toEqual([413, 'File is too large. A package may have at most 50 MB.']);
  });
  it('takes 1,000 entries, which are still lawful', async () => {
    const many = [
      ...files,
      ...Array.from({ length: 1000 - files.length }, (_, n) => ({ path: `papers/${n}.txt`, content: 'x' })),
    ];
    expect((await importZip(owner, await zipOf(many), 'dry_run=true')).status).toBe(200);
  });
  it('reads an entry nested a thousand deep and a text of a megabyte without falling over', async () => {
    const deep = `${'['.repeat(5000)}${']'.repeat(5000)}`;
    const file = {
      path: 'Odd.ocf.json',
      content: `{"file_type":"OCF_STAKEHOLDERS_FILE","items":[{"object_type":"STAKEHOLDER","id":"x","deep":${deep}}]}`,
    };
    const reply = await importZip(owner, await zipOf([...files, file]), 'dry_run=true');
    expect([200, 422]).toContain(reply.status);
  });
});
