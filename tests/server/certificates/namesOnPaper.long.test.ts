// A paper shows names as they are recorded, in every script that Sharebook has a typeface for, and refuses a sign that no typeface has.
import { beforeAll, describe, expect, it } from 'vitest';
import { makePaper } from '#server/paper/makePaper.ts';
import { cleanText } from '#server/paper/typefaces/cleanText.ts';
import { linePieces } from '#server/paper/typefaces/linePieces.ts';
import { inter, typefacesFor } from '#server/paper/typefaces/typefaces.ts';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { signUpCompany } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { textOfPdf } from '#tests/support/pdfText.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
const FILE = `Shareholder,Class,Shares,Issue Date
山田 太郎,Common,10,2024-01-15
محمد الحسن,Common,10,2024-01-15
दीपक शर्मा,Common,10,2024-01-15
🚀 Ada Byrne,Common,10,2024-01-15
沢田 さくら,Common,10,2024-01-15
陳大文,Common,10,2024-01-15
김철수,Common,10,2024-01-15
สมชาย น้ำใจ,Common,10,2024-01-15
Արամ Խաչատրյան,Common,10,2024-01-15
გიორგი ბერიძე,Common,10,2024-01-15
ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ,Common,10,2024-01-15
Nguyễn Văn Ánh,Common,10,2024-01-15
`;
const HEBREW = 'דוד (חברה)';
let owner: Person;
let holders: Row[];
beforeAll(async () => {
  owner = await signUpCompany(server, { client_display_name: '株式会社 さくら' });
  const sheet = await owner.post('/api/sheets', { text: FILE, as_of: '2024-12-31' });
  await owner.post(`/api/sheets/${String(sheet.body.id)}/apply`, { accept_warnings: true });
  holders = (await owner.get('/api/certificates/')).rows;
});
const textOf = async (path: string) => {
  const reply = await owner.get(path);
  expect(reply.status).toBe(200);
  return textOfPdf(reply.bytes).join('\n');
};
/** Letters that are written from right to left are drawn from the left one on. */
const reversed = (text: string) => [...text.replace(/\s/g, '')].reverse().join('');

describe('a certificate', () => {
  it.each(
    FILE.trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split(',')[0]!),
  )('names %s as recorded', async (name) => {
    const { id } = holders.find(({ shareholder }) => shareholder === name)!;
    const text = await textOf(`/api/certificates/${String(id)}/pdf`);
    const isRightToLeft = /\p{Script=Arabic}/u.test(name);
    expect(isRightToLeft ? reversed(text) : text).toContain(isRightToLeft ? name.replace(/\s/g, '') : `${name}\n`);
    expect(text).toContain('株式会社 さくら');
    expect(text).not.toMatch(/\uFFFD|:rocket:|Latin letters/);
  });
  it('sets Hebrew from right to left, with its brackets turned', async () => {
    const holder = await given.shareholder(owner, { type: 'entity', entity_name: HEBREW });
    const [share_class] = (await owner.get('/api/share-classes/')).rows;
    const { id } = await given.certificate(owner, { shareholder_id: holder.id, share_class_id: share_class!.id });
    const text = await textOf(`/api/certificates/${String(id)}/pdf`);
    expect(text.replace(/\s/g, '')).toContain('(הרבח)דוד');
  });
  it('is refused where no typeface has a sign, and says which and of whom', async () => {
    const company = await signUpCompany(server);
    const holder = await given.shareholder(company, { first_name: '𓀀', last_name: 'Byrne' });
    const { id } = await given.certificate(company, { shareholder_id: holder.id });
    const reply = await company.get(`/api/certificates/${String(id)}/pdf`);
    expect(reply).toMatchObject({ status: 422, code: 'sign_not_printable' });
    expect(reply.detail).toContain('“𓀀” (U+13000) in “𓀀 Byrne”');
    const list = await company.get('/api/reports/holder-list.pdf');
    expect(list).toMatchObject({ status: 422, code: 'sign_not_printable' });
    expect((await company.get('/api/reports/holder-list.csv')).text).toContain('𓀀 Byrne');
  });
});

describe('a register', () => {
  it.each(['holder-list', 'stock-ledger'])('shows every name as recorded: %s', async (name) => {
    const text = await textOf(`/api/reports/${name}.pdf?as_of=2024-12-31`);
    for (const shown of ['山田 太郎', '沢田 さくら', 'दीपक शर्मा', 'สมชาย น้ำใจ', '🚀 Ada Byrne', 'Nguyễn Văn Ánh'])
      expect(text).toContain(shown);
    expect(text).not.toContain('\uFFFD');
  });
});

describe('a paper', () => {
  const sheet = (cells: string[]) => ({
    title: 'Names',
    tab: 'Names',
    columns: [{ name: 'Name', kind: 'text' as const, width: 1 }],
    rows: cells.map((cell) => ({ cells: [cell] })),
  });
  const from = { company: 'Acme', date: '1 May 2024', knownAt: null, currency: 'USD', madeAt: 'now' };
  const order = (cells: string[]) =>
    ({ now: new Date(0), format: 'pdf', sheets: [sheet(cells)], from }) as Parameters<typeof makePaper>[0];

  it('embeds the letters that it needs, and nothing of other families', async () => {
    const [plain, chinese] = [await makePaper(order(['Ada'])), await makePaper(order(['Ada', '山田太郎']))];
    const fontsIn = (pdf: Buffer) => new Set(pdf.toString('latin1').match(/\/FontName \/[A-Z]{6}\+[\w-]+/g));
    expect([...fontsIn(plain)].every((name) => name.includes('Inter'))).toBe(true);
    expect([...fontsIn(chinese)].some((name) => name.includes('noto-sans-'))).toBe(true);
    expect(chinese.length - plain.length).toBeLessThan(40_000);
  });
  it('writes digits of the Arabic script from left to right', async () => {
    const text = textOfPdf(await makePaper(order(['شارع ١٢']))).join('\n');
    expect(text).toContain('١٢');
  });
  it('of many names in many scripts is made in a process of its own too', async () => {
    const names = Array.from({ length: 600 }, (_, index) => `${['山田', 'محمد', 'दीपक', 'ไทย'][index % 4]!} ${index}`);
    const text = textOfPdf(await makePaper(order(names))).join('\n');
    for (const name of ['山田 0', 'दीपक 598', 'ไทย 599']) expect(text).toContain(name);
    await expect(makePaper(order([...names, '𒀀']))).rejects.toMatchObject({ code: 'sign_not_printable', status: 422 });
  });
});

describe('the typefaces of a text', () => {
  /** What is set of it, in the typefaces that have it; null where it is refused. */
  const setOf = async (text: string): Promise<{ name: string; text: string; glyphs: number[] }[] | null> => {
    try {
      const typefaces = await typefacesFor([text]);
      return linePieces(cleanText(text), typefaces, 'regular').map((piece) => {
        const font = piece.typeface?.font ?? inter('regular');
        const glyphs = font.layout(piece.text).glyphs.map(({ id }) => id);
        return { name: piece.typeface?.name ?? 'Inter', text: piece.text, glyphs };
      });
    } catch (error) {
      expect(error).toMatchObject({ code: 'sign_not_printable', status: 422 });
      return null;
    }
  };
  const isSet = async (text: string) => {
    const pieces = await setOf(text);
    return pieces?.every(({ glyphs }) => !glyphs.includes(0)) ?? null;
  };

  it.each([...'▸✦\u25ff\u2800\u2837\u240e\u2646\u2762\u27a9\u2b8b\u2bd2\u4de4'])(
    'lack %s, and refuse it',
    async (sign) => {
      expect(await setOf(sign)).toBeNull();
    },
  );
  it.each([...'♫◉◎\u23c7\u24e3'])('have %s in a later family', async (sign) => {
    expect((await setOf(sign))?.map(({ text }) => text)).toEqual([sign]);
  });
  it('set or refuse each assigned character of the first plane, and never as a box', async () => {
    const boxes: string[] = [];
    let refused = 0;
    for (let code = 0xa0; code < 0xffff; code += code >= 0x2000 && code < 0x3000 ? 7 : 89) {
      const sign = String.fromCodePoint(code);
      if (/[\p{Cn}\p{Cs}\p{Co}\p{Cc}]/u.test(sign)) continue;
      for (const text of [sign, `A${sign}b`]) {
        const is = await isSet(text);
        if (is === null) refused += 1;
        if (is === false) boxes.push(code.toString(16));
      }
    }
    expect(boxes).toEqual([]);
    expect(refused).toBeGreaterThan(50);
  }, 60_000);
  it.each(['A\u17b4b', 'A\u115fb', 'A\u{e0041}b'])('leave out what is invisible: %j', async (text) => {
    expect((await setOf(text))?.map((piece) => piece.text).join('')).toBe(text.replace(/[^Ab]/gu, ''));
  });
  it('set the picture of a key as one, and a hand of any colour as a hand', async () => {
    for (const text of ['1\ufe0f\u20e3', '#\u20e3']) {
      const pieces = await setOf(text);
      expect(pieces?.map(({ name }) => name)).toEqual([expect.stringContaining('emoji')]);
      expect(pieces![0]!.glyphs).toHaveLength(1);
    }
    expect((await setOf('👍🏽'))?.map(({ text }) => text)).toEqual(['👍']);
  });
  it('refuse another form of a letter, and a mark that its letter’s family lacks', async () => {
    const refusal = (text: string) =>
      typefacesFor([text]).then(
        () => null,
        (error: Error) => error.message,
      );
    expect(await refusal('葛\u{e0100}城')).toContain('(U+845B U+E0100)');
    for (const text of ['神\ufe00', 'A\u20e3', 'x\u0951']) expect(await setOf(text)).toBeNull();
    for (const text of ['か\u309a', 'é\u0301', 'น้ำใจ', 'می\u200cخواهم', '❤\ufe0f'])
      expect(await isSet(text)).toBe(true);
  });
});
