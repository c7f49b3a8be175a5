// The company under its own name in a journal: who gives in issues, and never has shares.
import { findingAt } from '../findings.ts';
import type { EventMeaning } from '../meanings/eventWords.ts';
import { nameKey } from '../meanings/peopleWords.ts';
import type { SheetFinding } from '../reading.ts';
import { isNothing, textAt } from '../values/cells.ts';
import type { MeantTable } from './table.ts';

export interface Issuer {
  /** As names are compared; null where a journal names none. */
  key: string | null;
  findings: SheetFinding[];
}

/** In: the company's name, empty where no title has one, and what the words of a journal mean. */
export function issuerOf(
  tables: readonly MeantTable[],
  company: string,
  eventOf: (text: string) => EventMeaning | null,
): Issuer {
  const givers = new Map<string, { name: string; table: number; row: number; column: MeantTable['columns'][number] }>();
  const others = new Set<string>();
  for (const table of tables) {
    const columnOf = (field: string, part: string) =>
      table.columns.find((each) => each.field === field && each.part === part);
    const [holder, giver] = [columnOf('holder', ''), columnOf('counterparty', 'name')];
    const event = columnOf('instrument', 'event');
    if (table.role === 'ignore') continue;
    for (const { row, kind } of table.kinds) {
      if (kind !== 'record') continue;
      const what = table.role === 'transactions' && event ? eventOf(textAt(row, event.column)) : null;
      const [from, to] = [giver, holder].map((column) => (column ? textAt(row, column.column) : ''));
      // The company takes back what it issued.
      if (!isNothing(to!) && what !== 'repurchase' && what !== 'cancellation') others.add(nameKey(to!));
      if (table.role !== 'transactions' || giver === undefined || isNothing(from!)) continue;
      const key = nameKey(from!);
      if (what !== 'issue') others.add(key);
      else if (!givers.has(key)) givers.set(key, { name: from!, table: table.index, row: row.number, column: giver });
    }
  }
  const found = [...givers].filter(([key]) => !others.has(key) && key !== nameKey(company));
  if (found.length !== 1) return { key: null, findings: [] };
  const [key, { name, table, row, column }] = found[0]!;
  const message = `“${name.slice(0, 80)}” only gives shares in issues and never has any, so it is taken as the company itself. If it is a holder, correct what happened in these rows.`;
  const finding = { code: 'issuer_taken', severity: 'warning' as const, message };
  return { key, findings: [findingAt(tables, { table, row }, column, finding)] };
}
