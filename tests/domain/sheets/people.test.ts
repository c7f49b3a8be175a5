// Rule Q11: who is who.
import { describe, expect, it } from 'vitest';
import { findingsOf, gridOf, read } from '#tests/support/sheets/grids.ts';
import type { Written } from '#tests/support/sheets/grids.ts';
import { holdingsOf } from '#tests/support/sheets/holdings.ts';

const DAY = '2025-12-31';
const LEDGER = ['Certificate #', 'Shareholder', 'External ID', 'Email', 'Class', 'Shares', 'Issue date'];

const ledger = (holders: [name: string, id: string, email: string][]) =>
  gridOf({
    name: 'Ledger',
    rows: [
      LEDGER,
      ...holders.map(([name, id, email], index): Written[] => [
        `CS-${index + 1}`,
        name,
        id,
        email,
        'Common',
        1,
        '2024-01-15',
      ]),
    ],
  });
const people = (result: ReturnType<typeof read>) =>
  result.statics
    .filter(({ object_type }) => object_type === 'STAKEHOLDER')
    .map((each) => (each['name'] as { legal_name: string }).legal_name);
const questions = (result: ReturnType<typeof read>) => result.reading.questions.map(({ code, rows }) => [code, rows]);

describe('Q11: one holder', () => {
  it('is one name, whatever its case and blanks', () => {
    const result = read(
      ledger([
        ['Ada  Lovelace', '', 'ada@x.example'],
        ['ada lovelace', '', ''],
      ]),
    );
    expect(people(result)).toEqual(['Ada Lovelace']);
    expect(findingsOf(result, 'holder_merged').map(({ row }) => row)).toEqual([3]);
  });

  it('is one vendor’s id, also under another name', () => {
    expect(
      people(
        read(
          ledger([
            ['Ada Lovelace', 'h1', ''],
            ['Ada King', 'h1', ''],
          ]),
        ),
      ),
    ).toEqual(['Ada Lovelace']);
  });

  it('keeps the punctuation of its name', () => {
    expect(people(read(ledger([["Sam O'Neil, Jr.", '', '']])))).toEqual(["Sam O'Neil, Jr."]);
  });
});

describe('Q11: several holders', () => {
  it('have ids of their own, under one name', () => {
    const result = read(
      ledger([
        ['John Smith', 'h1', ''],
        ['John Smith', 'h2', ''],
      ]),
    );
    expect([people(result), questions(result)]).toEqual([['John Smith', 'John Smith'], []]);
  });

  it('share an e-mail: two funds of one manager', () => {
    const result = read(
      ledger([
        ['Growth Fund I', '', 'legal@x.example'],
        ['Growth Fund II', '', 'legal@x.example'],
      ]),
    );
    expect(people(result)).toHaveLength(2);
    expect(findingsOf(result, 'email_shared').map(({ row }) => row)).toEqual([2, 3]);
  });

  it('are asked about where one name has two e-mails', () => {
    const grid = ledger([
      ['John Smith', '', 'a@x.example'],
      ['John Smith', '', 'b@x.example'],
    ]);
    const open = read(grid);
    expect(questions(open)).toEqual([['holder_ambiguous', [2, 3]]]);
    const { id } = open.reading.questions[0]!;
    expect(people(read(grid, { answers: { [id]: 'several' } }))).toHaveLength(2);
    expect(people(read(grid, { answers: { [id]: 'one' } }))).toHaveLength(1);
  });
});

describe('Q11: a wide table', () => {
  const wide = (rows: Written[][]) =>
    gridOf({ name: 'Cap Table', rows: [['Shareholder', 'Common Stock', 'Series Seed'], ...rows] });
  const readWide = (rows: Written[][], answers = {}) => read(wide(rows), { as_of: DAY, answers });

  it('names one holder twice in different classes: one holder, with a warning', () => {
    const result = readWide([
      ['Ada', 10, ''],
      ['ADA', '', 5],
    ]);
    expect(holdingsOf(result, DAY)).toEqual({ 'Ada, Common Stock': '10', 'Ada, Series Seed': '5' });
    expect(findingsOf(result, 'holder_merged').map(({ row }) => row)).toEqual([2, 3]);
    expect(questions(result)).toEqual([]);
  });

  it('asks about one name twice in the same class, and about words that are no names', () => {
    expect(
      questions(
        readWide([
          ['Ada', 10, ''],
          ['Ada', 20, ''],
        ]),
      ),
    ).toEqual([['holder_ambiguous', [2, 3]]]);
    const founders: Written[][] = [
      ['Co-Founder', 10, ''],
      ['Co-Founder', '', 20],
    ];
    const open = readWide(founders);
    expect(questions(open)).toEqual([['holder_ambiguous', [2, 3]]]);
    expect(findingsOf(open, 'holder_merged')).toEqual([]);
    const apart = readWide(founders, { [open.reading.questions[0]!.id]: 'several' });
    expect(people(apart)).toHaveLength(2);
    expect(people(readWide(founders, { [open.reading.questions[0]!.id]: 'one' }))).toHaveLength(1);
  });
});

describe('Q11: near names', () => {
  it.each([
    ['Northgate Ventures, L.P.', 'Northgate Ventures LP'],
    ['Ana Petrovic-Marsh', 'Petrovic-Marsh Ana'],
    ['Katherine Johnson', 'Katharine Johnson'],
  ])('suggests that %s and %s are one, and merges them only by an answer', (a, b) => {
    const grid = ledger([
      [a, '', ''],
      [b, '', ''],
    ]);
    const open = read(grid);
    expect(people(open)).toEqual([a, b]);
    expect(questions(open)).toEqual([['holder_ambiguous', [3]]]);
    const merged = read(grid, { answers: { [open.reading.questions[0]!.id]: 'one' } });
    expect(people(merged)).toEqual([a]);
    expect(holdingsOf(merged, DAY)).toEqual({ [`${a}, Common`]: '2' });
  });

  it('says nothing of funds with numbers and of other names', () => {
    expect(
      questions(
        read(
          ledger([
            ['Growth Partners Fund I', '', ''],
            ['Growth Partners Fund II', '', ''],
            ['Holder number 12', '', ''],
            ['Holder number 13', '', ''],
            ['Ada', '', ''],
            ['Ida', '', ''],
          ]),
        ),
      ),
    ).toEqual([]);
  });
});
