// What a scenario reckons with: classes, holdings, options and warrants, plans, and convertibles that have not converted.
//
// A line may stand for several holders or grants of the same size (`count`), so that a company of 100,000 holders is a few
// hundred shown ones and the others in groups. Whatever rounds for each holder rounds for each line and counts it so often.
import type { Decimal, Ratio } from '#src/domain/figures/decimal.ts';
import type { Origin } from '#src/domain/split/splitPlan.ts';
import type { Fraction } from '#src/domain/figures/fraction.ts';
import type { Instrument } from '../roundTerms.ts';

export interface ScenarioClass {
  id: string;
  name: string;
  kind: 'COMMON' | 'PREFERRED';
  /** Common for one share. */
  ratio: Ratio;
  converts_to: string | null;
  /** Decimals of what its shares count for. */
  places: number;
  allows_fractions: boolean;
  /** Of all its shares together: what is paid before common stock, and with participation at most. */
  preference: Fraction;
  participating: boolean;
  total_cap: Fraction | null;
  /** What one further share adds to both. */
  preference_per_share: Fraction;
  cap_per_share: Fraction;
  /** Both times the price, which a series of the same rights has with a price of its own; null where only amounts are known. */
  preference_multiple: Fraction | null;
  cap_multiple: Fraction | null;
  /** 0 is paid first. */
  rank: number;
}

/** Shares of one class; one line for each shown holder and class. */
export interface Lot {
  /** Null: holders who are not told apart. */
  holder: string | null;
  count: bigint;
  class_id: string;
  quantity: Decimal;
}

/** Options or warrants of one size and strike. */
export interface Right {
  holder: string | null;
  count: bigint;
  kind: 'options' | 'warrants';
  class_id: string | null;
  plan_id: string | null;
  quantity: Decimal;
  /** What of it can no longer be exercised: counted until it is cancelled, and paid nothing at an exit. */
  over: Decimal;
  strike: Decimal | null;
  /** Of a strike that splits of this scenario changed. */
  origin: Origin | null;
}

export interface Plan {
  id: string;
  name: string;
  class_ids: readonly string[];
  reserved: Decimal;
  /** Below zero when more was granted than was reserved; it then counts as none. */
  available: Decimal;
}

export interface OpenConvertible {
  /** "SAFE-3", for sentences. */
  name: string;
  holder: string;
  /** Before interest. */
  invested: Decimal;
  /** Notes are paid before preferred stock at an exit, everything else with the first of it. */
  is_note: boolean;
  terms: Instrument;
}

export interface ScenarioState {
  as_of: string | null;
  /** The names of those whose rows are shown. */
  holders: ReadonlyMap<string, string>;
  classes: readonly ScenarioClass[];
  lots: readonly Lot[];
  rights: readonly Right[];
  plans: readonly Plan[];
  convertibles: readonly OpenConvertible[];
}

/** The id of someone or something that a step adds, until it is in the ledger. */
export const newId = (name: string): string => `new:${name}`;

/** With shares added for a holder: one line for a holder and class, since each is rounded down once. */
export function withShares(lots: readonly Lot[], holder: string, class_id: string, quantity: Decimal): Lot[] {
  const index = lots.findIndex((each) => each.holder === holder && each.class_id === class_id);
  if (index < 0) return [...lots, { holder, count: 1n, class_id, quantity }];
  return lots.with(index, { ...lots[index]!, quantity: lots[index]!.quantity + quantity });
}

export function withHolder(
  holders: ReadonlyMap<string, string>,
  id: string,
  name: string,
): ReadonlyMap<string, string> {
  return holders.has(id) ? holders : new Map([...holders, [id, name]]);
}
