// The calculators of the public site: results with their derivations, and what is wrong at its field.
import { describe, expect, it } from 'vitest';
import { AppError } from '#src/domain/errors.ts';
import { enteredOf } from '#src/tools/entered.ts';
import { formMarkup, resultMarkup } from '#src/tools/form.ts';
import { tools } from '#src/tools/index.ts';
import type { Result, Row, Tool, ToolState } from '#src/tools/tool.ts';

const toolAt = (path: string): Tool => tools.find((each) => each.path === path)!;
const [safe, round, waterfall, anti] = ['safe', 'round', 'waterfall', 'anti-dilution'].map((name) =>
  toolAt(`/tools/${name}`),
) as [Tool, Tool, Tool, Tool];
const typed = (tool: Tool, fields: Row, rows: ToolState['rows'] = {}): ToolState => ({
  fields: { ...tool.example.fields, ...fields },
  rows: { ...tool.example.rows, ...rows },
});
const resultsOf = (tool: Tool, state: ToolState = tool.example): Result => tool.results(enteredOf(tool, state));
const lineOf = ({ lines }: Result, label: string) => lines.find((each) => each.label === label)!;
function faultsOf(tool: Tool, state: ToolState): Record<string, string> {
  try {
    resultsOf(tool, state);
  } catch (error) {
    if (error instanceof AppError) return error.fields ?? {};
    throw error;
  }
  return {};
}
const row = (changes: Row = {}): Row => ({
  name: 'Ada',
  type: 'post_cap',
  amount: '1,000,000',
  cap: '$10,000,000',
  discount: '',
  ...changes,
});

describe('each calculator', () => {
  it.each(tools)('$title has an example whose shares or money add up, and a derivation of each figure', (tool) => {
    const { lines, tables } = resultsOf(tool);
    for (const { how } of lines) expect(how.length).toBeGreaterThan(20);
    const [table] = tables;
    const last = table!.heads.lastIndexOf('');
    const column = table!.rows.map((cells) => Number(cells[last - 1]!.replace(/[$,]/g, '')));
    const total = column.pop()!;
    expect(column.reduce((sum, each) => sum + each, 0)).toBeCloseTo(total, 2);
    const parts = table!.rows.slice(0, -1).map((cells) => Number(cells[last]!.replace('%', '')));
    expect(parts.reduce((sum, each) => sum + each, 0)).toBeCloseTo(100, 4);
  });

  it.each(tools)('$title accepts the same figures in other notations', (tool) => {
    const plain = Object.fromEntries(
      Object.entries(tool.example.fields).map(([name, text]) => [name, text.replaceAll(',', '')]),
    );
    expect(resultsOf(tool, typed(tool, plain))).toEqual(resultsOf(tool));
  });

  it.each(tools)('$title marks every figure that is none', (tool) => {
    const [money] = tool.fields.filter(({ kind }) => kind === 'money');
    for (const text of ['', 'ten', '1,50', '1250000,500', '-1', 'NaN', '1e308', '9'.repeat(60), '1/3', '0.00000000001'])
      expect(Object.keys(faultsOf(tool, typed(tool, { [money!.name]: text })))).toContain(money!.name);
  });

  it.each(tools)('$title shows a name as it is typed, and never as markup', (tool) => {
    const list = tool.lists[0]!;
    const name = '<img src=x onerror=alert(1)> & "Söhne"';
    const rows = tool.example.rows[list.name]!.map((each) => ({ ...each, name }));
    const state = typed(tool, {}, { [list.name]: rows });
    const page = new DOMParser().parseFromString(
      formMarkup(tool, state).text + resultMarkup(resultsOf(tool, state)).text,
      'text/html',
    );
    expect(page.querySelector('img')).toBeNull();
    expect(page.querySelector(`[name="${list.name}.0.name"]`)?.getAttribute('value')).toBe(name);
    expect(page.querySelector('table')?.textContent).toContain(name);
  });
});

describe('the round', () => {
  it('says what the price is divided by, and how it is rounded', () => {
    const state = typed(
      round,
      {
        outstanding_fully_diluted: '9000000',
        unallocated_pool: '',
        pre_money: '22000000',
        new_money: '5000000',
        'pool.target': '',
      },
      { instruments: [row()] },
    );
    const result = resultsOf(round, state);
    expect(lineOf(result, 'Price of a share')).toEqual({
      label: 'Price of a share',
      value: '$2.20',
      how: '$22,000,000 / 10,000,000 (all shares before the new money, with the conversions and the pool) = $2.20; rounded to 4 places by the rule R1',
    });
    expect(lineOf(result, 'New shares').how).toBe(
      '$5,000,000 / $2.20 = 2,272,727.2727…; rounded down by the rule R1, $0.60 is left',
    );
  });

  it('refuses terms without an answer at their field', () => {
    expect(Object.keys(faultsOf(round, typed(round, { 'pool.target': '100' })))).toEqual(['pool.target']);
    expect(faultsOf(round, typed(round, {}, { instruments: [row({ cap: '' })] }))).toEqual({
      'instruments.0.cap': 'Fill this in.',
    });
    expect(Object.keys(faultsOf(round, typed(round, {}, { instruments: [row({ cap: '5' })] })))).toEqual([
      'instruments.0.cap',
    ]);
    expect(faultsOf(round, typed(round, { pre_money: '100', 'pool.target': '' }, { instruments: [] }))).toEqual({
      pre_money: 'At this valuation a share would cost nothing.',
    });
    const cheap = row({ type: 'pre_cap', amount: '10', cap: '100' });
    expect(Object.keys(faultsOf(round, typed(round, {}, { instruments: [row(), cheap] })))).toEqual([
      'instruments.1.cap',
    ]);
    const sold = [row({ amount: '6,000,000' }), row({ amount: '5,000,000' })];
    expect(Object.keys(faultsOf(round, typed(round, {}, { instruments: sold })))).toEqual(['instruments']);
  });
});

it('a SAFE owns its money over its post-money cap', () => {
  const result = resultsOf(safe, typed(safe, {}, { instruments: [row({ amount: '500000', cap: '8000000' })] }));
  expect(lineOf(result, 'Ada before the new money').value).toBe('6.25%');
});

describe('an instrument', () => {
  const all = (...rows: Row[]) => resultsOf(round, typed(round, {}, { instruments: rows }));

  it('that is a note converts with its interest, and says how much', () => {
    const note = row({ type: 'discount', discount: '20', compounding: 'SIMPLE', rate: '8', day_count: 'ACTUAL_365' });
    const { how } = lineOf(all({ ...note, from: '2025-01-01', to: '2027-01-01' }), 'Shares of Ada');
    expect(how).toMatch(/^1,000,000\.00 × 0\.08 × 730 ÷ 365 = 160,000\.00, simple interest/);
    expect(how).toContain('by the rule R1 $1,160,000 /');
  });

  it('that is an MFN takes the best terms of those below it, and no others', () => {
    const mfn = row({ name: 'Mia', type: 'mfn', cap: '', amount: '100,000' });
    const dear = row({ name: 'Dora', cap: '20,000,000' });
    const cheap = row({ name: 'Carl', cap: '5,000,000' });
    expect(lineOf(all(mfn, dear, cheap), 'Shares of Mia').how).toContain('the cap, $5,000,000 /');
    expect(lineOf(all(mfn, dear, cheap), 'Shares of Mia').how).toContain('(the terms of Carl)');
    expect(lineOf(all(cheap, mfn, dear), 'Shares of Mia').how).toContain('(the terms of Dora)');
    expect(lineOf(all(cheap, dear, mfn), 'Shares of Mia').how).toContain('the price of the round');
  });

  it('with a fixed percentage owns it before the new money', () => {
    const line = lineOf(all(row({ type: 'fixed_pct', cap: '', pct: '7', amount: '125,000' })), 'Shares of Ada');
    expect(line.how).toMatch(/^7% × [\d,.]+…? \(shares before the new money/);
  });

  it('is asked for what its terms need, and for nothing else', () => {
    const asked = (changes: Row) => {
      const page = new DOMParser().parseFromString(
        formMarkup(round, typed(round, {}, { instruments: [row(changes)] })).text,
        'text/html',
      );
      return [...page.querySelectorAll('[name^="instruments.0."]')].map((each) => each.getAttribute('name')!.slice(14));
    };
    expect(asked({ type: 'post_cap' })).toEqual(['name', 'type', 'amount', 'cap', 'discount', 'compounding']);
    expect(asked({ type: 'mfn' })).toEqual(['name', 'type', 'amount']);
    expect(asked({ type: 'fixed_pct' })).toEqual(['name', 'type', 'amount', 'pct']);
    expect(asked({ type: 'discount', compounding: 'DAILY' })).toEqual([
      'name',
      'type',
      'amount',
      'discount',
      'compounding',
      'rate',
      'day_count',
      'from',
      'to',
    ]);
    const note = row({ compounding: 'SIMPLE', rate: '2000', from: '2026-01-01', to: '2025-13-01' });
    expect(Object.keys(faultsOf(round, typed(round, {}, { instruments: [note] })))).toEqual(['instruments.0.to']);
    const backwards = { ...note, to: '2025-01-01' };
    expect(Object.keys(faultsOf(round, typed(round, {}, { instruments: [backwards] })))).toEqual(['instruments.0.to']);
  });
});

describe('anti-dilution', () => {
  it('says what the average counts, and changes nothing at the old price', () => {
    expect(lineOf(resultsOf(anti), 'Conversion price')).toMatchObject({
      value: '$1.7058823529…',
      how: '$2 × (12,000,000 + 2,500,000 that the same money buys at the old price) / (12,000,000 + 5,000,000) = $1.7058823529…',
    });
    expect(lineOf(resultsOf(anti), 'Shares as converted').value).toBe('4,689,655');
    expect(lineOf(resultsOf(anti, typed(anti, { method: 'full_ratchet' })), 'More than before').value).toBe(
      '4,000,000',
    );
    for (const method of ['weighted_average', 'full_ratchet'])
      expect(lineOf(resultsOf(anti, typed(anti, { new_price: '2', method })), 'More than before').value).toBe('0');
  });

  it('needs prices', () => {
    const none = { original_price: '0', conversion_price: '0', new_price: '0', base_shares: '0' };
    expect(Object.keys(faultsOf(anti, typed(anti, none)))).not.toHaveLength(0);
  });
});

describe('the exit', () => {
  it('pays the preference, the cap or what conversion gives, and says which', () => {
    const at = (proceeds: string) => resultsOf(waterfall, typed(waterfall, { proceeds, costs: '' }));
    expect(lineOf(at('4,000,000'), 'Series B').how).toBe('What is left at its rank, of a preference of $9,000,000');
    expect(lineOf(at('40,000,000'), 'Series A').how).toMatch(/^Its cap of \$10,000,000/);
    expect(lineOf(at('60,000,000'), 'Series A').how).toMatch(/^Converts: 2,000,000 shares × \$5\.125 = \$10,250,000/);
    expect(lineOf(at('60,000,000'), 'A share of common stock').how).toBe(
      '($60,000,000 − $9,000,000 that classes keep + $250,000 for exercising options) / 10,000,000 shares that take part = $5.125',
    );
  });

  it('needs somebody for the rest, and costs may take all', () => {
    expect(Object.keys(faultsOf(waterfall, typed(waterfall, {}, { common: [] })))).toEqual(['common']);
    const nothing = resultsOf(waterfall, typed(waterfall, { proceeds: '5', costs: '1,000,000' }));
    expect(lineOf(nothing, 'For the holders').value).toBe('$0');
  });
});
