// Random companies, written out in each layout and read back: the cap table is that of the company's own book, and every total ties.
// More of them: COMPANIES=500 COMPANIES_SEED=7.
import { describe, expect, it } from 'vitest';
import { bookOf, sheetCompany } from '#tests/support/sheets/companies.ts';
import { read } from '#tests/support/sheets/grids.ts';
import { figuresOf, holdingsOf } from '#tests/support/sheets/holdings.ts';
import { cartaLayout, longLayout, templateLayout, wideLayout } from '#tests/support/sheets/layouts.ts';
import { randomOf } from '#tests/support/randomNumbers.ts';

const COUNT = Number(process.env['COMPANIES'] ?? 50);
const SEED = Number(process.env['COMPANIES_SEED'] ?? 1);
const seeds = Array.from({ length: COUNT }, (_each, index) => SEED * 1_000_003 + index);

/** Questions that a file leaves open by its nature are answered as its writer would. */
const answered = (grid: Parameters<typeof read>[0], as_of: string) => {
  const first = read(grid, { as_of });
  const answers = Object.fromEntries(
    first.reading.questions.flatMap(({ id, code, choices }) => {
      if (code === 'decimal_sign') return [[id, '.']];
      return code === 'holder_ambiguous'
        ? [[id, 'several']]
        : code === 'security_link'
          ? [[id, 'no']]
          : choices.length === 0
            ? []
            : [[id, choices[0]!.value]];
    }),
  );
  return { first, result: read(grid, { as_of, answers }) };
};

const named = (holdings: Record<string, string>) =>
  Object.fromEntries(Object.entries(holdings).map(([key, value]) => [key.replace(/ Stock$/, ''), value]));

describe.each([
  {
    layout: 'Carta’s workbook',
    write: cartaLayout,
    hasInstruments: true,
    needed: ['cap_basis', 'holder_ambiguous', 'security_link'],
  },
  { layout: 'a wide table', write: wideLayout, hasInstruments: true, needed: ['decimal_sign', 'holder_ambiguous'] },
  { layout: 'a register', write: longLayout, hasInstruments: false, needed: ['decimal_sign', 'holder_ambiguous'] },
  { layout: 'the template', write: templateLayout, hasInstruments: true, needed: ['holder_ambiguous'] },
])('companies in $layout', ({ write, hasInstruments, needed }) => {
  it(`come back as they are, ${COUNT} of them`, () => {
    for (const seed of seeds) {
      const company = sheetCompany(seed);
      const { first, result } = answered(write(company, randomOf(seed + 1)), company.as_of);
      const book = bookOf(company);
      // A file of nothing is no import.
      const isEmpty = first.reading.tables.every(({ first_row }) => first_row === null);
      const seen = {
        seed,
        asked: [...new Set(first.reading.questions.map(({ code }) => code))].filter((code) => !needed.includes(code)),
        status: result.reading.status,
        errors: result.reading.findings.flatMap(({ severity, code }) => (severity === 'error' ? [code] : [])),
        ledger: result.ledger.filter(({ rule }) => rule !== 'D6'),
        differences: result.reading.tie_out.filter(({ difference }) => difference !== '0'),
        holdings: named(holdingsOf(result, company.as_of)),
        figures: hasInstruments ? figuresOf(result, company.as_of) : figuresOf(result, company.as_of).outstanding,
      };
      expect(seen).toEqual({
        seed,
        asked: [],
        status: isEmpty ? 'errors' : 'ready',
        errors: isEmpty ? ['nothing_to_import'] : [],
        ledger: [],
        differences: [],
        holdings: book.holdings,
        figures: hasInstruments ? book.figures : book.figures.outstanding,
      });
    }
  });
});
