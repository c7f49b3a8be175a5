// The six sample files beside the project, which are no part of it: each role, row left out, finding, link, holding and total of
// their expected.json.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { gridOf } from '#server/sheets/packedGrid.ts';
import { readBytes } from '#server/sheets/readBytes.ts';
import type { OcfObject } from '#src/domain/ledger/core/types.ts';
import type { SheetResult } from '#src/domain/sheets/readSheet.ts';
import type { SheetAnswers } from '#src/domain/sheets/reading.ts';
import { officialSchemas } from '#tests/support/officialSchemas.ts';
import { read } from '#tests/support/sheets/grids.ts';
import { figuresOf, holdingsOf } from '#tests/support/sheets/holdings.ts';
import { hasShared, sharedJson } from '../sharedMaterial.ts';

const FOLDER = 'cases/imports/';
const isThere = hasShared(FOLDER);

type Rows = { row?: number; rows?: number[] | string };
interface Expected {
  company?: string;
  asOf?: string;
  headerRow?: number;
  headerRows?: number[];
  firstDataRow?: number;
  lastDataRow?: number;
  sheets?: Record<string, string>;
  classes?: { code: string; name?: string; type?: string; outstanding: string; authorized?: string }[];
  holdings?: { holder: string; class: string; quantity: string }[];
  plan?: { name: string; authorized: string; outstanding: string; available: string };
  options?: { id?: string; holder: string; granted: string; exercisePrice: string }[];
  convertiblesOutstanding?: { holder: string; principal: string; cap?: string | null; basis?: string | null }[];
  totals?: Record<string, string>;
  records?: Record<string, number>;
  proposedLinks?: { from: string; to: string; as: string }[];
  notHolders?: (Rows & { as: string })[];
  warnings: (Rows & { code: string; sheet?: string })[];
  errors: { row: number; column: string; code: string }[];
}
const expected = isThere
  ? (sharedJson(`${FOLDER}expected.json`) as { files: Record<string, Expected> }).files
  : ({} as Record<string, Expected>);

async function readCase(name: string, answers: SheetAnswers = {}): Promise<SheetResult> {
  const path = fileURLToPath(new URL(`../../../../shared/${FOLDER}${name}`, import.meta.url));
  return read(gridOf(await readBytes(readFileSync(path))), { today: '2026-01-31', ...answers });
}

function rowsOf({ row, rows }: Rows): number[] {
  if (row !== undefined) return [row];
  if (Array.isArray(rows)) return rows;
  const [from, to] = (rows ?? '').split('-').map(Number);
  return Array.from({ length: to! - from! + 1 }, (_each, index) => from! + index);
}

const dayOf = (facts: Expected): string => facts.asOf ?? '2026-01-31';
const objects = ({ statics, transactions }: SheetResult, type: string): OcfObject[] =>
  [...statics, ...transactions].filter(({ object_type }) => object_type === type);

/** "As proposed" by the file: a yes to each link. */
const accepted = ({ reading }: SheetResult): SheetAnswers => ({
  answers: Object.fromEntries(
    reading.questions.filter(({ code }) => code === 'security_link').map(({ id }) => [id, 'yes']),
  ),
});

const BAD = '06-bad-rows.csv';
const names = [
  '01-carta-workbook.xlsx',
  '02-founder-sheet.xlsx',
  '03-eu-register-semicolon-cp1252.csv',
  '04-uk-transactions.csv',
  '05-template-tabs.xlsx',
];

describe.skipIf(!isThere)('the sample files', () => {
  it('are those that expected.json names', () => {
    expect(Object.keys(expected).sort()).toEqual([...names, BAD]);
  });

  it.each([...names, BAD])('finds in %s the faults and remarks that it has, and no others', async (name) => {
    const { reading } = await readCase(name);
    const facts = expected[name]!;
    const found = reading.findings
      .filter(({ code }) => code !== 'column_doubled')
      .map(({ code, tab, row, heading, severity }) =>
        severity === 'error' ? `${code} ${row} ${heading}` : `${code} ${tab ?? ''} ${row}`,
      );
    const wanted = [
      ...facts.errors.map(({ code, row, column }) => `${code} ${row} ${column}`),
      ...facts.warnings.flatMap((each) =>
        rowsOf({ row: each.row, rows: each.rows }).map((row) => `${each.code} ${each.sheet ?? ''} ${row}`),
      ),
    ];
    expect(found.sort()).toEqual(wanted.sort());
    expect(reading.findings.every(({ message, value }) => message.length > 20 && (value ?? '').length <= 80)).toBe(
      true,
    );
  });

  it.each(names)('makes of %s its cap table, with every total tied', async (name) => {
    const facts = expected[name]!;
    const first = await readCase(name);
    const result = await readCase(name, accepted(first));
    const day = dayOf(facts);
    const nameOf = new Map(facts.classes!.map(({ code, name: long }) => [code, long ?? code]));
    const classKey = (text: string) => text.replace(/\s*\([A-Z]+\)/, '').replace(/ Stock$/, '');
    const held = Object.fromEntries(
      Object.entries(holdingsOf(result, day)).map(([key, value]) => [classKey(key), value]),
    );
    const wanted = facts.holdings!.map((each) => [
      classKey(`${each.holder}, ${nameOf.get(each.class)}`),
      each.quantity,
    ]);
    expect(held).toEqual(Object.fromEntries(wanted));
    const figures = figuresOf(result, day);
    expect(figures.outstanding).toBe(facts.totals!['outstandingShares']);
    expect(figures.fully_diluted).toBe(facts.totals!['fullyDiluted']);
    expect(figures.options).toBe(facts.totals!['options'] ?? '0');
    expect(figures.available).toBe(facts.totals!['poolAvailable'] ?? '0');
    const principal = figures.principal.reduce((sum, each) => sum + Number(each.split(' ')[1]), 0);
    expect(String(principal)).toBe(facts.totals!['convertiblePrincipal'] ?? '0');
    const ties = [...first.reading.tie_out, ...result.reading.tie_out];
    expect(ties.filter(({ difference }) => difference !== '0')).toEqual([]);
    expect(result.reading.status).toBe('ready');
    expect(result.ledger.filter(({ rule }) => rule !== 'D6')).toEqual([]);
  });

  it.each(names)('gives the classes, plan, grants and convertibles of %s their terms', async (name) => {
    const facts = expected[name]!;
    const result = await readCase(name);
    const classes = objects(result, 'STOCK_CLASS');
    for (const wanted of facts.classes ?? []) {
      const found = classes.find(
        (each) => each['default_id_prefix'] === `${wanted.code}-` || String(each['name']).startsWith(wanted.code),
      );
      const terms = { class_type: wanted.type, initial_shares_authorized: wanted.authorized };
      expect(found).toMatchObject(Object.fromEntries(Object.entries(terms).filter(([, value]) => value !== undefined)));
    }
    expect(classes).toHaveLength(facts.classes!.length);
    const plans = objects(result, 'STOCK_PLAN').map((each) => [each['plan_name'], each['initial_shares_reserved']]);
    expect(plans).toEqual(facts.plan ? [[facts.plan.name, facts.plan.authorized]] : []);
    const grants = objects(result, 'TX_EQUITY_COMPENSATION_ISSUANCE');
    const holders = new Map(
      objects(result, 'STAKEHOLDER').map((each) => [each['id'], (each['name'] as OcfObject)['legal_name']]),
    );
    const grantOf = (each: OcfObject) =>
      `${String(holders.get(each['stakeholder_id']))} ${String(each['quantity'])} ${String((each['exercise_price'] as OcfObject)['amount'])}`;
    expect(grants.map(grantOf).sort()).toEqual(
      facts.options?.map((each) => `${each.holder} ${each.granted} ${each.exercisePrice}`).sort() ??
        grants.map(grantOf).sort(),
    );
    for (const wanted of facts.convertiblesOutstanding ?? []) {
      const found = objects(result, 'TX_CONVERTIBLE_ISSUANCE').find(
        (each) =>
          holders.get(each['stakeholder_id']) === wanted.holder &&
          (each['investment_amount'] as OcfObject)['amount'] === wanted.principal,
      );
      const [trigger] = found!['conversion_triggers'] as OcfObject[];
      const terms = (trigger!['conversion_right'] as OcfObject)['conversion_mechanism'] as OcfObject;
      expect((terms['conversion_valuation_cap'] as OcfObject | undefined)?.['amount'] ?? null).toBe(wanted.cap ?? null);
      expect(terms['conversion_timing'] ?? null).toBe(wanted.basis ?? null);
    }
  });

  it.each(names.filter((name) => expected[name]?.sheets))('knows the tabs of %s by their headings', async (name) => {
    const { reading } = await readCase(name);
    const roleOf = (words: string) =>
      /tie/.test(words) ? 'totals' : /^(?:ignored|skipped)/.test(words) ? 'ignore' : /^\w+/.exec(words)![0];
    const wanted = Object.entries(expected[name]!.sheets!).map(([tab, words]) => [tab, roleOf(words)]);
    expect(reading.tables.map(({ tab, role }) => [tab, role])).toEqual(wanted);
  });

  it('reads the Carta workbook: company, day, headings, records and links', async () => {
    const facts = expected[names[0]!]!;
    const { reading } = await readCase(names[0]!);
    expect([reading.source, reading.company, reading.as_of]).toEqual(['carta', facts.company, facts.asOf]);
    expect(reading.tables.map(({ heading_rows }) => heading_rows)).toEqual(reading.tables.map(() => [facts.headerRow]));
    const { stakeholders, stock_issuances, grants, convertibles } = reading.records;
    expect({
      stakeholders,
      stockIssuances: stock_issuances,
      optionIssuances: grants,
      convertibleIssuances: convertibles,
    }).toEqual(facts.records);
    expect(reading.links).toEqual(facts.proposedLinks!.map(({ from, to, as }) => ({ from, to, as })));
    expect(reading.status).toBe('questions');
    expect(reading.questions.map(({ code, rows }) => [code, rows])).toEqual([
      ['cap_basis', [7, 8]],
      ['security_link', [8]],
      ['security_link', [6]],
      ['security_link', [6]],
    ]);
    const tied = reading.tie_out
      .filter(({ what }) => what !== 'holder')
      .map(({ what, name, file }) => `${what} ${name ?? ''} ${file}`);
    expect(tied).toEqual([
      'class Common 7270000',
      'class Series Seed Preferred 2050000',
      'granted  220000',
      'available  1760000',
      'outstanding  9320000',
      'fully_diluted  11300000',
      'principal  200000',
    ]);
    const doubled = reading.findings.filter(({ code }) => code === 'column_doubled');
    expect(doubled.map(({ tab, column }) => [tab, column])).toEqual([['CS Ledger', 'A']]);
  });

  it('takes each link of the Carta workbook that is refused as an end and an issue apart, with the same table', async () => {
    const first = await readCase(names[0]!);
    const refused = Object.fromEntries(
      first.reading.questions.filter(({ code }) => code === 'security_link').map(({ id }) => [id, 'no']),
    );
    const result = await readCase(names[0]!, { answers: refused });
    expect(result.reading.status).toBe('ready');
    expect(objects(result, 'TX_STOCK_TRANSFER')).toEqual([]);
    expect(figuresOf(result, '2026-01-31')).toMatchObject({
      options: '220000',
      available: '1760000',
      fully_diluted: '11300000',
    });
  });

  it('leaves out of the founder sheet what is no holder, with the reason', async () => {
    const facts = expected[names[1]!]!;
    const { reading } = await readCase(names[1]!);
    const skipped = reading.skipped
      .filter(({ tab }) => tab === 'Cap Table')
      .map(({ row, reason }) => `${row} ${reason}`);
    expect(skipped).toEqual(facts.notHolders!.flatMap((each) => rowsOf(each).map((row) => `${row} ${each.as}`)));
    expect([reading.company, reading.as_of]).toEqual([facts.company, facts.asOf]);
    const [table] = reading.tables;
    expect(table).toMatchObject({
      heading_rows: facts.headerRows,
      first_row: facts.firstDataRow,
      last_row: facts.lastDataRow,
    });
    expect(
      table!.columns.map(({ column, field, share_class }) => [column, field, share_class].join(' ').trim()),
    ).toEqual([
      'B holder',
      'C holding Common Stock',
      'D',
      'E holding Series Seed',
      'F consideration Series Seed',
      'G granted',
      'H',
      'I',
    ]);
    expect(reading.tables[3]).toMatchObject({ hidden: true, role: 'ignore' });
  });

  it('reads the register: company, day, prices, amounts and nominal values', async () => {
    const facts = expected[names[2]!]!;
    const result = await readCase(names[2]!);
    expect([result.reading.company, result.reading.as_of]).toEqual([facts.company, facts.asOf]);
    expect(result.reading.skipped.map(({ row, reason }) => [row, reason])).toEqual([[8, 'total']]);
    const paid = objects(result, 'TX_STOCK_ISSUANCE').map((each) => [each['share_price'], each['cost_basis']]);
    const francs = (amount: string) => ({ amount, currency: 'CHF' });
    expect(paid).toEqual([
      [francs('0.1'), francs('6250')],
      [francs('0.1'), francs('2500')],
      [francs('48.5'), francs('485000')],
      [francs('48.5'), francs('121250')],
    ]);
    expect(objects(result, 'STOCK_CLASS').map((each) => each['par_value'])).toEqual([francs('0.1'), francs('0.1')]);
  });

  it('replays the transactions by their days, whatever their order in the file', async () => {
    const result = await readCase(names[3]!);
    expect(result.reading.source).toBe('capdesk');
    expect(result.reading.tables[0]!.role).toBe('transactions');
    const earlier = Object.entries(holdingsOf(result, '2023-03-01'));
    const ofClass = (name: string) =>
      earlier.filter(([key]) => key.endsWith(`, ${name}`)).reduce((sum, [, value]) => sum + Number(value), 0);
    expect([ofClass('Ordinary'), ofClass('A Ordinary')]).toEqual([100000, 15000]);
    const entity = objects(result, 'STAKEHOLDER').find((each) => each['issuer_assigned_id'] === '09876543');
    expect(entity).toMatchObject({ stakeholder_type: 'INSTITUTION', name: { legal_name: 'Harbour Angels Ltd' } });
  });

  it('reads the template tabs: postcodes as they are, a fund with its contact', async () => {
    const result = await readCase(names[4]!);
    expect(result.reading.source).toBe('ltse');
    const people = objects(result, 'STAKEHOLDER');
    expect(people.map((each) => [(each['name'] as OcfObject)['legal_name'], each['stakeholder_type']])).toEqual([
      ['Ola Berg', 'INDIVIDUAL'],
      ['Ravi Iyer', 'INDIVIDUAL'],
      ['Cedar Fund II', 'INSTITUTION'],
      ['Lee Wong', 'INDIVIDUAL'],
    ]);
    expect(people[0]!['addresses']).toMatchObject([{ postal_code: '02134' }]);
    expect(people[2]!['primary_contact']).toMatchObject({ name: { legal_name: 'Jo Marsh' } });
    expect(objects(result, 'STOCK_CLASS').map((each) => each['board_approval_date'])).toEqual([
      '2021-05-25',
      '2022-11-02',
    ]);
  });

  it('refuses the bad rows and reads the two good ones', async () => {
    const result = await readCase(BAD);
    expect(result.reading.status).toBe('errors');
    const issued = objects(result, 'TX_STOCK_ISSUANCE').map((each) => [
      each['custom_id'],
      each['quantity'],
      each['date'],
    ]);
    expect(issued).toEqual([
      ['CS-1', '1000000', '2024-01-15'],
      ['CS-8', '40000', '2024-02-15'],
    ]);
  });

  it('makes objects that the format’s own schemas accept, but for a price that a file does not have', async () => {
    const validators = officialSchemas();
    const faults = new Set<string>();
    for (const name of names) {
      const result = await readCase(name, accepted(await readCase(name)));
      for (const object of [...result.statics, ...result.transactions]) {
        const check = validators.get(String(object['object_type']))!;
        if (!check(object)) for (const { message } of check.errors!) faults.add(`${name.slice(0, 2)} ${message}`);
      }
    }
    const missing = "must have required property 'share_price'";
    expect([...faults]).toEqual([`02 ${missing}`, `04 ${missing}`]);
  });
});
