// Compares every point of the company's charts with what the cap table, or the list that a chart sums, answers for its day.
import type { Row } from '#server/db/database.ts';
import { decimal, formatDecimal } from '#src/domain/figures/decimal.ts';
import type { Caller } from '#tests/support/people.ts';

const BASES = ['outstanding', 'as_converted', 'fully_diluted', 'voting'] as const;

async function got(by: Caller, path: string): Promise<Row> {
  const reply = await by.get(path);
  if (reply.status !== 200) throw new Error(`${path} answered ${reply.status}: ${reply.text.slice(0, 300)}`);
  return reply.body;
}
const textOf = (rows: readonly unknown[]) => JSON.stringify(rows);
const sum = (rows: readonly Row[], field: string) =>
  formatDecimal(rows.reduce((all, row) => all + decimal(String(row[field])), 0n));

/** One sentence for each point that says something else. `points`: how many days of each series. */
export async function wrongPoints(by: Caller, { from, to, points }: { from: string; to: string; points: number }) {
  const wrong: string[] = [];
  const compare = (what: string, found: readonly unknown[], expected: readonly unknown[]) => {
    if (textOf(found) !== textOf(expected)) wrong.push(`${what}: ${textOf(found)} instead of ${textOf(expected)}`);
  };
  const days = `from=${from}&to=${to}&points=${points}`;
  for (const basis of BASES) {
    const byClass = (await got(by, `/api/analytics/ownership?${days}&basis=${basis}`)).points as Row[];
    const byHolder = (await got(by, `/api/analytics/ownership?${days}&basis=${basis}&by=holder&holders=200`))
      .points as Row[];
    const byGroup = (await got(by, `/api/analytics/ownership?${days}&basis=${basis}&by=group`)).points as Row[];
    for (const [index, point] of byClass.entries()) {
      const date = String(point.date);
      const table = await got(by, `/api/cap-table/?as_of=${date}&basis=${basis}`);
      const instruments = basis === 'fully_diluted' ? (table.instruments as Row[]) : [];
      compare(
        `${date}, ${basis}, by class`,
        [point.total, ...(point.rows as Row[]).map((row) => [row.id, row.quantity, row.percent])],
        [
          table.total,
          ...(table.classes as Row[]).map((row) => [row.share_class_id, row.counted, row.percent]),
          ...instruments.map((row) => [row.kind, row.counted, row.percent]),
        ],
      );
      const holders = (table.rows as Row[]).filter(({ total }) => total !== '0');
      compare(
        `${date}, ${basis}, by holder`,
        [byHolder[index]!.date, byHolder[index]!.total, byHolder[index]!.others, byHolder[index]!.rows],
        [
          date,
          table.total,
          null,
          holders.map(({ shareholder_id: id, name, total: quantity, percent }) => ({ id, name, quantity, percent })),
        ],
      );
      compare(
        `${date}, ${basis}, by group`,
        [byGroup[index]!.total, sum(byGroup[index]!.rows as Row[], 'quantity')],
        [table.total, table.total],
      );
    }
    const last = byHolder.at(-1)!;
    const top = await got(by, `/api/analytics/concentration?as_of=${to}&basis=${basis}`);
    const owners = (last.rows as Row[]).filter(({ id }) => id !== null);
    compare(
      `${to}, ${basis}, concentration`,
      [top.holders, (top.top as Row[]).map((row) => [row.shareholder_id, row.quantity, row.percent])],
      [owners.length, owners.slice(0, 10).map((row) => [row.id, row.quantity, row.percent])],
    );
  }
  await wrongSteps(by, to, compare);
  await wrongPools(by, days, compare);
  await wrongValues(by, to, compare);
  return wrong;
}

type Compare = (what: string, found: readonly unknown[], expected: readonly unknown[]) => void;

/** Each step of each holder, and that the day before each step is the step before. */
async function wrongSteps(by: Caller, to: string, compare: Compare) {
  for (const { id } of (await by.get('/api/shareholders/')).rows)
    for (const basis of BASES) {
      const { points } = await got(by, `/api/analytics/dilution?shareholder_id=${String(id)}&basis=${basis}&to=${to}`);
      for (const point of points as Row[]) {
        const table = await got(by, `/api/cap-table/?as_of=${String(point.date)}&basis=${basis}`);
        const row = (table.rows as Row[]).find(({ shareholder_id }) => shareholder_id === id);
        compare(
          `${String(point.date)}, ${basis}, a step of ${String(id)}`,
          [point.quantity, point.percent, point.total],
          [row?.total ?? '0', row?.percent ?? '0.0000', table.total],
        );
      }
    }
}

async function wrongPools(by: Caller, days: string, compare: Compare) {
  const { points } = await got(by, `/api/analytics/pool?${days}`);
  for (const point of points as Row[]) {
    const date = String(point.date);
    const table = await got(by, `/api/cap-table/?as_of=${date}`);
    const plans = (await by.get(`/api/equity-plans/?as_of=${date}`)).rows;
    compare(
      `${date}, the pool`,
      [point.available, point.reserved, point.granted, point.exercised],
      [table.pool_available, sum(plans, 'reserved'), sum(plans, 'outstanding'), sum(plans, 'exercised')],
    );
  }
}

async function wrongValues(by: Caller, to: string, compare: Compare) {
  const { rows } = await got(by, `/api/analytics/value?as_of=${to}`);
  const table = await got(by, `/api/cap-table/?as_of=${to}`);
  compare(
    `${to}, value`,
    (rows as Row[]).map((row) => [row.share_class_id, row.quantity]),
    (table.classes as Row[]).map((row) => [row.share_class_id, row.outstanding]),
  );
}
