// Files of messages: whoever reads the message reads them, and nobody else.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { anyone, givenMember, signUp, signUpCompany, signUpShareholder, unique } from '#tests/support/people.ts';
import type { Caller, Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let owner: Person;
let viewer: Person;
let one: Person;
let two: Person;
let pending: Person | undefined;
let ids: unknown[];
let records: Row[];
beforeAll(async () => {
  owner = await signUpCompany(server);
  records = [await given.shareholder(owner), await given.shareholder(owner)];
  ids = records.map(({ id }) => id);
  one = await signUpShareholder(server, owner, records[0]!);
  two = await signUpShareholder(server, owner, records[1]!);
  viewer = await givenMember(server, owner, 'viewer');
});

const upload = (by: Caller, name: string, bytes: Buffer | string = given.PDF) => {
  const { body, options } = given.multipart({ name, bytes });
  return by.post('/api/messaging/files', body, options);
};
const pathOf = ({ id }: Row) => `/api/messaging/threads/${String(id)}`;
const messagesOf = async (by: Caller, thread: Row) => (await by.get(pathOf(thread))).body.messages as Row[];
const namesOf = async (by: Caller, thread: Row) =>
  (await messagesOf(by, thread)).flatMap(({ files }) => (files as Row[]).map(({ name }) => name));
const download = (by: Caller, { id }: Row) => by.get(`/api/messaging/files/${String(id)}/download`);
const answer = (by: Caller, thread: Row, file_ids: unknown[]) =>
  by.post(`${pathOf(thread)}/messages`, { body: 'With files.', file_ids });

/** Opens the file, opens it with a link, and asks for a link: 404 to whom it is not shown. */
async function reads(by: Caller, file: Row): Promise<boolean> {
  const url = `/api/messaging/files/${String(file.id)}`;
  const [whole, link] = [await by.get(`${url}/download`), await by.post(`${url}/link`, {})];
  // Who waits to be let in may do nothing, whatever the file.
  const isPending = by.post === pending?.post;
  expect([whole.status, link.status]).toEqual(whole.status === 200 ? [200, 200] : [404, isPending ? 403 : 404]);
  return whole.status === 200;
}

describe('a message with files', () => {
  it('shows them to its readers in its order, as they came', async () => {
    const [letter, picture] = [
      await given.messageFile(owner, 'letter.pdf'),
      await given.messageFile(owner, 'plan.txt', 'A plan'),
    ];
    expect(picture).toMatchObject({ name: 'plan.txt', content_type: 'text/plain; charset=utf-8', file_size: 6 });
    const thread = await given.thread(owner, { shareholder_ids: ids, file_ids: [picture.id, letter.id] });
    for (const by of [owner, viewer, one, two]) expect(await namesOf(by, thread)).toEqual(['plan.txt', 'letter.pdf']);
    const reply = await download(one, picture);
    expect([reply.text, reply.headers['content-security-policy'], reply.headers['content-disposition']]).toEqual([
      'A plan',
      "sandbox; default-src 'none'",
      expect.stringContaining('attachment; filename="document"; filename*=UTF-8\'\'plan.txt'),
    ]);
  });

  it('is answered with files, of the company and of a holder', async () => {
    const thread = await given.thread(owner, { shareholder_ids: [ids[0]] });
    const [own, theirs] = [await given.messageFile(owner, 'ours.pdf'), await given.messageFile(one, 'mine.pdf')];
    const said = await answer(one, thread, [theirs.id]);
    expect([said.status, said.body.files]).toEqual([
      201,
      [{ id: theirs.id, name: 'mine.pdf', content_type: 'application/pdf', file_size: given.PDF.length }],
    ]);
    expect((await answer(owner, thread, [own.id])).status).toBe(201);
    for (const by of [owner, one]) expect(await namesOf(by, thread)).toEqual(['mine.pdf', 'ours.pdf']);
    for (const file of [own, theirs]) expect([await reads(two, file), await reads(one, file)]).toEqual([false, true]);
  });

  it('of a dispute shows them to the company', async () => {
    const certificate = await given.certificate(owner, { shareholder_id: ids[0] });
    const copy = await given.messageFile(one, 'my copy.pdf');
    const said = await one.post(`/api/certificates/${String(certificate.id)}/dispute`, {
      reason: 'I hold twice as many.',
      file_ids: [copy.id],
    });
    expect(said.status).toBe(200);
    const [thread] = (await owner.get('/api/messaging/threads')).rows;
    expect(await namesOf(owner, thread!)).toEqual(['my copy.pdf']);
    expect([await reads(owner, copy), await reads(two, copy)]).toEqual([true, false]);
  });

  it('is no document of the company', async () => {
    const file = await given.messageFile(owner, `unlisted ${unique()}.pdf`);
    await given.thread(owner, { shareholder_ids: ids, file_ids: [file.id] });
    expect((await owner.get('/api/documents/')).rows.map(({ name }) => name)).not.toContain(file.name);
    expect((await owner.get(`/api/documents/${String(file.id)}/download`)).status).toBe(404);
  });
});

describe('who reads the files', () => {
  it('of an answer to a broadcast: its writer and the company', async () => {
    const thread = await given.thread(owner, { shareholder_ids: ids });
    const file = await given.messageFile(one, 'private.pdf');
    await answer(one, thread, [file.id]);
    expect(await namesOf(two, thread)).toEqual([]);
    expect([await reads(two, file), await reads(one, file), await reads(viewer, file)]).toEqual([false, true, true]);
  });

  it('of an answer in a group: everybody in it', async () => {
    const thread = await given.thread(owner, { shareholder_ids: ids, mode: 'group' });
    const file = await given.messageFile(one, 'for all.pdf');
    await answer(one, thread, [file.id]);
    expect([await namesOf(two, thread), await reads(two, file)]).toEqual([['for all.pdf'], true]);
  });

  it('is no other company, nobody who waits, nobody whose membership ended, and no stranger', async () => {
    const thread = await given.thread(owner, { shareholder_ids: ids });
    const file = await given.messageFile(owner);
    await answer(owner, thread, [file.id]);
    pending = await signUp(server, { account_type: 'shareholder', client_name: owner.user.client_name });
    const foreign = await signUpCompany(server);
    for (const by of [pending, foreign]) expect(await reads(by, file)).toBe(false);
    const url = `/api/messaging/files/${String(file.id)}/download`;
    expect((await anyone(server).get(url)).status).toBe(401);
  });

  it('is not an account that is linked to the record later, but for what the company wrote', async () => {
    const record = await given.shareholder(owner);
    const before = await signUpShareholder(server, owner, record);
    const thread = await given.thread(owner, { shareholder_ids: [record.id] });
    const [asked, said] = [await given.messageFile(owner, 'asked.pdf'), await given.messageFile(before, 'said.pdf')];
    await answer(owner, thread, [asked.id]);
    await answer(before, thread, [said.id]);
    const link = await before.post(`/api/messaging/files/${String(asked.id)}/link`, {});
    await owner.post(`/api/shareholders/${String(record.id)}/unlink`, {});
    await owner.put(`/api/shareholders/${String(record.id)}`, { email: `later-${unique()}@example.com` });
    const later = await signUpShareholder(
      server,
      owner,
      (await owner.get(`/api/shareholders/${String(record.id)}`)).body,
    );
    expect(await namesOf(later, thread)).toEqual(['asked.pdf']);
    expect([await reads(later, asked), await reads(later, said)]).toEqual([true, false]);
    expect((await download(before, said)).status).toBe(401);
    // A link that was made while it was allowed opens nothing any more.
    expect((await anyone(server).get(String(link.body.url))).status).toBe(404);
  });

  it('gets a link that works once, and each download is in the trail', async () => {
    const file = await given.messageFile(owner, 'once.pdf');
    const thread = await given.thread(owner, { shareholder_ids: [ids[0]], file_ids: [file.id] });
    const link = await one.post(`/api/messaging/files/${String(file.id)}/link`, {});
    const open = () => anyone(server).get(String(link.body.url));
    expect([(await open()).status, (await open()).status]).toEqual([200, 404]);
    await download(one, file);
    const rows = (await owner.get('/api/audit/')).rows.filter(({ resource_id }) => resource_id === thread.id);
    expect(rows.filter(({ action }) => action === 'download').map(({ summary }) => summary)).toEqual([
      'downloaded once.pdf of a message',
      'downloaded once.pdf of a message',
    ]);
  });
});

describe('an upload', () => {
  it('is nobody else’s to send or to open, and is sent once', async () => {
    const file = await given.messageFile(one);
    const thread = await given.thread(owner, { shareholder_ids: ids });
    expect(await reads(one, file)).toBe(false);
    for (const by of [owner, two])
      expect(await answer(by, thread, [file.id])).toMatchObject({
        status: 422,
        body: { errors: [{ field: 'file_ids', message: 'A file is no longer kept. Attach it again.' }] },
      });
    expect((await messagesOf(owner, thread)).length).toBe(1);
    expect((await answer(one, thread, [file.id])).status).toBe(201);
    expect((await answer(one, thread, [file.id])).status).toBe(422);
  });

  it('counts for a day, and then leaves nothing behind', async () => {
    const thread = await given.thread(owner, { shareholder_ids: ids });
    const [sent, late] = [await given.messageFile(one), await given.messageFile(one)];
    await answer(one, thread, [sent.id]);
    const keyOf = async ({ id }: Row) =>
      (
        await server.sql<{ key: string }>(
          'select storage_key as key from message_file where id = $1 union select storage_key from message_upload where id = $1',
          [id],
        )
      )[0]!.key;
    const [kept, gone] = [await keyOf(sent), await keyOf(late)];
    const waiting = await server.sql('select 1 from abandoned_file where storage_key = $1 and removable_at > now()', [
      gone,
    ]);
    expect(waiting.length).toBe(1);
    await server.sql(`update message_upload set expires_at = now() - interval '1 hour' where id = $1`, [late.id]);
    expect((await answer(one, thread, [late.id])).status).toBe(422);
    await server.sql('update abandoned_file set removable_at = now() where storage_key = $1', [gone]);
    const document = await given.document(owner);
    await owner.delete(`/api/documents/${String(document.id)}`);
    expect(await server.sql('select 1 from message_upload where id = $1', [late.id])).toEqual([]);
    await expect(server.deps.files.get(gone)).rejects.toMatchObject({ code: 'ENOENT' });
    expect((await server.deps.files.get(kept)).length).toBe(given.PDF.length);
  });

  it.each([
    ['a program', 'setup.exe', Buffer.from('MZ'), 415],
    ['a text called a PDF', 'letter.pdf', 'plain', 415],
    [
      'a PDF that runs a script',
      'form.pdf',
      given.PDF.replace('/Catalog', '/Catalog/OpenAction<</S/JavaScript/JS(x)>>'),
      422,
    ],
    ['an empty file', 'empty.txt', '', 422],
  ])('of %s is refused', async (_what, name, bytes, status) => {
    expect((await upload(one, name, bytes)).status).toBe(status);
  });

  it('keeps no path and no turned letters in its name', async () => {
    expect((await upload(one, '../../etc/\u202egpj.letter.pdf')).body.name).toBe('gpj.letter.pdf');
  });

  it('goes with at most ten others, each once', async () => {
    const thread = await given.thread(owner, { shareholder_ids: ids });
    const files = [];
    for (let n = 0; n < 11; n++) files.push((await given.messageFile(one)).id);
    expect((await answer(one, thread, files)).status).toBe(422);
    expect((await answer(one, thread, [files[0], files[0]])).status).toBe(422);
    expect((await answer(one, thread, files.slice(0, 10))).status).toBe(201);
    expect((await answer(one, thread, ['not an id'])).status).toBe(422);
  });

  it('is not for who may not write', async () => {
    expect((await upload(viewer, 'letter.pdf')).status).toBe(403);
  });
});
