// The documents of the sample company are papers that one can read and hear, and say of its shares what its ledger says.
import { beforeAll, describe, expect, it } from 'vitest';
import { factsOf } from '#server/commands/demo/papers/facts.ts';
import { papers } from '#server/commands/demo/papers/papers.ts';
import { seedDemo } from '#server/commands/demo/seedDemo.ts';
import { daysFrom } from '#server/commands/demo/story.ts';
import { makePaper } from '#server/paper/makePaper.ts';
import { structureOfPdf } from '#tests/support/papers/pdfStructure.ts';
import { faultsOf, titleIn } from '#tests/support/papers/readingFaults.ts';
import { overlapsOf, piecesOfPdf, textOfPdf } from '#tests/support/pdfText.ts';
import { anyone, caller } from '#tests/support/people.ts';
import type { Caller } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const TODAY = '2026-11-29';
const PAGES: Record<string, number> = {
  'Certificate of incorporation.pdf': 3,
  'Series Seed purchase agreement.pdf': 5,
  'Series A purchase agreement.pdf': 5,
  'SA-4 Grace Okonkwo.pdf': 1,
  'Charter amendment.pdf': 2,
  'Dividend notice.pdf': 1,
  'Second quarter report.pdf': 2,
};
const TITLES: Record<string, string> = {
  'Certificate of incorporation.pdf': 'Certificate of Incorporation, Tidewater Robotics, Inc.',
  'Series Seed purchase agreement.pdf': 'Series Seed Preferred Stock Purchase Agreement, Tidewater Robotics, Inc.',
  'Series A purchase agreement.pdf': 'Series A Preferred Stock Purchase Agreement, Tidewater Robotics, Inc.',
  'SA-4 Grace Okonkwo.pdf': 'Certificate SA-4, Tidewater Robotics, Inc.',
  'Charter amendment.pdf': 'Certificate of Amendment, Tidewater Robotics, Inc.',
  'Dividend notice.pdf': 'Notice of a dividend, Tidewater Robotics, Inc.',
  'Second quarter report.pdf': 'Second quarter report, Tidewater Robotics, Inc.',
};

const server = useTestServer({ DEMO: 'on' });
const files = new Map<string, Buffer>();
let sample: Caller;

beforeAll(async () => {
  server.setClock(TODAY);
  await seedDemo(server.deps, () => undefined);
  const { demo } = (await anyone(server).get('/api/config')).body as { demo: { email: string; password: string } };
  const reply = await anyone(server).post('/api/auth/login', demo);
  sample = caller(server, () => String(reply.body.access_token));
  for (const { id, name } of (await sample.get('/api/documents/')).rows)
    files.set(String(name), (await sample.get(`/api/documents/${String(id)}/download`)).bytes);
});

const day = daysFrom(TODAY);
const file = (name: string) => files.get(name)!;
/** One line, as a reader copies it. */
const wordsOf = (pages: readonly string[]) => pages.join(' ').replaceAll(/\s+/g, ' ');

/** What stands on one line of a page, from left to right. */
function linesOf(pdf: Buffer): string[][] {
  return piecesOfPdf(pdf).flatMap((pieces) => {
    const bases = [...new Set(pieces.map(({ base }) => base))];
    return bases.map((base) =>
      pieces
        .filter((piece) => piece.base === base)
        .toSorted((one, other) => one.left - other.left)
        .map(({ text }) => text.trim()),
    );
  });
}

/** "$1,234.50" in cents, and "1,234" as it is. */
const figure = (text: string) => BigInt(text.replaceAll(/[$,.]/g, ''));

/** Of each class, the figures of its row under these heads, and of the total. */
function classRows(name: string, heads: readonly string[]): Record<string, bigint[]> {
  const lines = linesOf(file(name));
  const at = lines.findIndex((line) => heads.every((head) => line.includes(head)));
  const columns = heads.map((head) => lines[at]!.indexOf(head));
  const rows = lines.slice(at + 1, at + 6).map((line) => [line[0]!, columns.map((index) => figure(line[index]!))]);
  return Object.fromEntries(rows) as Record<string, bigint[]>;
}

/** Authorized and outstanding shares of each class at the end of a day, and their sums. */
async function capTableOn(date: string): Promise<Record<string, bigint[]>> {
  const { classes } = (await sample.get(`/api/cap-table/?as_of=${date}`)).body as {
    classes: { name: string; authorized: string; outstanding: string }[];
  };
  const rows = classes.map(({ name, authorized, outstanding }) => [
    `${name} Stock`,
    [BigInt(authorized), BigInt(outstanding)],
  ]) as [string, bigint[]][];
  const total = [0, 1].map((index) => rows.reduce((sum, [, row]) => sum + row[index]!, 0n));
  return Object.fromEntries([...rows, ['Total', total]]);
}
const only = (rows: Record<string, bigint[]>, index: number) =>
  Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, row[index]]));

describe('the documents of the sample company', () => {
  it('are seven files, each with its title, its pages and a foot that says what it is', async () => {
    expect([...files.keys()].toSorted()).toEqual(Object.keys(PAGES).toSorted());
    for (const [name, pdf] of files) {
      const pages = textOfPdf(pdf);
      expect([name, pages.length]).toEqual([name, PAGES[name]]);
      for (const [index, text] of pages.entries()) {
        expect(text).toContain('Sample paper of an invented company');
        expect(text).toContain(`Page ${index + 1} of ${pages.length}`);
      }
      expect(titleIn((await structureOfPdf(pdf)).properties)).toBe(TITLES[name]);
    }
  });
  it('can be read aloud', async () => {
    for (const [name, pdf] of files) {
      const read = await structureOfPdf(pdf);
      expect([name, faultsOf(read)]).toEqual([name, []]);
      expect([name, read.tags.filter(({ type }) => type === 'H1').length]).toEqual([name, 1]);
    }
    const types = async (name: string) => (await structureOfPdf(file(name))).tags.map(({ type }) => type);
    expect(await types('Series A purchase agreement.pdf')).toEqual(
      expect.arrayContaining(['H2', 'P', 'L', 'LI', 'LBody', 'Table', 'THead', 'TH', 'TD']),
    );
    expect(await types('Second quarter report.pdf')).toEqual(expect.arrayContaining(['H2', 'H3', 'Table']));
  });
  it('have no texts over one another, no signs that are missing and no sentence that ends twice', () => {
    for (const [name, pdf] of files) {
      expect([name, piecesOfPdf(pdf).flatMap(overlapsOf)]).toEqual([name, []]);
      expect([name, /\uFFFD|undefined|NaN|\.\.|\$\{/.exec(wordsOf(textOfPdf(pdf)))]).toEqual([name, null]);
    }
  });
  it('fit their pages and name their days on whatever day the company is made', async () => {
    for (const today of ['2027-01-01', '2028-02-29', '2030-09-30']) {
      const isoOf = daysFrom(today);
      for (const { on, name, write } of papers) {
        const now = new Date(`${isoOf(on)}T14:00:00Z`);
        const pdf = await makePaper({ format: 'document', now, document: write(factsOf(isoOf)) });
        expect([today, name, textOfPdf(pdf).length]).toEqual([today, name, PAGES[name]]);
        const years = [...wordsOf(textOfPdf(pdf)).matchAll(/[A-Z][a-z]+ (20\d\d)\b/g)].map(([, year]) => Number(year));
        expect(Math.max(...years, 0)).toBeLessThanOrEqual(Number(today.slice(0, 4)));
      }
    }
  });
});

describe('what the documents say of shares', () => {
  it.each([
    ['Series Seed purchase agreement.pdf', 'SS-', day([1, '02-28'])],
    ['Series A purchase agreement.pdf', 'SA-', day([2, '10-04'])],
  ])('%s: its purchasers are those of the ledger, and add up', async (name, prefix, closing) => {
    const lines = linesOf(file(name));
    const said = lines.filter((line) => line[1]?.startsWith(prefix));
    const issued = await server.sql<Record<'certificate' | 'holder' | 'shares' | 'price', string>>(
      `select certificate_number as certificate, shareholder as holder, trim_scale(quantity)::text as shares, price_per_share::numeric(20, 2)::text as price
       from certificate where issue_date = $1 and certificate_number like $2 order by length(certificate_number), certificate_number`,
      [closing, `${prefix}%`],
    );
    expect(
      said.map(([holder, certificate, shares, price]) => [holder, certificate, figure(shares!), figure(price!)]),
    ).toEqual(
      issued.map(({ holder, certificate, shares, price }) => [holder, certificate, BigInt(shares), figure(price)]),
    );
    expect(said.length).toBeGreaterThan(3);
    for (const [, , shares, price, amount] of said) expect(figure(amount!)).toBe(figure(shares!) * figure(price!));
    const [, shares, amount] = lines[lines.indexOf(said.at(-1)!) + 1]!;
    const sumOf = (index: number) => said.reduce((sum, line) => sum + figure(line[index]!), 0n);
    expect([figure(shares!), figure(amount!)]).toEqual([sumOf(2), sumOf(4)]);
    const [clauses] = wordsOf(textOfPdf(file(name))).split('Schedule 1. Purchasers');
    for (const said of [shares!, amount!]) expect(clauses).toContain(` ${said} `);
    const after = await capTableOn(closing);
    const rows = classRows(name, ['Authorized', 'Before the Closing', 'After the Closing']);
    expect(only(rows, 0)).toEqual(only(after, 0));
    expect(only(rows, 2)).toEqual(only(after, 1));
    expect(rows.Total![2]! - rows.Total![1]!).toBe(figure(shares!));
  });
  it('the charter and its amendment have the authorized shares of their days', async () => {
    const founded = await capTableOn(day([0, '03-12']));
    const charter = classRows('Certificate of incorporation.pdf', ['Shares authorized']);
    expect(only(charter, 0)).toEqual(only(founded, 0));
    const amended = classRows('Charter amendment.pdf', ['Authorized before', 'Authorized now']);
    expect(only(amended, 0)).toEqual(only(founded, 0));
    expect(only(amended, 1)).toEqual(only(await capTableOn(day([3, '06-30'])), 0));
  });
  it('the report has the cap table of its day', async () => {
    const { on } = papers.find(({ name }) => name === 'Second quarter report.pdf')!;
    const rows = classRows('Second quarter report.pdf', ['Authorized', 'Outstanding']);
    expect(rows).toEqual(await capTableOn(day(on)));
  });
  it('the certificate and the notice have what Grace Okonkwo holds and was paid', async () => {
    const certificate = wordsOf(textOfPdf(file('SA-4 Grace Okonkwo.pdf')));
    expect(certificate).toContain('thirty-one thousand two hundred fifty (31,250) fully paid');
    expect(certificate).toContain('$100,000.00');
    const [paid] = await server.sql<Record<'amount' | 'shares' | 'all', string>>(
      `select sum(p.amount) filter (where s.last_name = 'Okonkwo')::text as amount, trim_scale(sum(p.shares) filter (where s.last_name = 'Okonkwo'))::text as shares, sum(p.amount)::text as all
       from payment p join distribution d on d.id = p.distribution_id join shareholder s on s.id = p.shareholder_id where d.name like 'Dividend for %'`,
    );
    const total = linesOf(file('Dividend notice.pdf')).find(([first]) => first === 'Total')!;
    expect([figure(total[1]!), figure(total.at(-1)!)]).toEqual([BigInt(paid!.shares), figure(paid!.amount)]);
    const all = /every class, (\S+) in all/.exec(wordsOf(textOfPdf(file('Dividend notice.pdf'))))![1]!;
    expect(figure(all)).toBe(figure(paid!.all));
  });
});
