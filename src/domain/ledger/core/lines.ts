// The lines that entries have in the ledger, as a founder reads them: who, how many, of what. Names come from the state
// after the entry; what a package lacks is left out or named by its id.
import { say } from '#src/words/say.ts';
import { grouped, parseDecimal } from '#src/domain/figures/decimal.ts';
import { textOf } from './fields.ts';
import type { LedgerState } from './state.ts';
import type { OcfObject } from './types.ts';

export type Line = (transaction: OcfObject, state: LedgerState) => string;

const LENGTH_MAX = 400;
export const line = (...parts: string[]): string => parts.join('').slice(0, LENGTH_MAX);

/** What the lines of securities begin with, as the types of transactions declare it. */
export const securityLineWords = new Set<string>();

/** "Transferred CS-1: 10 Common, Ada Lovelace". Without a number, "Changed the price of" becomes "Changed the price". */
export function securityLine(words: string): Line {
  securityLineWords.add(words);
  return (transaction, state) => {
    const row = state.securities.get(textOf(transaction, 'security_id') ?? '')?.row;
    const number = row?.custom_id || textOf(transaction, 'custom_id') || '';
    const quantity = quantityOf(transaction);
    const className = classNameOf(transaction, state, row?.stock_class_id);
    const holder = holderOf(transaction, state, row?.stakeholder_id);
    return line(
      number ? `${words} ${number}` : words.replace(/ (of|for|from)$/, ''),
      quantity ? `: ${quantity}${className ? ` ${className}` : ''}` : '',
      holder ? `, ${holder}` : '',
    );
  };
}

/** What lines begin with that go on with whose or of which class. */
export const ofLineWords = new Set<string>();
export function goesOnWithOf(words: string): string {
  ofLineWords.add(words);
  return words;
}

/** "Split of Common 2 for 1". */
export function classLine(words: string, detailOf: (transaction: OcfObject) => string): Line {
  goesOnWithOf(words);
  return (transaction, state) => {
    const className = classNameOf(transaction, state);
    return line(words, className ? say` of ${className}` : '', detailOf(transaction));
  };
}

/** " to 9,000", or the field as it is written. */
export function toFigure(transaction: OcfObject, field: string): string {
  const written = textOf(transaction, field);
  const value = parseDecimal(written);
  return written === null ? '' : say` to ${value === null ? written : grouped(value)}`;
}

export function quantityOf(transaction: OcfObject): string {
  const value = parseDecimal(textOf(transaction, 'quantity') ?? textOf(transaction, 'quantity_converted'));
  return value === null ? '' : grouped(value);
}

/** `otherwise`: the class to name where the transaction names none. */
export function classNameOf(transaction: OcfObject, state: LedgerState, otherwise: string | null = null): string {
  const id = textOf(transaction, 'stock_class_id') ?? otherwise;
  return id === null ? '' : (state.classes.get(id)?.facts.name ?? id);
}

/** `otherwise`: the holder to name where the transaction names none. */
export function holderOf(transaction: OcfObject, state: LedgerState, otherwise: string | null = null): string {
  const id = textOf(transaction, 'stakeholder_id') ?? otherwise;
  return id === null ? '' : (state.holders.get(id)?.name ?? id);
}
