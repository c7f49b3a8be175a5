// People who left: what had not vested is asked about where the file does not say what became of it, and never vests on in silence.
import { describe, expect, it } from 'vitest';
import { csvOf, findingsOf, placesOf, readBesideCommon as read } from '#tests/support/sheets/grids.ts';

const HEAD = ['Grant number', 'Holder', 'Plan', 'Granted', 'Strike', 'Grant date', 'Vesting', 'Left company'];
const grant = (number: string, left: string, vesting = '4y/1y') => [
  number,
  `Holder of ${number}`,
  '2024 Plan',
  '4800',
  '0.10',
  '2024-01-15',
  vesting,
  left,
];
const readRows = (rows: string[][], answers: Record<string, string> = {}, head = HEAD) =>
  read(csvOf([head, ...rows]), { answers });
const cancelled = ({ transactions }: ReturnType<typeof read>) =>
  transactions
    .filter(({ object_type }) => object_type === 'TX_EQUITY_COMPENSATION_CANCELLATION')
    .map((each) => [each.date, each['quantity'], each['reason_text']]);

describe('a grant of somebody who left', () => {
  const rows = [
    grant('ES-1', ''),
    grant('ES-2', '2025-04-20'),
    grant('ES-3', '2024-06-30'),
    grant('ES-4', '2028-01-15'),
  ];
  const known = { today: '2029-01-01' };
  const leaving = 'leaving:t1:H';
  const readLeavers = (answers: Record<string, string>) => read(csvOf([HEAD, ...rows]), { answers, ...known });

  it('is asked about once for the column, with the rows that had not vested', () => {
    const { reading } = readLeavers({});
    expect(reading.questions).toMatchObject([
      { id: leaving, code: 'leaving', column: 'H', rows: [3, 4], answer: null },
    ]);
    expect(reading.questions[0]!.text).toMatch(/“Left company”.*3,300 of ES-2 on 2025-04-20, and 1 more/);
    expect([reading.status, cancelled(readLeavers({}))]).toEqual(['questions', []]);
  });

  it('loses exactly what had not vested on that day, where that is the answer', () => {
    const result = readLeavers({ [leaving]: 'forfeited' });
    expect([result.reading.status, result.ledger.filter(({ severity }) => severity === 'error')]).toEqual([
      'ready',
      [],
    ]);
    expect(cancelled(result)).toEqual([
      ['2025-04-20', '3300', 'Forfeited'],
      ['2024-06-30', '4800', 'Forfeited'],
    ]);
  });

  it('vests on where that is the answer, and other answers are none', () => {
    expect([readLeavers({ [leaving]: 'kept' }).reading.status, cancelled(readLeavers({ [leaving]: 'kept' }))]).toEqual([
      'ready',
      [],
    ]);
    expect(readLeavers({ [leaving]: 'sold' }).reading.status).toBe('questions');
  });

  it('imported again has nothing more to lose', () => {
    const { statics, transactions } = readLeavers({ [leaving]: 'forfeited' });
    const again = read(csvOf([HEAD, ...rows]), {
      ...known,
      answers: { [leaving]: 'forfeited' },
      existing: { statics, transactions },
    });
    expect([again.transactions, again.reading.status]).toEqual([[], 'ready']);
    const later = readLeavers({ [leaving]: 'kept' });
    const asked = read(csvOf([HEAD, ...rows]), { ...known, existing: later });
    expect(asked.reading.questions).toMatchObject([{ code: 'leaving', rows: [3, 4] }]);
  });

  it('is not asked about where the row says what was forfeited, expired or is outstanding, or its status says it', () => {
    const told = (heading: string, value: string) =>
      readRows([[...grant('ES-1', '2025-04-20'), value]], {}, [...HEAD, heading]).reading.questions;
    expect(told('Forfeited', '3300')).toEqual([]);
    expect(told('Expired', '100')).toEqual([]);
    expect(told('Quantity outstanding', '1500')).toEqual([]);
    expect(told('Status', 'Forfeited')).toEqual([]);
    expect(told('Forfeited', '0')).toMatchObject([{ code: 'leaving' }]);
  });

  it('keeps what was exercised before it vested', () => {
    const head = [...HEAD, 'Exercised'];
    const result = readRows([[...grant('ES-1', '2025-01-15'), '2000']], { [leaving]: 'forfeited' }, head);
    expect(cancelled(result).filter(([, , reason]) => reason === 'Forfeited')).toEqual([
      ['2025-01-15', '2800', 'Forfeited'],
    ]);
  });

  it('is asked about after what its schedule means', () => {
    const text = [grant('ES-1', '2025-04-20', 'Milestone')];
    expect(readRows(text).reading.questions.map(({ code }) => code)).toEqual(['vesting_meaning']);
    const answered = readRows(text, { 'vesting_meaning:milestone': 'event' });
    expect(answered.reading.questions.map(({ code }) => code)).toEqual(['vesting_meaning', 'leaving']);
    expect(answered.reading.questions[1]!.text).toContain('4,800 of ES-1');
  });

  it('that is fully vested, or was made afterwards, has no question; a day that does not fit is said', () => {
    expect(readRows([grant('ES-1', '2025-04-20', '')]).reading.questions).toEqual([]);
    const odd = readRows([grant('ES-1', '2023-04-20'), grant('ES-2', '2027-04-20')]);
    expect([odd.reading.questions, placesOf(odd).filter((each) => each.startsWith('leaving'))]).toEqual([
      [],
      ['leaving_not_read H2', 'leaving_not_read H3'],
    ]);
  });

  it('whose service is not ended by the file is said, with what had vested and keeps its time until somebody ends it', () => {
    const head = [...HEAD.slice(0, 7), 'Termination Date', 'Forfeited', 'Termination Reason'];
    const left = (number: string, day: string, forfeited: string) => [...grant(number, day), forfeited, 'For cause'];
    const result = readRows(
      [left('ES-1', '2025-04-20', '3300'), left('ES-2', '2024-06-30', '4800'), left('ES-3', '', '')],
      {},
      head,
    );
    const said = findingsOf(result, 'service_not_ended');
    expect(said).toMatchObject([{ row: 2, column: 'H', severity: 'warning' }]);
    expect(said[0]!.message).toContain('how long 1,500 that had vested may be exercised');
    const forfeited = readLeavers({ [leaving]: 'forfeited' });
    expect(findingsOf(forfeited, 'service_not_ended').map(({ row }) => row)).toEqual([3, 5]);
    expect(findingsOf(readLeavers({ [leaving]: 'kept' }), 'service_not_ended').map(({ row }) => row)).toEqual([5]);
  });

  it('is found in a table of holdings too', () => {
    const head = ['Shareholder', 'Common Stock', 'Options granted', 'Vesting', 'Vesting start', 'Termination date'];
    const result = read(csvOf([head, ['Ada', '', '4800', '4 years monthly', '2024-01-15', '2025-01-15']]), {
      as_of: '2025-06-30',
      tables: [{ id: 't1', role: 'snapshot' }],
    });
    expect(result.reading.questions).toMatchObject([{ code: 'leaving', column: 'F', rows: [2] }]);
  });
});

describe('shares of somebody who left', () => {
  it('are imported as held, and the leaving is said to be left out', () => {
    const head = ['Certificate #', 'Shareholder', 'Class', 'Shares', 'Issue date', 'Vesting', 'Termination date'];
    const result = read(csvOf([head, ['CS-1', 'Ada', 'Common', '4800', '2024-01-15', '4y/1y', '2025-01-15']]));
    expect(placesOf(result).filter((each) => each.startsWith('leaving'))).toEqual(['leaving_not_read G2']);
    const holdings = read(
      csvOf([
        ['Shareholder', 'Common Stock', 'Left company'],
        ['Ada', '4800', '2025-01-15'],
      ]),
      {
        as_of: '2025-06-30',
      },
    );
    expect(findingsOf(holdings, 'leaving_not_read')).toMatchObject([{ row: 2, column: 'C', severity: 'warning' }]);
  });
});
