// The cap table and the registers as files, read back from CSV, workbooks and PDFs.
import { beforeAll, describe, expect, it } from 'vitest';
import * as given from '#tests/support/given.ts';
import { importZip, packageFiles, zipOf } from '#tests/support/packages.ts';
import { LATER, paperObjects, paperTransactions } from '#tests/support/paperCompany.ts';
import { overlapsOf, piecesOfPdf, textOfPdf } from '#tests/support/pdfText.ts';
import { givenMember, signUpCompany, signUpShareholder } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';
import { readWorkbook } from '#tests/support/workbook.ts';
import { bases } from '#src/domain/captable/capTableBasis.ts';
import { company, holder, issued } from '#tests/domain/ledger/factories.ts';
import type { OcfObject } from '#src/domain/ledger/core/types.ts';

const server = useTestServer();
const HUGE = '9007199254740993';
const FINE = '0.1234567891';
const NAMES = { ada: 'Ада Лавлейс', grace: 'Γκρέις Χόπερ', linus: '深圳 Łukasz' };
let owner: Person;
const LONG_NAMES = [
  'Bartholomew Featherstonehaugh-Cholmondeley, as Trustee of the Featherstonehaugh Family Trust dated 12 March 2019',
  'Александра Константиновна Рождественская-Преображенская, доверительный управляющий',
  'Παπαδιαμαντοπούλου-Χατζηκωνσταντίνου Αικατερίνη, ως επίτροπος',
  'W'.repeat(200),
];
let paper: Person;
let long: Person;

async function imported(objects: OcfObject[]): Promise<Person> {
  const person = await signUpCompany(server);
  const reply = await importZip(person, await zipOf(packageFiles(objects)));
  expect([reply.status, reply.body.applied]).toEqual([200, true]);
  return person;
}
beforeAll(async () => {
  const objects = company({ common: { initial_shares_authorized: 'UNLIMITED' } })
    .filter((each) => ['ISSUER', 'STOCK_CLASS'].includes(String(each.object_type)))
    .concat(
      Object.entries(NAMES).map(([id, legal_name]) => ({
        ...holder(id),
        name: { legal_name },
        addresses: [
          { address_type: 'LEGAL', street_suite: 'Straße 1', city: 'Köln', postal_code: '50667', country: 'DE' },
        ],
      })),
    );
  const transactions = [
    issued('CS-1', 'ada', HUGE),
    issued('CS-2', 'grace', FINE),
    issued('=1+1', 'linus', '1000', { date: '2022-02-01' }),
  ];
  owner = await imported([...objects, ...transactions]);
  paper = await imported([...paperObjects, ...paperTransactions]);
  const many = LONG_NAMES.flatMap((name, n) =>
    Array.from({ length: 12 }, (_, m) => ({ id: `${n}-${m}`, name: `${name} ${m}` })),
  );
  long = await imported([
    ...company({ common: { initial_shares_authorized: 'UNLIMITED' } }).filter(
      (each) => each.object_type !== 'STAKEHOLDER',
    ),
    ...many.map(({ id, name }) => ({ ...holder(id), name: { legal_name: name } })),
    ...many.map(({ id }, n) => issued(`L-${id}`, id, n === 0 ? HUGE : '10.5')),
    issued('L-LAST', '0-0', '1', { date: '2023-06-01', consideration_text: 'word '.repeat(4_000).trim() }),
  ]);
});
const csv = (text: string) =>
  text
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\r\n')
    .map((line) =>
      [...line.matchAll(/(?:^|,)("(?:[^"]|"")*"|[^,]*)/g)].map(([, cell]) =>
        cell!.replace(/^"|"$/g, '').replaceAll('""', '"'),
      ),
    );

describe('the cap table as a file', () => {
  it('keeps numbers beyond 2^53 and ten decimals in CSV, with the percentages of the screen', async () => {
    const reply = await owner.get('/api/cap-table/export.csv?as_of=2023-01-01');
    expect(reply.headers['content-disposition']).toBe(
      `attachment; filename="${String(owner.user.client_name)}-cap-table-2023-01-01.csv"`,
    );
    const [head, ...rows] = csv(reply.text);
    expect(head).toEqual([
      'Holder',
      'Email',
      'common, shares',
      'preferred, shares',
      'Options, shares (not counted)',
      'Warrants, shares (not counted)',
      'Convertibles',
      'Total, shares',
      'Ownership, %',
    ]);
    expect(rows.map((row) => [row[0], row[2]])).toEqual([
      ['Ада Лавлейс', HUGE],
      ['深圳 Łukasz', '1000'],
      ['Γκρέις Χόπερ', FINE],
      ['Total', '9007199254741993.1234567891'],
    ]);
    expect(rows.at(-1)?.at(-1)).toBe('100.0000');
    // A class without shares shows 0, as options do; only the convertibles cell is empty.
    expect(rows.flatMap((row) => row.toSpliced(1, 1)).filter((cell) => cell === '')).toHaveLength(rows.length);
  });
  it('keeps the same numbers in a workbook: as a number if a spreadsheet holds it exactly, otherwise as text', async () => {
    const reply = await owner.get('/api/cap-table/export.xlsx?as_of=2023-01-01');
    const [byHolder, byClass] = await readWorkbook(reply.bytes);
    expect(byHolder![0]![0]?.value).toContain('Cap table by holder, outstanding');
    expect(byHolder!.slice(4).map((row) => [row[0]?.value, row[2]])).toEqual([
      ['Ада Лавлейс', { value: HUGE, kind: 'text' }],
      ['深圳 Łukasz', { value: '1000', kind: 'number' }],
      ['Γκρέις Χόπερ', { value: FINE, kind: 'number' }],
      ['Total', { value: '9007199254741993.1234567891', kind: 'text' }],
    ]);
    expect(byClass!.slice(4).map((row) => row[0]?.value)).toEqual([
      'common',
      'preferred',
      'Options and other grants',
      'Warrants',
      'Unallocated pool',
      'Total',
    ]);
  });
  it('lists classes when rows by class are asked for', async () => {
    const asked = '?as_of=2023-01-01&rows=class';
    const [head, ...rows] = csv((await owner.get(`/api/cap-table/export.csv${asked}`)).text);
    expect(head![0]).toBe('Share class');
    expect(rows.map((row) => row[0])).toContain('common');
    const [first] = await readWorkbook((await owner.get(`/api/cap-table/export.xlsx${asked}`)).bytes);
    expect(first!.slice(3).map((row) => row[0]?.value)).toEqual([head![0], ...rows.map((row) => row[0])]);
    expect((await owner.get('/api/cap-table/export.csv?rows=entry')).status).toBe(422);
  });
  it.each(bases.flatMap((basis) => ['holder', 'class'].map((rows) => [basis, rows])))(
    'has no two columns with the same name, %s by %s',
    async (basis, rows) => {
      const oddlyNamed = await signUpCompany(server);
      for (const name of ['Options', 'Total']) await given.shareClass(oddlyNamed, { name });
      for (const company of [owner, paper, oddlyNamed]) {
        const [head] = csv((await company.get(`/api/cap-table/export.csv?basis=${basis}&rows=${rows}`)).text);
        expect(head!.filter((name, index) => head!.indexOf(name) !== index)).toEqual([]);
      }
    },
  );
  it('uses the basis and the day asked for', async () => {
    const rows = csv((await paper.get(`/api/cap-table/export.csv?as_of=${LATER}&basis=fully_diluted`)).text);
    const totals = Object.fromEntries(rows.slice(1).map((row) => [row[0], row.at(-2)]));
    expect(totals).toMatchObject({ fund: '1751', bank: '176', 'Unallocated pool': '1010', Total: '13179' });
    expect(rows.find(([name]) => name === 'angel')).toContain('NOTE €25,000.00; SAFE $100,000.00');
  });
});

describe('the stock ledger', () => {
  it('lists every stock entry in order: from whom, to whom, in, out, and the balance after it', async () => {
    const rows = csv((await paper.get(`/api/reports/stock-ledger.csv?as_of=${LATER}`)).text);
    expect(rows[0]).toEqual([
      'Entry no.',
      'Date',
      'Entry',
      'Certificate',
      'Its shares',
      'Class',
      'From',
      'To',
      'Shares in',
      'Shares out',
      'Class balance',
      'Price a share',
      'Currency',
      'Consideration or reason',
    ]);
    const lines = rows.slice(1).map(([, ...rest]) => rest.slice(0, 10));
    expect(lines[0]).toEqual([
      '2022-01-01',
      'Issued',
      'CS-1',
      '6000',
      'common',
      'The company',
      'ada',
      '6000',
      '',
      '6000',
    ]);
    // The closed certificate comes first, with the quantity that moved. The balance that stays with its holder never
    // left.
    expect(lines.slice(-3)).toEqual([
      ['2023-07-01', 'Transferred', 'CS-1', '6000', 'common', 'ada', 'CS-4 grace', '', '1000', '8160'],
      ['2023-07-01', 'Issued', 'CS-4', '1000', 'common', 'CS-1 ada', 'grace', '1000', '', '9160'],
      ['2023-07-01', 'Balance', 'CS-5', '5000', 'common', 'CS-1 ada', 'ada', '', '', '9160'],
    ]);
    expect(rows[1]!.slice(-3)).toEqual(['1', 'USD', '']);
    expect(lines).toHaveLength(9);
  });
  it('shows what a partial repurchase moved and what an exercise paid, and its balances add up line by line', async () => {
    const company = await signUpCompany(server);
    const common = await given.shareClass(company, { name: 'Common', prefix: 'CS-', authorized_shares: '10000000' });
    const founder = await given.shareholder(company);
    const held = { share_class_id: common.id, shareholder_id: founder.id, price_per_share: '0.0001' };
    const stock = await given.certificate(company, { ...held, quantity: '3000000' });
    const bought = { quantity: '400000', date: '2024-03-01', price_per_share: '0.0002', reason: 'Agreement' };
    expect((await company.post(`/api/certificates/${String(stock.id)}/repurchase`, bought)).text).toContain('CS-2');
    const plan = await given.equityPlan(company, { share_class_ids: [common.id] });
    const grant = await given.grant(company, { equity_plan_id: plan.id, exercise_price: '0.35', vesting: null });
    const exercise = { quantity: '500', date: '2024-03-01' };
    expect((await company.post(`/api/grants/${String(grant.id)}/exercise`, exercise)).status).toBe(200);
    const rows = csv((await company.get('/api/reports/stock-ledger.csv')).text).slice(1);
    const told = rows.map((row) => [row[2], row[3], row[8], row[9], row[10], row[11]]);
    expect(told).toEqual([
      ['Issued', 'CS-1', '3000000', '', '3000000', '0.0001'],
      ['Repurchased', 'CS-1', '', '400000', '2600000', '0.0002'],
      ['Balance', 'CS-2', '', '', '2600000', ''],
      ['Issued', 'CS-3', '500', '', '2600500', '0.35'],
    ]);
    expect(rows[1]!.at(-1)).toContain('the rest in CS-2');
    let balance = 0;
    for (const [, , , , , , , , into, out, after] of rows) {
      balance += Number(into) - Number(out);
      expect(Number(after)).toBe(balance);
    }
  });
  it('closes all certificates of a split, by number, before it lists their replacements, and its balances add up', async () => {
    const company = await signUpCompany(server);
    const common = await given.shareClass(company, { prefix: 'CS-', authorized_shares: '10000000' });
    const holders = await Promise.all([1, 2, 3].map(() => given.shareholder(company)));
    for (let each = 0; each < 11; each += 1)
      await given.certificate(company, {
        share_class_id: common.id,
        shareholder_id: holders[each % 3]!.id,
        quantity: String(100 + each),
        issue_date: '2024-01-01',
      });
    const ratio = { numerator: '3', denominator: '2', date: '2024-02-01' };
    expect((await company.post(`/api/share-classes/${String(common.id)}/split`, ratio)).status).toBe(200);
    const rows = csv((await company.get('/api/reports/stock-ledger.csv')).text).slice(1);
    const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => `CS-${from + at}`);
    expect(rows.map((row) => `${row[2]} ${row[3]}`)).toEqual([
      ...numbers(1, 11).map((number) => `Issued ${number}`),
      ...numbers(1, 11).map((number) => `Reissued ${number}`),
      ...numbers(12, 22).map((number) => `Issued ${number}`),
    ]);
    let balance = 0;
    for (const [, , , , , , , , into, out, after] of rows) {
      balance += Number(into) - Number(out);
      expect(Number(after)).toBe(balance);
    }
    const pieces = piecesOfPdf((await company.get('/api/reports/stock-ledger.pdf')).bytes).flat();
    const column = pieces.find(({ text }) => text === 'CS-1')!.left;
    const onPaper = pieces.filter(({ left, text }) => left === column && text.startsWith('CS-'));
    expect(onPaper.map(({ text }) => text)).toEqual(rows.map((row) => row[3]));
  });
  it('ends with the day, and with the entry known', async () => {
    const count = async (query: string) =>
      csv((await paper.get(`/api/reports/stock-ledger.csv?${query}`)).text).length - 1;
    const known = (seq: number) => count(`as_of=${LATER}&known_at=${seq}`);
    // One import wrote all of it, so all of it is known from the import's first entry on.
    expect([await count('as_of=2022-05-31'), await known(0), await known(1)]).toEqual([2, 0, 9]);
  });
  it('does not let a certificate number run as a formula', async () => {
    expect((await owner.get('/api/reports/stock-ledger.csv')).text).toContain("'=1+1");
  });
});

describe('the list of holders by class', () => {
  it('names holder, address, certificates and shares, with the sum of each class', async () => {
    const [head, ...rows] = csv((await owner.get('/api/reports/holder-list.csv?as_of=2023-01-01')).text);
    expect(head).toEqual([
      'Class',
      'Holder',
      'Email',
      'Address as recorded',
      'Certificates',
      'Shares',
      'Of the class, %',
    ]);
    expect(rows.find(([, name]) => name === NAMES.ada)).toEqual([
      'common',
      NAMES.ada,
      '',
      'Straße 1, Köln 50667, DE',
      'CS-1',
      HUGE,
      '100.0000',
    ]);
    expect(rows.at(-1)!.slice(1)).toEqual(['Total, 3 holders', '', '', '', '9007199254741993.1234567891', '100.0000']);
  });
  it('is for the day asked: after transfers in part it shows the balances', async () => {
    const rows = csv((await paper.get(`/api/reports/holder-list.csv?as_of=${LATER}`)).text);
    expect(rows.filter(([, name]) => name === 'ada' || name === 'grace').map((row) => row.slice(4, 6))).toEqual([
      ['CS-5', '5000'],
      ['CS-2, CS-4', '4000'],
    ]);
  });
});

describe('two holders with the same name', () => {
  it('are distinguished by their email, in the list and in the table', async () => {
    const company = await signUpCompany(server);
    const shareClass = await given.shareClass(company);
    const emails = ['b1@holder.example', 'b2@holder.example'];
    for (const email of emails) {
      const { id } = await given.shareholder(company, { first_name: 'Bea', last_name: 'Smith', email });
      await given.certificate(company, { share_class_id: shareClass.id, shareholder_id: id, quantity: '100' });
    }
    const emailsAt = async (url: string) => {
      const [head, ...rows] = csv((await company.get(url)).text);
      const [name, email] = [head!.indexOf('Holder'), head!.indexOf('Email')];
      expect(email).toBe(name + 1);
      return rows.filter((row) => row[name] === 'Bea Smith').map((row) => row[email]);
    };
    const [last] = (await company.get('/api/transactions/?sort=["seq","DESC"]&range=[0,0]')).rows;
    await given.certificate(company, { share_class_id: shareClass.id, quantity: '100' });
    for (const url of ['/api/reports/holder-list.csv', '/api/cap-table/export.csv'])
      for (const known of ['', `?known_at=${String(last!.seq)}`])
        expect((await emailsAt(url + known)).sort()).toEqual(emails);
    const [byHolder] = await readWorkbook((await company.get('/api/cap-table/export.xlsx')).bytes);
    const cells = byHolder!.flat().map((cell) => cell?.value);
    expect(emails.every((email) => cells.includes(email))).toBe(true);
    const [page] = textOfPdf((await company.get('/api/reports/holder-list.pdf')).bytes);
    for (const email of emails) expect(page).toContain(email);
  });
});

describe('a register as a PDF', () => {
  it('writes names as they are recorded, and never a box', async () => {
    const reply = await owner.get('/api/reports/holder-list.pdf?as_of=2023-01-01');
    expect(reply.headers['content-type']).toBe('application/pdf');
    const [page] = textOfPdf(reply.bytes);
    for (const text of ['Ада Лавлейс', 'Γκρέις Χόπερ', '深圳 Łukasz', 'Straße 1, Köln 50667, DE', FINE])
      expect(page).toContain(text);
    expect(page).not.toContain('\uFFFD');
  });
  it.each(['stock-ledger', 'holder-list'])(
    'never lets rows of the %s overlap, however long the names are',
    async (name) => {
      const pages = piecesOfPdf((await long.get(`/api/reports/${name}.pdf?as_of=2023-01-01`)).bytes);
      expect(pages.length).toBeGreaterThan(2);
      expect(pages.flatMap(overlapsOf)).toEqual([]);
      for (const { left, right } of pages.flat()) expect([left >= 36, right <= 792 - 36 + 0.5]).toEqual([true, true]);
    },
  );
  it('breaks neither days nor figures, groups the digits of figures and aligns them right', async () => {
    const pieces = piecesOfPdf((await long.get('/api/reports/stock-ledger.pdf?as_of=2023-01-01')).bytes).flat();
    const days = pieces.filter(({ text }) => text === '2022-01-01');
    expect(days).toHaveLength(LONG_NAMES.length * 12);
    const balance = pieces.filter(({ text }) => /^9,007,199,254,7\d\d,\d{3}(\.\d+)?$/.test(text));
    const edges = new Set(balance.map(({ right }) => right.toFixed(1)));
    // The columns Its shares, Shares in and Class balance.
    expect([balance.length >= LONG_NAMES.length * 12 - 1, edges.size]).toEqual([true, 3]);
  });
  it('breaks no word of ordinary length, and writes a price with at least two decimals', async () => {
    const company = await signUpCompany(server);
    const common = await given.shareClass(company, { name: 'Nonvoting Preference', prefix: 'PREF-' });
    const founder = await given.shareholder(company, {
      type: 'individual',
      first_name: 'Maximiliana',
      last_name: 'Featherstonehaugh',
    });
    const held = { share_class_id: common.id, shareholder_id: founder.id };
    const stock = await given.certificate(company, { ...held, quantity: '200000', price_per_share: '0.5' });
    await given.certificate(company, { ...held, quantity: '5', price_per_share: '0.12345' });
    const bought = { quantity: '50000', date: '2024-03-01', price_per_share: '3', reason: 'Repurchase-agreement' };
    expect((await company.post(`/api/certificates/${String(stock.id)}/repurchase`, bought)).status).toBe(200);
    const texts = piecesOfPdf((await company.get('/api/reports/stock-ledger.pdf')).bytes)
      .flat()
      .flatMap(({ text }) => text.split(' '));
    for (const word of [
      'Maximiliana',
      'Featherstonehaugh',
      'Nonvoting',
      'Preference',
      'Repurchased',
      'Repurchase-agreement;',
    ])
      expect(texts).toContain(word);
    for (const price of ['0.50', '0.12345', '3.00']) expect(texts).toContain(price);
    expect((await company.get('/api/reports/stock-ledger.csv')).text).toContain(',0.5,USD');
  });
  it('continues on the next page when one row is longer than a page', async () => {
    const pages = textOfPdf((await long.get('/api/reports/stock-ledger.pdf?as_of=2023-12-31')).bytes);
    expect(pages.join('').match(/\bword\b/g)!.length).toBe(4_000);
    for (const page of pages) expect(page).toContain('Consideration');
  });
  it('states on each page the company, the day, the last known entry and the page number', async () => {
    const holders = Array.from({ length: 120 }, (_, n) => holder(`h${n}`));
    const many = await imported([
      ...company().filter((each) => each.object_type !== 'STAKEHOLDER'),
      ...holders,
      ...holders.map((each, n) => issued(`M-${n}`, String(each.id), '10')),
    ]);
    const pages = textOfPdf((await many.get('/api/reports/stock-ledger.pdf?as_of=2023-01-01')).bytes);
    expect(pages.length).toBeGreaterThan(2);
    pages.forEach((page, index) => {
      expect(page).toContain(`Page ${index + 1} of ${pages.length}`);
      expect(page).toContain('Lovelace Engines, Inc. · Stock ledger · 2023-01-01 · as known at entry 120');
      expect(page).toMatch(/Class\sbalance/);
    });
    expect(pages.join('').match(/M-\d+\n/g)).toHaveLength(120);
  });
});

describe('access to the files', () => {
  const urls = ['/api/cap-table/export.csv', '/api/reports/stock-ledger.pdf', '/api/reports/holder-list.xlsx'];
  it('is for readers of the company’s books, and not for a shareholder', async () => {
    const viewer = await givenMember(server, paper, 'viewer');
    const fund = (await paper.get('/api/shareholders/')).rows.find(({ id }) => id === 'fund')!;
    const person = await signUpShareholder(server, paper, fund);
    for (const url of urls)
      expect([url, (await viewer.get(url)).status, (await person.get(url)).status]).toEqual([url, 200, 403]);
  });
  it.each(urls)('%s refuses a day that does not exist', async (url) => {
    expect((await paper.get(`${url}?as_of=2023-02-30`)).status).toBe(422);
  });
});
