// The four bases, the entries behind each figure and the difference between two days, over HTTP, for a company whose
// tables were calculated on paper. Also compares the two ways to read an earlier state of knowledge.
import { beforeAll, describe, expect, it } from 'vitest';
import { bases } from '#src/domain/captable/capTableBasis.ts';
import { decimal, formatDecimal } from '#src/domain/figures/decimal.ts';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { ledgerFaults } from '#tests/support/ledgerFaults.ts';
import { importZip, packageFiles, zipOf } from '#tests/support/packages.ts';
import {
  EARLIER,
  LATER,
  earlierDiluted,
  paperObjects,
  paperOf,
  paperTables,
  paperTransactions,
  sumOfPercents,
} from '#tests/support/paperCompany.ts';
import { givenMember, signUpCompany, signUpShareholder } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let owner: Person;
let table: (query: string, by?: Person) => Promise<CapTable>;
interface CapTable extends Row {
  rows: (Row & { holdings: Row[]; convertibles: Row[]; total: string })[];
  classes: Row[];
  instruments: Row[];
}
const tableFor =
  (by: Person) =>
  async (query: string, other: Person = by) => {
    const reply = await other.get(`/api/cap-table/?${query}`);
    expect([query, reply.status]).toEqual([query, 200]);
    return reply.body as CapTable;
  };
async function paperCompany(): Promise<Person> {
  const person = await signUpCompany(server);
  const reply = await importZip(person, await zipOf(packageFiles([...paperObjects, ...paperTransactions])));
  expect([reply.status, reply.body.applied]).toEqual([200, true]);
  return person;
}
beforeAll(async () => {
  owner = await paperCompany();
  table = tableFor(owner);
});

describe('the cap table of each basis', () => {
  it.each(bases)('matches the paper calculation: %s', async (basis) => {
    const found = await table(`as_of=${LATER}&basis=${basis}`);
    expect(paperOf(found as never)).toEqual(paperTables[basis]);
    const percents = (rows: Row[]) => sumOfPercents(rows as { percent: unknown }[]);
    expect([percents(found.rows), percents([...found.classes, ...found.instruments])]).toEqual(['1000000', '1000000']);
  });
  it('shows the day asked for', async () => {
    expect(paperOf((await table(`as_of=${EARLIER}&basis=fully_diluted`)) as never)).toEqual(earlierDiluted);
  });
  it('is the same from SQL as folded from the entries', async () => {
    for (const date of [EARLIER, LATER, '2022-10-15'])
      expect([date, await ledgerFaults(server, owner, date)]).toEqual([date, []]);
  });
  it('has the same pool as the plans', async () => {
    const plans = (await owner.get(`/api/equity-plans/?as_of=${LATER}`)).rows;
    expect(plans.map(({ name, available }) => [name, available]).sort()).toEqual([
      ['old', '170'],
      ['plan', '840'],
    ]);
  });
  it('shows a shareholder their own row at its ratio, and nothing of the total', async () => {
    const fund = (await owner.get('/api/shareholders/')).rows.find(({ name }) => name === 'fund')!;
    const person = await signUpShareholder(server, owner, fund);
    const found = await table(`as_of=${LATER}&basis=as_converted`, person);
    expect(found.rows.map(({ name, total, percent }) => [name, total, percent])).toEqual([['fund', '1751', null]]);
    expect([found.total, found.pool_available, found.instruments]).toEqual([null, null, []]);
    expect((await person.get(`/api/cap-table/?known_at=1`)).status).toBe(403);
    expect((await person.get(`/api/cap-table/entries?kind=pool`)).status).toBe(403);
    const { rows, transactions, classes } = (await person.get(`/api/cap-table/diff?from=${EARLIER}&to=${LATER}`)).body;
    expect([rows, transactions, classes]).toEqual([[], [], []]);
    const behind = (await person.get(`/api/cap-table/entries?as_of=${LATER}`)).body.entries as Row[];
    expect(behind.map(({ certificate_number }) => certificate_number)).toEqual(['PS-1']);
  });
  it('is open to everybody who may read the company’s books', async () => {
    for (const role of ['viewer', 'staff'] as const) {
      const member = await givenMember(server, owner, role);
      expect((await table(`basis=voting&as_of=${LATER}`, member)).total).toBe('11161');
    }
  });
});

describe('the entries behind a figure', () => {
  const entries = async (query: string) =>
    (await owner.get(`/api/cap-table/entries?as_of=${LATER}&${query}`)).body as Row & { entries: Row[] };
  const sum = (rows: Row[], field: string) =>
    formatDecimal(rows.reduce((all, row) => all + decimal(String(row[field])), 0n));

  it.each(bases)('sum to the figure, for every figure of the table: %s', async (basis) => {
    const found = await table(`as_of=${LATER}&basis=${basis}`);
    const figures: [string, unknown, 'quantity' | 'counted'][] = [['', found.total, 'counted']];
    for (const { share_class_id, outstanding, counted } of found.classes) {
      figures.push([`kind=stock&share_class_id=${String(share_class_id)}`, outstanding, 'quantity']);
      figures.push([`kind=stock&share_class_id=${String(share_class_id)}`, counted, 'counted']);
    }
    for (const { kind, quantity, counted } of found.instruments) {
      figures.push([`kind=${String(kind)}`, quantity, 'quantity'], [`kind=${String(kind)}`, counted, 'counted']);
    }
    for (const { shareholder_id, total, holdings, options, warrants, convertibles } of found.rows) {
      if (shareholder_id === null) continue;
      const of = `shareholder_id=${String(shareholder_id)}`;
      figures.push(
        [of, total, 'counted'],
        [`${of}&kind=options`, options, 'quantity'],
        [`${of}&kind=warrants`, warrants, 'quantity'],
      );
      for (const { share_class_id, quantity, counted } of holdings) {
        const cell = `${of}&kind=stock&share_class_id=${String(share_class_id)}`;
        figures.push([cell, quantity, 'quantity'], [cell, counted, 'counted']);
      }
      for (const { kind, currency, amount } of convertibles)
        figures.push([
          `${of}&kind=convertibles&convertible_type=${String(kind)}&currency=${String(currency)}`,
          amount,
          'quantity',
        ]);
    }
    expect(figures.length).toBeGreaterThan(30);
    for (const [query, figure, field] of figures) {
      const answer = await entries(`basis=${basis}&${query}`);
      expect([query, answer[field], sum(answer.entries, field)]).toEqual([query, figure, figure]);
    }
  });
  it('name the entry, its day and its effect', async () => {
    const { entries: rows } = await entries('kind=stock&shareholder_id=ada');
    expect(
      rows.map(({ certificate_number, date, quantity, object_type }) => [
        certificate_number,
        date,
        quantity,
        object_type,
      ]),
    ).toEqual([
      ['CS-1', '2022-01-01', '6000', 'TX_STOCK_ISSUANCE'],
      ['CS-5', '2023-07-01', '5000', 'TX_STOCK_ISSUANCE'],
      ['CS-1', '2023-07-01', '-6000', 'TX_STOCK_TRANSFER'],
    ]);
    expect(rows[0]).toMatchObject({
      transaction_id: 'i_CS-1',
      seq: expect.any(Number),
      summary: expect.stringContaining('6,000'),
    });
  });
  it('of the pool begin with the first reserve', async () => {
    const { entries: rows, quantity } = await entries('kind=pool');
    expect(rows[0]).toMatchObject({ transaction_id: null, summary: 'old: first reserve', quantity: '200' });
    expect(quantity).toBe('1010');
  });
  it('come in pages, each with the sum of all entries', async () => {
    const all = await entries('basis=fully_diluted');
    const pages = [
      await entries('basis=fully_diluted&range=[0,14]'),
      await entries('basis=fully_diluted&range=[15,99]'),
    ];
    expect(pages.flatMap((page) => page.entries)).toEqual(all.entries);
    expect(pages.map((page) => [page.count, page.counted])).toEqual(
      [all, all].map((page) => [page.count, page.counted]),
    );
  });
  it.each(['kind=gold', 'as_of=2024-13-01', 'range=5', 'known_at=now', 'basis=all'])('refuse %s', async (query) => {
    expect((await owner.get(`/api/cap-table/entries?${query}`)).status).toBe(422);
  });
});

describe('the difference between two days', () => {
  const diff = async (query: string) =>
    (await owner.get(`/api/cap-table/diff?${query}`)).body as Row & Record<string, Row[]>;
  it('names the holders who have more or less, and the entries that caused it', async () => {
    const found = await diff(`from=${EARLIER}&to=${LATER}`);
    expect(found.classes).toEqual([
      { share_class_id: 'common', name: 'common', before: '9000', after: '9160' },
      { share_class_id: 'seed', name: 'seed', before: '1334', after: '1334' },
    ]);
    expect(
      Object.fromEntries(found.rows!.map(({ name, before, after }) => [name, `${String(before)} ${String(after)}`])),
    ).toEqual({
      ada: '6000 5000',
      grace: '3000 4000',
      otto: '0 100',
      eve: '0 60',
    });
    expect(found.transactions!.map(({ id }) => id)).toEqual(['i_CS-3', 'i_RSA-1', 'i_CS-4', 'i_CS-5', 't1']);
    expect(found.total).toEqual({ before: '10334', after: '10494' });
  });
  it('includes changes of ratios and pools on the bases that count them', async () => {
    const ids = async (basis: string) =>
      (await diff(`from=2022-12-31&to=${LATER}&basis=${basis}`)).transactions!.map(({ id }) => id);
    expect(await ids('as_converted')).toEqual(['q1', 'i_CS-4', 'i_CS-5', 't1']);
    expect(await ids('fully_diluted')).toEqual(['p1', 'r1', 'q1', 'i_CS-4', 'i_CS-5', 't1']);
    const found = await diff(`from=${EARLIER}&to=${LATER}&basis=fully_diluted`);
    expect(found.rows).toContainEqual({ shareholder_id: null, name: 'Unallocated pool', before: '449', after: '1010' });
  });
  it.each(['from=2023-02-01&to=2023-01-01', 'from=x', 'to=2023-01-01'])('refuses %s', async (query) => {
    expect((await owner.get(`/api/cap-table/diff?${query}`)).status).toBe(422);
  });
});

describe('the table as known at an earlier entry', () => {
  it('stays the same after an entry known at that time was voided', async () => {
    const company = await paperCompany();
    const ask = tableFor(company);
    const certificate = await given.certificate(company, {
      shareholder_id: 'ada',
      share_class_id: 'common',
      quantity: '77',
      issue_date: '2023-03-01',
    });
    const [newest] = (await company.get('/api/transactions/?sort=["seq","DESC"]')).rows;
    const known = Number(newest!.seq);
    const urls = bases.flatMap((basis) => [
      `/api/cap-table/?as_of=${LATER}&basis=${basis}&known_at=${known}`,
      `/api/cap-table/?as_of=${LATER}&basis=${basis}&known_at=${known - 1}`,
      `/api/cap-table/entries?as_of=${LATER}&basis=${basis}&known_at=${known}`,
      `/api/cap-table/entries?kind=pool&as_of=${LATER}&basis=${basis}&known_at=${known}`,
      `/api/cap-table/diff?from=${EARLIER}&to=${LATER}&basis=${basis}&known_at=${known}`,
    ]);
    const answers = async () => Promise.all(urls.map(async (url) => (await company.get(url)).body));
    const before = await answers();
    const voided = await company.post(`/api/transactions/${String(newest!.id)}/void`, { reason: 'a slip' });
    expect(voided.status).toBe(200);
    expect(await answers()).toEqual(before);
    const now = await ask(`as_of=${LATER}`);
    expect([now.total, (await ask(`as_of=${LATER}&known_at=${known}`)).total]).toEqual(['10494', '10571']);
    expect(certificate.certificate_number).toBeDefined();
  });
});
