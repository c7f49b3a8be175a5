// Q18: the file's own totals beside ours. Ours are what the cap table will say on that day, computed by the ledger's own rules.
import { capTableAsOf } from '#src/domain/captable/capTable.ts';
import type { CapTable } from '#src/domain/captable/capTable.ts';
import { formatDecimal, parseDecimal, ZERO } from '#src/domain/figures/decimal.ts';
import type { Decimal } from '#src/domain/figures/decimal.ts';
import { interpret } from '#src/domain/ledger/core/interpret.ts';
import { emptyState } from '#src/domain/ledger/core/state.ts';
import type { LedgerState } from '#src/domain/ledger/core/state.ts';
import { withNames } from '#src/domain/ledger/rules/namesInFindings.ts';
import { addStaticObjects } from '#src/domain/ledger/core/staticObjects.ts';
import type { Finding, OcfObject, OcfTransaction } from '#src/domain/ledger/core/types.ts';
import type { Classes, ShareClass } from '../objects/classes.ts';
import type { TieOutLine } from '../reading.ts';
import type { Fact } from './facts.ts';

export interface Folded {
  table: CapTable;
  outstanding: CapTable;
  findings: Finding[];
  state: LedgerState;
}

/** The cap table that the objects make on a day. */
export function foldObjects(
  statics: readonly OcfObject[],
  transactions: readonly OcfTransaction[],
  day: string,
): Folded {
  const state = emptyState();
  const references = addStaticObjects(state, statics);
  const { effects, findings } = interpret(state, transactions);
  const classes = [...state.classes.values()].map(({ facts }) => facts);
  const plans = [...(state.plans ?? new Map()).values()].map(({ facts }) => facts);
  const tableOf = (basis: 'outstanding' | 'fully_diluted') =>
    capTableAsOf(effects, classes, state.holders, day, { basis, plans });
  const all = [...references, ...findings];
  return {
    table: tableOf('fully_diluted'),
    outstanding: tableOf('outstanding'),
    findings: withNames(all, [...statics, ...transactions], state),
    state,
  };
}

export interface HolderFact {
  /** Index of the holder. */
  holder: number;
  value: Decimal;
}

export interface TieOutInput {
  folded: Folded;
  facts: readonly Fact[];
  holders: readonly HolderFact[];
  classes: Classes;
  classIds: ReadonlyMap<ShareClass, string>;
  holderIds: readonly string[];
  nameOf: (holder: number) => string;
}

/** One line for each figure: two tables that say the same of a class make one. */
export function tieOutOf({ folded, facts, holders, classes, classIds, holderIds, nameOf }: TieOutInput): TieOutLine[] {
  const lines = new Map<string, TieOutLine>();
  const add = (what: TieOutLine['what'], name: string | null, value: Decimal, ours: Decimal) => {
    const file = formatDecimal(value);
    lines.set(JSON.stringify([what, name, file]), {
      what,
      name,
      file,
      ours: formatDecimal(ours),
      difference: formatDecimal(ours - value),
    });
  };
  const ofClass = new Map(folded.table.classes.map((row) => [row.share_class_id, exact(row.outstanding)]));
  for (const { what, name, value } of facts) {
    if (what !== 'class') {
      add(what, name, value, wholeOf(folded, what));
      continue;
    }
    const share_class = name === null ? undefined : classes.find(name);
    const id = share_class && classIds.get(share_class);
    add(what, share_class?.name ?? name, value, (id === undefined ? undefined : ofClass.get(id)) ?? ZERO);
  }
  const heldOf = new Map(
    folded.table.rows.map((row) => [
      row.shareholder_id,
      row.holdings.reduce((sum, { quantity }) => sum + exact(quantity), ZERO),
    ]),
  );
  for (const { holder, value } of holders) add('holder', nameOf(holder), value, heldOf.get(holderIds[holder]!) ?? ZERO);
  return [...lines.values()];
}

const exact = (text: string): Decimal => parseDecimal(text) ?? ZERO;

function wholeOf({ table, outstanding }: Folded, what: Exclude<Fact['what'], 'class'>): Decimal {
  switch (what) {
    case 'granted':
      return exact(table.instruments.find(({ kind }) => kind === 'options')?.quantity ?? '0');
    case 'available':
      return exact(table.pool_available);
    case 'outstanding':
      return exact(outstanding.total);
    case 'fully_diluted':
      return exact(table.total);
    case 'principal':
      return table.convertibles.reduce((sum, { amount }) => sum + exact(amount), ZERO);
  }
}
