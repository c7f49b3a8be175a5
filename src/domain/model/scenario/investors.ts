// What each investor of a round pays: an amount, or a part of all the new money that follows the amounts of the others.
//
// With parts p that together are less than 1, and amounts that together are n, all the new money is N = n ÷ (1 − Σp), and each part
// pays p · N, cut to the cent. "held" is a pro rata right: the part is that of the fully diluted table before the round.
import { say } from '#src/words/say.ts';
import { exactly } from '#src/domain/figures/exactly.ts';
import { grouped, ONE } from '#src/domain/figures/decimal.ts';
import type { Decimal } from '#src/domain/figures/decimal.ts';
import { figureReader } from '../figures.ts';
import {
  floorOf,
  fraction,
  isBelow,
  minus,
  ONE as WHOLE,
  over,
  sumOf,
  times,
  NOTHING,
} from '#src/domain/figures/fraction.ts';
import type { Fraction } from '#src/domain/figures/fraction.ts';
import { fault, MOST, positiveOf } from './input.ts';
import { newId } from './state.ts';
import type { ScenarioState } from './state.ts';
import type { Investor, RoundStep } from './steps.ts';
import { countedFor } from './table.ts';
import type { Counted } from './table.ts';

export interface Paying {
  id: string;
  name: string;
  amount: Decimal;
}

const CENT = ONE / 100n;
const isGiven = (value: unknown): boolean => value !== null && value !== undefined;

/** Refuses (422): each field at fault. */
export function payingInvestors(state: ScenarioState, { investors }: RoundStep, { total }: Counted): Paying[] {
  if (investors.length === 0) throw fault('investors', say`Add an investor.`);
  const ids = investors.map(({ shareholder_id, name }, index) =>
    holderId(state, shareholder_id, name, `investors.${index}`),
  );
  const lines = investors.map((each, index) => lineOf(state, each, ids[index]!, `investors.${index}`, total));
  const parts = sumOf(lines.map(({ part }) => part ?? NOTHING));
  const fixed = lines.reduce((sum, { amount }) => sum + amount, 0n);
  if (parts.n > 0n && !isBelow(parts, WHOLE))
    throw fault(
      'investors',
      say`The parts together are all of the new money. Leave some for an investor with an amount.`,
    );
  if (fixed === 0n) throw fault('investors', say`Add an investor with an amount: the parts of the others follow it.`);
  const all = over(exactly(fixed), minus(WHOLE, parts));
  return lines.map(({ part, amount }, index) => ({
    id: ids[index]!,
    name: investors[index]!.name,
    amount: part === null ? amount : partOf(all, part, `investors.${index}.pro_rata`),
  }));
}

function lineOf(
  state: ScenarioState,
  { amount, pro_rata, name }: Investor,
  id: string,
  at: string,
  total: Decimal,
): { part: Fraction | null; amount: Decimal } {
  if (isGiven(amount) === isGiven(pro_rata))
    throw fault(`${at}.amount`, say`Enter either an amount or a part of the new money.`);
  if (isGiven(amount)) return { part: null, amount: positiveOf(amount!, `${at}.amount`) };
  if (pro_rata === 'held') {
    const part = fraction(countedFor(state, id), total);
    if (part.n === 0n)
      throw fault(`${at}.pro_rata`, say`${name} holds nothing before the round, so has no part to keep.`);
    return { part, amount: 0n };
  }
  const part = figureReader()(pro_rata!, `${at}.pro_rata`);
  if (part.n <= 0n || !isBelow(part, WHOLE))
    throw fault(`${at}.pro_rata`, say`This is a part of the new money: more than 0 and less than 1, such as 0.1.`);
  return { part, amount: 0n };
}

function partOf(all: Fraction, part: Fraction, field: string): Decimal {
  const amount = floorOf(times(times(all, part), fraction(100n, 1n))) * CENT;
  if (amount === 0n) throw fault(field, say`This part is less than a cent.`);
  if (amount >= MOST) throw fault(field, say`With these parts more than ${grouped(MOST)} would be invested.`);
  return amount;
}

/** A person of the company, or a new one by name. Refuses (422): an id that nobody has, a name that is empty. */
export function holderId(
  { holders }: ScenarioState,
  id: string | null | undefined,
  name: string | null | undefined,
  field: string,
): string {
  if (id) {
    if (!holders.has(id)) throw fault(`${field}.shareholder_id`.replace(/^\./, ''), say`Unknown shareholder.`);
    return id;
  }
  if (!name?.trim()) throw fault(`${field}.name`.replace(/^\./, ''), say`Give a name.`);
  return newId(name.trim());
}
