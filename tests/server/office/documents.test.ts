import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { PDF, multipart } from '#tests/support/given.ts';
import { zipOf } from '#tests/support/packages.ts';
import { anyone, givenMember, signUpCompany, signUpShareholder } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let owner: Person;
beforeAll(async () => void (owner = await signUpCompany(server)));

const upload = (name: string, bytes: Buffer | string, fields: Record<string, string> = {}, by: Person = owner) => {
  const { body, options } = multipart({ name, bytes }, fields);
  return by.post('/api/documents/upload', body, options);
};
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const JPG = Buffer.from('ffd8ffe000104a46494600010100000100010000ffc0000b080001000101011100ffd9', 'hex');
const office = (kind: 'word' | 'xl', file: string) =>
  zipOf([
    {
      path: '[Content_Types].xml',
      content: `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/${kind}/${file}" ContentType="application/vnd.openxmlformats-officedocument.${kind === 'word' ? 'wordprocessingml.document' : 'spreadsheetml.sheet'}.main+xml"/></Types>`,
    },
    { path: `${kind}/${file}`, content: '<x/>' },
  ]);

describe('uploading a document', () => {
  it.each<[string, () => Promise<Buffer | string> | Buffer | string, string]>([
    ['minutes.pdf', () => PDF, 'application/pdf'],
    ['seal.png', () => PNG, 'image/png'],
    ['photo.JPG', () => JPG, 'image/jpeg'],
    [
      'letter.docx',
      () => office('word', 'document.xml'),
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    ],
    [
      'table.xlsx',
      () => office('xl', 'workbook.xml'),
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    ],
    ['list.csv', () => 'name,shares\nAda,5\n', 'text/csv; charset=utf-8'],
    ['note.txt', () => 'Grüße', 'text/plain; charset=utf-8'],
  ])('accepts %s, and gives back the same bytes under its own type', async (name, bytes, type) => {
    const content = Buffer.from((await bytes()) as string);
    const reply = await upload(name, content, { document_type: 'agreement' });
    expect([reply.status, reply.body]).toMatchObject([
      201,
      { name, type: 'agreement', file_size: content.length, status: 'available', created_at: expect.any(String) },
    ]);
    const download = await owner.get(`/api/documents/${String(reply.body.id)}/download`);
    expect([download.status, download.headers['content-type'], download.bytes.equals(content)]).toEqual([
      200,
      type,
      true,
    ]);
  });
  const TAKEN =
    'This file type is not allowed. Upload a PDF, a picture, a Word, Excel, CSV or text file: .pdf, .png, .jpg, .jpeg, .docx, .xlsx, .csv, .txt.';
  const ends = (ending: string, but: string) => `The name of this file ends in ${ending}, but its content is ${but}.`;
  it.each<[string, string, () => Promise<Buffer | string> | Buffer | string, string]>([
    ['a program', 'setup.exe', () => 'MZ\u0090', TAKEN],
    ['a web page', 'page.html', () => '<script>alert(1)</script>', TAKEN],
    ['a drawing with a script', 'logo.svg', () => '<svg onload="alert(1)"/>', TAKEN],
    ['a file without an extension', 'minutes', () => PDF, TAKEN],
    ['a double extension', 'paper.pdf.exe', () => PDF, TAKEN],
    ['a web page named as a PDF', 'page.PDF', () => '<html>', ends('.PDF', 'no PDF: it is text')],
    ['a PDF named as a picture', 'paper.png', () => PDF, ends('.png', 'no PNG picture: it is a PDF')],
    [
      'a zip named as a Word document',
      'letter.docx',
      () => zipOf([{ path: 'a.txt', content: 'x' }]),
      ends('.docx', 'no Word document: it is a .zip file'),
    ],
    ['a PDF named as a text', 'note.txt', () => PDF, ends('.txt', 'not text: it is a PDF')],
    ['a text with a NUL in it', 'note.txt', () => 'a\u0000b', ends('.txt', 'not text')],
    ['a text that is not UTF-8', 'note.csv', () => Buffer.from([0xff, 0xfe, 0x41]), ends('.csv', 'not text')],
  ])('refuses %s (415), and says why', async (_what, name, bytes, why) => {
    const reply = await upload(name, await bytes());
    expect([reply.status, reply.detail]).toEqual([415, why]);
  });
  it('refuses a picture that is enormous when opened, and a PDF without an end (422)', async () => {
    const bomb = Buffer.from(PNG);
    bomb.writeUInt32BE(100_000, 16);
    bomb.writeUInt32BE(100_000, 20);
    for (const [name, bytes] of [
      ['big.png', bomb],
      ['cut.pdf', PDF.slice(0, 40)],
    ] as const)
      expect(await upload(name, bytes)).toMatchObject({ status: 422, code: 'unsafe_file' });
  });
  it('refuses a container with 1,001 entries, or with a path that leaves it (422)', async () => {
    const many = await zipOf(Array.from({ length: 1001 }, (_, n) => ({ path: `${n}`, content: '' })));
    const climbing = Buffer.from(
      (await zipOf([{ path: 'nnnnnnnn', content: 'x' }])).toString('latin1').replaceAll('nnnnnnnn', '../../xy'),
      'latin1',
    );
    for (const bytes of [many, climbing]) {
      const reply = await upload('letter.docx', bytes);
      expect([reply.status, String(reply.detail)]).toEqual([
        422,
        expect.stringContaining('This file could not be processed safely'),
      ]);
    }
  });
  it('refuses an empty file, no file, an unknown type, an unknown field and an unknown holder (422)', async () => {
    expect((await upload('a.pdf', '')).status).toBe(422);
    const { body, options } = multipart(null, { document_type: 'other' });
    expect((await owner.post('/api/documents/upload', body, options)).status).toBe(422);
    for (const fields of [{ document_type: 'secret' }, { org_id: 'x' }, { shareholder_id: 'none' }] as Record<
      string,
      string
    >[])
      expect((await upload('a.pdf', PDF, fields)).status).toBe(422);
    expect((await owner.post('/api/documents/upload', { file: 'x' })).status).toBe(415);
  });
  it('refuses more than 25 MiB (413), and accepts exactly that', async () => {
    const text = (size: number) => Buffer.alloc(size, 'a');
    const over = await upload('long.txt', text(25 * 1024 * 1024 + 1));
    expect([over.status, over.detail]).toEqual([413, 'File is too large. The maximum size is 25 MB.']);
    expect((await upload('long.txt', text(25 * 1024 * 1024))).status).toBe(201);
  });
  it('never uses a file name as a path, and keeps only a cleaned label of it', async () => {
    const reply = await upload('..\\..\\etc/pass\u202Ewd\u0007.txt', 'x');
    expect(reply.body.name).toBe('passwd.txt');
    const names = readdirSync(join(server.dataDir, 'files'), { recursive: true }).map(String);
    expect(names.every((name) => /^[0-9a-f-]{36}(\/[0-9a-f-]{36})?$/.test(name))).toBe(true);
  });
  it('has the type other when none is given, and keeps the hash of its bytes', async () => {
    expect((await given.document(owner)) as Row).toMatchObject({
      type: 'other',
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });
  it('is refused to a viewer and a shareholder', async () => {
    const holder = await given.shareholder(owner);
    for (const by of [await givenMember(server, owner, 'viewer'), await signUpShareholder(server, owner, holder)])
      expect((await upload('a.pdf', PDF, {}, by)).status).toBe(403);
  });
});

describe('downloading a document (T13)', () => {
  it('is sent so that no browser opens it in our name', async () => {
    const { id } = (await upload("Gründung „A“; 'x'.pdf", PDF)).body;
    const { headers } = await owner.get(`/api/documents/${String(id)}/download`);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cache-control': 'private, no-store',
      'cross-origin-resource-policy': 'same-origin',
    });
    const disposition = String(headers['content-disposition']);
    expect(disposition).toMatch(/^attachment; filename="document"; filename\*=UTF-8''[A-Za-z0-9%._-]+$/);
    expect(decodeURIComponent(disposition.split("''")[1]!)).toBe("Gründung „A“; 'x'.pdf");
  });
  it('is for the holder it names and for the company; another holder gets 404', async () => {
    const [one, two] = [await given.shareholder(owner), await given.shareholder(owner)];
    const [first, second] = [await signUpShareholder(server, owner, one), await signUpShareholder(server, owner, two)];
    const { id } = await given.document(owner, { fields: { shareholder_id: String(one.id) } });
    const company = await given.document(owner);
    const status = async (by: Person, document: unknown) =>
      (await by.get(`/api/documents/${String(document)}/download`)).status;
    expect([await status(first, id), await status(second, id), await status(first, company.id)]).toEqual([
      200, 404, 404,
    ]);
    expect((await first.get('/api/documents/')).rows.map((row) => row.id)).toEqual([id]);
    expect((await second.post(`/api/documents/${String(id)}/link`, {})).status).toBe(404);
    expect((await anyone(server).get(`/api/documents/${String(id)}/download`)).status).toBe(401);
  });
  it('through a link works once, for a minute, and for this document only', async () => {
    const [one, other] = [await given.document(owner), await given.document(owner)];
    const link = async () => {
      const reply = await owner.post(`/api/documents/${String(one.id)}/link`, {});
      expect(reply.body).toEqual({
        url: expect.stringMatching(/^\/api\/documents\/[^?]+\/download\?link=[\w-]{43}$/),
        expires_at: expect.any(String),
      });
      return String(reply.body.url);
    };
    const stranger = anyone(server);
    const url = await link();
    expect((await stranger.get(url.replace(String(one.id), String(other.id)))).status).toBe(404);
    expect([(await stranger.get(url)).status, (await stranger.get(url)).status]).toEqual([200, 404]);
    const late = await link();
    await server.sql(`update download_link set expires_at = now() - interval '1 second'`);
    expect((await stranger.get(late)).status).toBe(404);
    const many = await link();
    const replies = await Promise.all(Array.from({ length: 10 }, () => stranger.get(many)));
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1);
  });
  it('through a link ends with the right to see the document', async () => {
    const holder = await given.shareholder(owner);
    const person = await signUpShareholder(server, owner, holder);
    const { id } = await given.document(owner, { fields: { shareholder_id: String(holder.id) } });
    const { url } = (await person.post(`/api/documents/${String(id)}/link`, {})).body;
    await server.sql(`update membership set status = 'rejected' where account_id = $1`, [person.user.id]);
    expect((await anyone(server).get(String(url))).status).toBe(404);
  });
  it('is refused when the stored bytes differ from the upload', async () => {
    const { id } = await given.document(owner);
    await server.sql(`update document set sha256 = repeat('0', 64) where id = $1`, [id]);
    expect(await owner.get(`/api/documents/${String(id)}/download`)).toMatchObject({
      status: 503,
      code: 'file_damaged',
    });
    server.failures.length = 0;
  });
  it('ends when the document is deleted, and its bytes are removed', async () => {
    const { id } = await given.document(owner);
    const count = () => readdirSync(join(server.dataDir, 'files'), { recursive: true }).length;
    const before = count();
    expect((await owner.delete(`/api/documents/${String(id)}`)).status).toBe(204);
    expect([(await owner.get(`/api/documents/${String(id)}/download`)).status, count()]).toEqual([404, before - 1]);
  });
});
