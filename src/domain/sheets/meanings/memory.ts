// Q14: what was answered about a table is remembered by the set of its headings, whatever their order.
import type { Field, ReadTable, Role, SheetAnswers, TableAnswer } from '../reading.ts';
import { headingWords } from './headings.ts';

export interface RememberedTable {
  role: Role;
  /** By heading, as it is compared. */
  fields: Readonly<Record<string, { field: Field | null; share_class: string | null }>>;
}

const keyOf = (heading: string): string => {
  const { key, code } = headingWords(heading);
  return code === null ? key : `${key} (${code.toLowerCase()})`;
};

/** The same for two tables with the same headings in any order. */
export const signatureOf = ({ columns }: Pick<ReadTable, 'columns'>): string =>
  [...new Set(columns.map(({ heading }) => keyOf(heading)))]
    .filter((key) => key !== '')
    .sort()
    .join('\n');

/** What to keep of a reading once it is applied, by signature. */
export function rememberedOf(tables: readonly ReadTable[]): Map<string, RememberedTable> {
  const kept = new Map<string, RememberedTable>();
  for (const table of tables) {
    if (table.columns.length === 0) continue;
    const fields = table.columns.map(
      ({ heading, field, share_class }) => [keyOf(heading), { field, share_class }] as const,
    );
    kept.set(signatureOf(table), { role: table.role, fields: Object.fromEntries(fields) });
  }
  return kept;
}

/** The answers that what is remembered gives to tables with the same headings. */
export function recalledAnswers(
  tables: readonly ReadTable[],
  remembered: ReadonlyMap<string, RememberedTable>,
): Pick<SheetAnswers, 'tables'> {
  const answers = tables.flatMap((table): TableAnswer[] => {
    const known = remembered.get(signatureOf(table));
    if (!known) return [];
    const columns = table.columns.flatMap(({ column, heading }) => {
      const meaning = known.fields[keyOf(heading)];
      return meaning ? [{ column, ...meaning }] : [];
    });
    return [{ id: table.id, role: known.role, columns }];
  });
  return { tables: answers };
}
