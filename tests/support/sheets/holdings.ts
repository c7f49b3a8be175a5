// The cap table that the objects of a reading make, by the ledger's own rules.
import { foldObjects } from '#src/domain/sheets/totals/tieOut.ts';
import type { ExistingObjects } from '#src/domain/sheets/objects/existing.ts';

/** "holder, class" -> shares, of holders with shares. */
export function holdingsOf({ statics, transactions }: ExistingObjects, day: string): Record<string, string> {
  const { table } = foldObjects(statics, transactions, day);
  const held = table.rows.flatMap(({ name, holdings }) =>
    holdings.map(({ share_class, quantity }) => [`${name}, ${share_class}`, quantity] as const),
  );
  return Object.fromEntries(held);
}

export interface Figures {
  outstanding: string;
  options: string;
  available: string;
  fully_diluted: string;
  principal: string[];
}

export function figuresOf({ statics, transactions }: ExistingObjects, day: string): Figures {
  const { table, outstanding } = foldObjects(statics, transactions, day);
  return {
    outstanding: outstanding.total,
    options: table.instruments.find(({ kind }) => kind === 'options')?.quantity ?? '0',
    available: table.pool_available,
    fully_diluted: table.total,
    principal: table.convertibles.map(({ kind, amount }) => `${kind} ${amount}`),
  };
}
