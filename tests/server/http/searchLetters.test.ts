// A search knows the letters of every alphabet, and a letter with an accent is one however it is encoded. The database's own
// comparison without case may know the letters of English alone.
import { beforeAll, describe, expect, it } from 'vitest';
import { foldLetters } from '#src/domain/letters.ts';
import { searchedFor } from '#src/domain/searchPattern.ts';
import * as given from '#tests/support/given.ts';
import { signUpCompany } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let owner: Person;
beforeAll(async () => void (owner = await signUpCompany(server)));

const FILE = `Shareholder,Class,Shares,Issue Date
Zoë Åkesdotter,Common,10,2024-01-15
Иван Орлов,Common,10,2024-01-15
ÉCLAT SARL,Common,10,2024-01-15
${'José Prats'.normalize('NFD')},Common,10,2024-01-15
Łukasz Łódź,Common,10,2024-01-15
Anna Orlova,Common,10,2024-01-15
Hauptstraße 100%_ GmbH,Common,10,2024-01-15
İPEK IŞIK,Common,10,2024-01-15
Οδυσσεύς Παππάς,Common,10,2024-01-15
Nguyễn Việt,Common,10,2024-01-15
ＡＣＭＥ １－Ｂ,Common,10,2024-01-15
${'김철수'.normalize('NFD')},Common,10,2024-01-15
`;
const found = async (path: string, q: string, shown: string): Promise<unknown[]> =>
  (await owner.get(given.listUrl(path, { filter: { q } }))).rows.map((row) => row[shown]);

describe('a search', () => {
  beforeAll(async () => {
    const sheet = await owner.post('/api/sheets', { text: FILE, as_of: '2024-12-31' });
    await owner.post(`/api/sheets/${String(sheet.body.id)}/apply`, { accept_warnings: true });
  });
  it.each([
    ['åkesdotter', 'Zoë Åkesdotter'],
    ['ZOË', 'Zoë Åkesdotter'],
    ['ZOË'.normalize('NFD'), 'Zoë Åkesdotter'],
    ['орлов', 'Иван Орлов'],
    ['ОРЛОВ', 'Иван Орлов'],
    ['éclat', 'ÉCLAT SARL'],
    ['josé', 'José Prats'],
    ['JOSÉ'.normalize('NFD'), 'José Prats'],
    ['łódź', 'Łukasz Łódź'],
    ['STRASSE', 'Hauptstraße 100%_ GmbH'],
    ['hauptstraẞe', 'Hauptstraße 100%_ GmbH'],
    ['0%_ g', 'Hauptstraße 100%_ GmbH'],
    ['ipek ışık', 'İPEK IŞIK'],
    ['ΟΔΥΣΣΕΎΣ', 'Οδυσσεύς Παππάς'],
    ['NGUYỄN', 'Nguyễn Việt'],
    ['김철', '김철수'],
    ['acme 1-b', 'ＡＣＭＥ １－Ｂ'],
    ['ａｃｍｅ', 'ＡＣＭＥ １－Ｂ'],
    ['ｏｒｌｏｖａ', 'Anna Orlova'],
    // Whoever types no accent, or has no key for it, finds the letter with it.
    ['jose', 'José Prats'],
    ['JOSE PRATS', 'José Prats'],
    ['zoe åkes', 'Zoë Åkesdotter'],
    ['akes', 'Zoë Åkesdotter'],
    ['eclat', 'ÉCLAT SARL'],
    ['lukasz lodz', 'Łukasz Łódź'],
    ['Nguyen Viet', 'Nguyễn Việt'],
    ['ΟΔΥΣΣΕΥΣ ΠΑΠΠΑΣ', 'Οδυσσεύς Παππάς'],
    ['ipek isik', 'İPEK IŞIK'],
  ])('for %s finds %s', async (q, name) => {
    const names = await found('/api/shareholders/', q, 'name');
    expect(names.map((each) => String(each).normalize('NFC'))).toEqual([name]);
    const holders = await found('/api/certificates/', q, 'shareholder');
    expect(holders.map((each) => String(each).normalize('NFC'))).toEqual([name]);
  });
  it('takes an accent that is typed as part of its letter, however it is encoded, and never the marks of other alphabets', async () => {
    for (const q of ['josè', 'zoé', 'ånna', 'órlova', 'łukasz lodż', 'nguyèn', '기'])
      expect(await found('/api/shareholders/', q, 'name')).toEqual([]);
  });
  it('filters by what a column contains in the same way', async () => {
    const rows = async (filter: object) => (await owner.get(given.listUrl('/api/shareholders/', { filter }))).rows;
    const names = (await rows({ name_contains: 'jose' })).map(({ name }) => String(name).normalize('NFC'));
    expect(names).toEqual(['José Prats']);
    expect(await rows({ name_contains: 'josè' })).toEqual([]);
  });
  it('takes % and _ as they are', async () => {
    for (const q of ['%', '_', '100%_']) expect(await found('/api/shareholders/', q, 'name')).toHaveLength(1);
    for (const q of ['\\', '.*', '[a-z]', '(?:', '***=a', '{2}', 'a|b'])
      expect(await found('/api/shareholders/', q, 'name')).toEqual([]);
  });
  it('does so in the CSV file too', async () => {
    const file = await owner.get(given.listUrl('/api/shareholders/export.csv', { filter: { q: 'åkesdotter' } }));
    expect(file.text.trim().split('\n')).toHaveLength(2);
    expect(file.text).toContain('Zoë Åkesdotter');
  });
  it('does so for documents, tasks, threads, distributions and classes', async () => {
    const name = 'Protokół Łąka.pdf'.normalize('NFD');
    await given.document(owner, { name });
    await given.task(owner, { title: 'Проверить устав' });
    await given.thread(owner, { subject: 'Änderung der Satzung' });
    const { id } = await given.shareClass(owner, { name: 'Ärzte-Aktien' });
    await given.distribution(owner, { name: 'ŻNIWA 2024', share_class_ids: [id] });
    for (const q of ['łąka', 'ŁĄKA', 'łąka'.normalize('NFD')])
      expect((await found('/api/documents/', q, 'name')).map((each) => String(each).normalize('NFC'))).toEqual([
        'Protokół Łąka.pdf',
      ]);
    expect(await found('/api/tasks/', 'УСТАВ', 'title')).toEqual(['Проверить устав']);
    expect(await found('/api/messaging/threads', 'ÄNDERUNG', 'subject')).toEqual(['Änderung der Satzung']);
    expect(await found('/api/share-classes/', 'ärzte', 'name')).toEqual(['Ärzte-Aktien']);
    expect(await found('/api/distributions/', 'żniwa', 'name')).toEqual(['ŻNIWA 2024']);
  });
  it('refuses a class of a name that differs in case alone', async () => {
    const body = { class_type: 'COMMON', prefix: 'AE-', authorized_shares: '100', votes_per_share: 1, seniority: 1 };
    const reply = await owner.post('/api/share-classes/', { ...body, name: 'ÄRZTE-AKTIEN' });
    expect(reply).toMatchObject({ status: 409, body: { code: 'class_name_taken', errors: [{ field: 'name' }] } });
  });
});

describe('every letter', () => {
  it('that has a capital is found by it and finds it, composed and decomposed', async () => {
    const texts: string[] = [];
    for (let code = 0x80; code < 0x1f000; code += 1) {
      const letter = String.fromCodePoint(code);
      if (/\p{Ll}/u.test(letter) && letter.normalize('NFC') === letter && foldLetters(letter) === letter)
        texts.push(letter);
    }
    expect(texts.length).toBeGreaterThan(1000);
    const tries = texts.flatMap((letter) => {
      const written = [letter, letter.toUpperCase()].flatMap((text) => [text, text.normalize('NFD')]);
      return written.flatMap((stored) => written.map((typed) => ({ letter, stored, ...searchedFor(typed) })));
    });
    const rows = await server.sql(
      `select distinct t.letter from unnest($1::text[], $2::text[], $3::text[], $4::text[]) t (letter, stored, plain, pattern)
       where not contains_text(t.stored, t.plain, t.pattern)`,
      (['letter', 'stored', 'plain', 'pattern'] as const).map((name) => tries.map((each) => each[name])),
    );
    expect(rows).toEqual([]);
  });
});

describe('names', () => {
  it('are sorted without regard to case in every alphabet', async () => {
    const company = await signUpCompany(server);
    const wanted = ['ааа', 'Ббб', 'ВВВ', 'ггг'];
    for (const entity_name of ['ВВВ', 'ггг', 'ааа', 'Ббб'])
      await given.shareholder(company, { type: 'entity', entity_name });
    const { rows } = await company.get('/api/shareholders/?sort=["name","ASC"]');
    expect(rows.map(({ name }) => name)).toEqual(wanted);
  });
  it('with a stroke, two letters drawn as one and letters of the full width stand beside their letters', async () => {
    const company = await signUpCompany(server);
    const wanted = [
      'ＡＢＣ',
      'Ærø',
      'Đặng',
      'dora',
      'Łódź',
      'Lyra',
      'Œuvre',
      'Ole',
      'ẞtar',
      'star',
      'Þor',
      'Zürich',
      '山田',
    ];
    for (const entity_name of wanted.toReversed()) await given.shareholder(company, { type: 'entity', entity_name });
    const { rows } = await company.get('/api/shareholders/?sort=["name","ASC"]&range=[0,49]');
    expect(rows.map(({ name }) => name)).toEqual(wanted);
  });
});
