// A run as sheets: a table for each step, the figures of each round, and the waterfalls. A cell has a formula where the formula
// gives the very figure that is shown.
import { decimal, formatDecimal } from '#src/domain/figures/decimal.ts';
import type { Step } from '#src/domain/model/scenario/steps.ts';
import type { Run, RunTable } from '#src/domain/model/scenario/runScenario.ts';
import type { Sheet, SheetColumn, SheetRow } from '#server/paper/sheet.ts';

const KINDS: Record<Step['kind'], string> = {
  round: 'Round',
  grant: 'Grant',
  pool: 'Pool',
  convertible: 'Convertible',
  warrant: 'Warrant',
  split: 'Split',
  exit: 'Exit',
};

const number = (name: string): SheetColumn => ({ name, kind: 'number', width: 18 });
const words = (name: string, width = 34): SheetColumn => ({ name, kind: 'text', width });

export function scenarioSheets(name: string, steps: readonly Step[], run: Run): [Sheet, ...Sheet[]] {
  const [first, ...others] = run.tables.map((table) => tableSheet(name, steps, table));
  const rounds = run.tables.filter(({ round }) => round !== null).map((table) => roundSheet(name, steps, table));
  const exits = run.waterfalls.map((waterfall) => exitSheet(name, waterfall, run));
  return [first!, ...others, ...rounds, ...exits];
}

function titleOf(steps: readonly Step[], step: number): string {
  if (step === 0) return 'Start';
  const found = steps[step - 1]!;
  return found.kind === 'round' && found.name.trim() ? found.name.trim() : KINDS[found.kind];
}

/** A tab's name has at most 31 characters, without []:*?/\ */
const tabOf = (step: number, words_: string) => `${step} ${words_.replace(/[[\]:*?/\\]/g, ' ')}`.slice(0, 31);

/** A cell, and the formula that gives the same. [column,row] names a cell of the same sheet, both from 0. */
type Cell = [text: string, formula?: string | null];

function sheetOf(head: Omit<Sheet, 'rows'>, rows: readonly (readonly Cell[])[], strong: ReadonlySet<number>): Sheet {
  return {
    ...head,
    rows: rows.map((cells, index): SheetRow => ({
      cells: cells.map(([text]) => text),
      formulas: cells.map(([, formula]) => formula ?? null),
      ...(strong.has(index) ? { isStrong: true } : {}),
    })),
  };
}

function tableSheet(name: string, steps: readonly Step[], { step, classes: every, rows, total }: RunTable): Sheet {
  const title = titleOf(steps, step);
  const classes = every.filter(({ counted }) => decimal(counted) > 0n);
  const [from, to] = [1, classes.length + 2];
  const totals = to + 1;
  const last = rows.length;
  const all = decimal(total);
  const figures = rows.map((row) => [
    ...classes.map(({ share_class_id: id }) => row.holdings.find((each) => each.share_class_id === id)?.counted ?? '0'),
    row.options,
    row.warrants,
  ]);
  const sum = (texts: readonly string[]) => texts.reduce((so_far, text) => so_far + decimal(text), 0n);
  const lines = rows.map((row, index): Cell[] => {
    const isSum = sum(figures[index]!) === decimal(row.total);
    return [
      [row.name],
      ...figures[index]!.map((text): Cell => [text]),
      [row.total, isSum ? `SUM([${from},${index}]:[${to},${index}])` : null],
      [row.percent, percentFormula(row, all, `[${totals},${index}]/[${totals},${last}]`)],
    ];
  });
  const columns = [...classes.map(({ name: own }) => number(own)), number('Options'), number('Warrants')];
  const bottom: Cell[] = [
    ['Total'],
    ...columns.map((_, index): Cell => [
      formatDecimal(sum(figures.map((each) => each[index]!))),
      `SUM([${index + 1},0]:[${index + 1},${last - 1}])`,
    ]),
    [total, `SUM([${totals},0]:[${totals},${last - 1}])`],
    ['100.0000', `SUM([${totals + 1},0]:[${totals + 1},${last - 1}])`],
  ];
  return sheetOf(
    {
      title: `${name}: ${title}, fully diluted`,
      tab: tabOf(step, title),
      columns: [words('Holder'), ...columns, number('Total'), number('Ownership, %')],
    },
    rows.length === 0 ? [] : [...lines, bottom],
    new Set([last]),
  );
}

/** Where the largest remainder moved a percentage, plain rounding would give another one. */
function percentFormula(
  { total, percent }: { total: string; percent: string },
  all: bigint,
  ratio: string,
): string | null {
  if (all === 0n) return null;
  const rounded = (decimal(total) * 2_000_000n + all) / (2n * all);
  return rounded === decimal(percent) / 1_000_000n ? `ROUND(${ratio}*100,4)` : null;
}

function roundSheet(name: string, steps: readonly Step[], { step, round, rows, classes }: RunTable): Sheet {
  const title = titleOf(steps, step);
  const { price, pre_money, post_money, conversions, investors, pool_increase, series } = round!;
  const classOf = new Map(classes.map((each) => [each.share_class_id, each.name]));
  const holderOf = new Map(rows.map((row) => [row.shareholder_id, row.name]));
  const lines: Cell[][] = [
    ...conversions.map((each, row): Cell[] => {
      const rest = Number(each.amount) - Number(each.shares) * Number(each.price);
      return [
        [`${holderOf.get(each.shareholder_id) ?? 'Another holder'} (${each.name})`],
        [each.amount],
        sharesFor(row, each.amount, each.price, each.shares),
        [each.price ?? ''],
        [''],
        [
          each.cash,
          each.price === null ? null : where(rest, 2, each.cash, `ROUND([1,${row}]-[2,${row}]*[3,${row}],2)`),
        ],
        [[`Becomes ${classOf.get(each.share_class_id) ?? 'the class of the round'}`, ...each.formula].join('; ')],
      ];
    }),
    ...investors.map((each, index): Cell[] => {
      const row = conversions.length + index;
      const paid = Number(each.shares) * Number(price);
      const left = Number(each.amount) - Number(each.paid);
      return [
        [each.name],
        [each.amount],
        sharesFor(row, each.amount, price, each.shares),
        [price],
        [each.paid, where(paid, 2, each.paid, `ROUND([2,${row}]*[3,${row}],2)`)],
        [each.left, where(left, 2, each.left, `ROUND([1,${row}]-[4,${row}],2)`)],
        [''],
      ];
    }),
    ...series.map((each): Cell[] => [
      [`${each.name}, paid first at an exit`],
      [each.preference],
      [each.shares],
      [each.price],
      [''],
      [''],
      ['A series of its own for what converts at this price'],
    ]),
    [['Pool increase'], [''], [pool_increase], [''], [''], [''], ['']],
    [['Pre-money valuation'], [pre_money], [''], [price], [''], [''], ['']],
    [['Post-money valuation'], [post_money], [''], [price], [''], [''], ['']],
  ];
  return sheetOf(
    {
      title: `${name}: ${title}, its figures`,
      tab: tabOf(step, `${title} figures`),
      columns: [
        words('Line'),
        number('Amount'),
        number('Shares'),
        number('Price a share'),
        number('Paid'),
        number('Left in cash'),
        words('How', 60),
      ],
    },
    lines,
    new Set([lines.length - 2, lines.length - 1]),
  );
}

/** Whole shares for an amount at a price, where that division gives them. */
function sharesFor(row: number, amount: string, price: string | null, shares: string): Cell {
  const isDivision = price !== null && Math.floor(Number(amount) / Number(price)) === Number(shares);
  return [shares, isDivision ? `ROUNDDOWN([1,${row}]/[3,${row}],0)` : null];
}

/** The formula, where a program that computes with floats shows the very figure. */
function where(computed: number, places: number, text: string, formula: string): string | null {
  const scale = 10 ** places;
  return Math.round(computed * scale) / scale === Number(text) ? formula : null;
}

function exitSheet(name: string, exit: Run['waterfalls'][number], run: Run): Sheet {
  const { step, by_holder, net } = exit;
  const table = run.tables[step]!;
  const classes = Object.entries(exit.paid);
  const names = new Map([
    ...table.rows.map((row) => [row.shareholder_id, row.name] as const),
    ...table.classes.map((each) => [each.share_class_id, each.name] as const),
    ...run.tables.flatMap(({ round }) => round?.conversions.map((each) => [each.id, each.name] as const) ?? []),
  ]);
  const holders = Object.entries(by_holder).sort(([a, x], [b, y]) => Number(y) - Number(x) || (a < b ? -1 : 1));
  const sum = classes.reduce((so_far, [, amount]) => so_far + Number(amount), 0);
  const lines: Cell[][] = [
    ...classes.map(([id, amount]): Cell[] => [
      ['Class'],
      [names.get(id) ?? id.charAt(0).toUpperCase() + id.slice(1)],
      [amount],
    ]),
    [['Net proceeds'], [''], [net, where(sum, 2, net, `ROUND(SUM([2,0]:[2,${classes.length - 1}]),2)`)]],
    ...holders.map(([id, amount]): Cell[] => [['Holder'], [names.get(id) ?? id], [amount]]),
  ];
  return sheetOf(
    {
      title: `${name}: who is paid what`,
      tab: tabOf(step, 'Exit proceeds'),
      columns: [words('What', 14), words('Name'), number('Paid')],
    },
    lines,
    new Set([classes.length]),
  );
}
