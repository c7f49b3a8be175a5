// Vesting in a column of notes: a question for each holder, never dropped.
import { describe, expect, it } from 'vitest';
import { csvOf, findingsOf, gridOf, read } from '#tests/support/sheets/grids.ts';
import { vestedOn } from '#tests/support/sheets/vested.ts';

const HEAD = ['Certificate #', 'Shareholder', 'Class', 'Shares', 'Issue date', 'Notes'];
const row = (note: string, number = 'CS-1') => [number, `Holder of ${number}`, 'Common', '4800', '2024-01-15', note];
const readNotes = (notes: string[], answers: Record<string, string> = {}) =>
  read(csvOf([HEAD, ...notes.map((note, index) => row(note, `CS-${index + 1}`))]), { answers });
const first = (note: string) => readNotes([note]).reading.questions[0]!;
const vestedBy = (note: string, choice: number, day: string) => {
  const { id, choices } = first(note);
  const result = readNotes([note], { [id]: choices[choice]!.value });
  return [result.reading.status, vestedOn(result, 'CS-1', day)];
};

describe('a note that speaks of vesting', () => {
  it('is asked about for its holder, as it reads', () => {
    const { reading } = readNotes(['vesting 4y/1y cliff from 2024-03-01', 'Friend of the family', 'invested early']);
    expect(reading.status).toBe('questions');
    expect(reading.questions).toMatchObject([
      { id: 'note_vesting:t1:F2', code: 'note_vesting', column: 'F', rows: [2], answer: null },
    ]);
    expect(reading.questions[0]!.text).toMatch(
      /“vesting 4y\/1y cliff from 2024-03-01”.*4,800 Common of Holder of CS-1/,
    );
    expect(reading.questions[0]!.choices.map(({ label }) => label)).toEqual([
      expect.stringMatching(/^From 2024-03-01, 25% after 1 year, then 1\/48 each month, 36 times: 1,200 after 1 year/),
      'No: all of it has vested',
    ]);
  });

  it.each([
    'vesting 4y/1y cliff from 2024-03-01',
    'Founder; vests over 4 years with 1 year cliff starting March 1, 2024',
    'Vesting: 48 months, 12 month cliff. VCD 1 Mar 2024. Board seat.',
    'Vesting 4 Jahre, 1 Jahr Cliff ab 01.03.2024',
  ])('“%s” vests from its own day once that is confirmed, and not otherwise', (note) => {
    expect(vestedBy(note, 0, '2025-02-28')).toEqual(['ready', '0']);
    expect(vestedBy(note, 0, '2025-03-01')).toEqual(['ready', '1200']);
    expect(vestedBy(note, 1, '2024-01-15')).toEqual(['ready', '4800']);
  });

  it('has a choice for each order of a day that nothing says, and the order of the file’s days else', () => {
    expect(first('vesting 4y/1y cliff from 3/1/2024').choices.map(({ label }) => label.slice(0, 15))).toEqual([
      'From 2024-01-03',
      'From 2024-03-01',
      'No: all of it h',
    ]);
    const { reading } = read(
      csvOf([
        HEAD,
        [...row('vesting 4y/1y cliff from 3/1/2024').slice(0, 4), '1/15/2024', 'vesting 4y/1y cliff from 3/1/2024'],
      ]),
    );
    expect(reading.questions[0]!.choices.map(({ label }) => label.slice(0, 15))).toEqual([
      'From 2024-03-01',
      'No: all of it h',
    ]);
  });

  it('without a day counts from the issue, and one that is not understood offers what it may mean', () => {
    expect(vestedBy('vesting 4y/1y', 0, '2025-01-15')).toEqual(['ready', '1200']);
    const { choices } = first('vesting per agreement');
    expect(choices.map(({ value }) => value)).toEqual(
      expect.arrayContaining(['schedule 48 12 from 2024-01-15', 'event', 'no']),
    );
    expect(first('4 years vesting, double trigger').choices[0]!.label).toMatch(/^From 2024-01-15, 25% after 1 year/);
  });

  it('beside options and shares on one row is asked for each', () => {
    const head = ['Shareholder', 'Common Stock', 'Preferred Stock', 'Comment'];
    const { reading } = read(csvOf([head, ['Ada', '4800', '100', 'vesting 4y/1y from 2024-03-01']]), {
      as_of: '2025-01-01',
    });
    expect(reading.questions.map(({ id }) => id)).toEqual(['note_vesting:t1:D2', 'note_vesting:t1:D2:2']);
  });

  it('beside a schedule, or beside nothing that can vest, is said', () => {
    const both = read(
      csvOf([
        [...HEAD, 'Vesting'],
        [...row('vests over 3 years'), '4y/1y'],
      ]),
    );
    expect([both.reading.questions, findingsOf(both, 'vesting_note_not_read')]).toMatchObject([
      [],
      [{ row: 2, column: 'F' }],
    ]);
    const safe = read(
      csvOf([
        ['Investor', 'Principal', 'Issue date', 'Valuation cap', 'Notes'],
        ['Ada', '1000', '2024-01-15', '', 'vests monthly'],
      ]),
    );
    expect(findingsOf(safe, 'vesting_note_not_read')).toMatchObject([{ row: 2, column: 'E', severity: 'warning' }]);
  });

  it('in a table that is only compared is said', () => {
    const result = read(
      gridOf(
        { name: 'Ledger', rows: [HEAD.slice(0, 5), row('').slice(0, 5)] },
        {
          name: 'Cap table',
          rows: [
            ['Shareholder', 'Common', 'Notes'],
            ['Holder of CS-1', 4800, 'vesting 4y/1y'],
          ],
        },
      ),
    );
    expect(result.reading.tables.map(({ role }) => role)).toEqual(['certificates', 'totals']);
    expect(findingsOf(result, 'vesting_note_not_read')).toMatchObject([{ tab: 'Cap table', row: 2, column: 'C' }]);
  });

  it('is asked again only while its security is new', () => {
    const notes = ['vesting 4y/1y'];
    const answers = { 'note_vesting:t1:F2': 'schedule 48 12 from 2024-01-15' };
    const applied = readNotes(notes, answers);
    const again = read(csvOf([HEAD, row(notes[0]!)]), { existing: applied });
    expect([again.reading.questions, again.transactions]).toEqual([[], []]);
  });

  it('a hundred times is asked fifty at a time', () => {
    const { reading } = readNotes(Array.from({ length: 100 }, () => 'vesting 4y/1y'));
    expect([reading.questions.length, reading.status]).toEqual([50, 'questions']);
  });
});
