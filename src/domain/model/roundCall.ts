// A round from the terms as they are written to its answer, the same on the server and in a browser.
import { say } from '#src/words/say.ts';
import { AppError } from '../errors.ts';
import { decimalOf, figureOf, figureReader } from './figures.ts';
import type { Figure, FigureReader, Written } from './figures.ts';
import { isBelow, ONE, plus, NOTHING } from '../figures/fraction.ts';
import type { Fraction } from '../figures/fraction.ts';
import { withInterest } from './noteInterest.ts';
import type { NoteInterest } from './noteInterest.ts';
import { solveRound } from './round.ts';
import type { Binding } from './round.ts';
import type { Instrument, InstrumentType, RoundMethod, RoundTerms } from './roundTerms.ts';
import { PRICE_PLACES } from '../round/roundingRule.ts';
import { roundedRound } from './roundedRound.ts';

export interface WrittenInterest extends Omit<NoteInterest, 'rate'> {
  rate: Written;
}

export interface WrittenInstrument {
  id: string;
  type: InstrumentType;
  amount: Written;
  cap?: Written | null | undefined;
  discount?: Written | null | undefined;
  pct?: Written | null | undefined;
  interest?: WrittenInterest | null | undefined;
  better_of?: readonly string[] | null | undefined;
}

export interface WrittenRound {
  outstanding_fully_diluted: Written;
  unallocated_pool: Written;
  pre_money: Written;
  new_money: Written;
  pro_rata?: readonly { id: string; percent: Written }[] | undefined;
  pool?: { target: Written } | { increase: Written } | null | undefined;
  method: RoundMethod;
  instruments: readonly WrittenInstrument[];
}

export interface RoundFigures {
  price: Figure;
  total: Figure;
  pool_after: Figure;
  new_shares: Figure;
  conversions: Record<string, { shares: Figure; binding: Binding }>;
  rounded: {
    price: string;
    new_shares: string;
    residue: string;
    pool_increase: string;
    pool_after: string;
    total: string;
    conversions: Record<string, { price: string | null; shares: string; residue: string }>;
    pro_rata: Record<string, { shares: string; cost: string }>;
  };
}

/** Refuses (422): invalid_fields, no_answer, no_price. */
export function roundFigures(written: WrittenRound): RoundFigures {
  const read = figureReader();
  const terms = roundTerms(written, read);
  const proRata = (written.pro_rata ?? []).map(({ id, percent }, index) => ({
    id,
    percent: read(percent, `pro_rata.${index}.percent`),
  }));
  refuseProRata(proRata);
  const solved = solveRound(terms);
  const rounded = roundedRound(terms, solved, proRata);
  const money = (value: Fraction) => decimalOf(value, 10);
  return {
    price: figureOf(solved.price),
    total: figureOf(solved.total),
    pool_after: figureOf(solved.pool_after),
    new_shares: figureOf(solved.new_shares),
    conversions: Object.fromEntries(
      solved.conversions.map(({ id, shares, binding }) => [id, { shares: figureOf(shares), binding }]),
    ),
    rounded: {
      price: decimalOf(rounded.price, PRICE_PLACES),
      new_shares: money(rounded.new_shares),
      residue: money(rounded.residue),
      pool_increase: money(rounded.pool_increase),
      pool_after: money(rounded.pool_after),
      total: money(rounded.total),
      conversions: Object.fromEntries(
        rounded.conversions.map(({ id, price, shares, residue }) => [
          id,
          { price: price && decimalOf(price, PRICE_PLACES), shares: money(shares), residue: money(residue) },
        ]),
      ),
      pro_rata: Object.fromEntries(
        rounded.pro_rata.map(({ id, shares, cost }) => [id, { shares: money(shares), cost: money(cost) }]),
      ),
    },
  };
}

/** Refuses (422): invalid_fields. */
export function roundTerms(written: WrittenRound, read: FigureReader = figureReader()): RoundTerms {
  const { pool } = written;
  return {
    outstanding_fully_diluted: read(written.outstanding_fully_diluted, 'outstanding_fully_diluted'),
    unallocated_pool: read(written.unallocated_pool, 'unallocated_pool'),
    pre_money: read(written.pre_money, 'pre_money'),
    new_money: read(written.new_money, 'new_money'),
    method: written.method,
    pool: !pool
      ? null
      : 'target' in pool
        ? { target: read(pool.target, 'pool.target') }
        : { increase: read(pool.increase, 'pool.increase') },
    instruments: written.instruments.map((each, index) => instrumentOf(each, index, read)),
  };
}

function instrumentOf(each: WrittenInstrument, index: number, read: FigureReader): Instrument {
  const at = (field: string) => `instruments.${index}.${field}`;
  const maybe = (value: Written | null | undefined, field: string) =>
    value === null || value === undefined ? null : read(value, at(field));
  return {
    id: each.id,
    type: each.type,
    amount: each.interest ? noteAmount(each.amount, each.interest, at, read) : read(each.amount, at('amount')),
    cap: maybe(each.cap, 'cap'),
    discount: maybe(each.discount, 'discount') ?? NOTHING,
    percent: maybe(each.pct, 'pct'),
    better_of: each.better_of ?? [],
  };
}

function noteAmount(
  amount: Written,
  { rate, ...terms }: WrittenInterest,
  at: (field: string) => string,
  read: FigureReader,
): Fraction {
  const [principal, yearly] = [read(amount, at('amount')), read(rate, at('interest.rate'))];
  return withInterest(principal, { ...terms, rate: yearly }, (field) =>
    at(field === 'amount' ? field : `interest.${field}`),
  ).amount;
}

/** Refuses (422): invalid_fields. */
function refuseProRata(proRata: readonly { id: string; percent: Fraction }[]): void {
  const ids = new Set<string>();
  let together = NOTHING;
  for (const [index, { id, percent }] of proRata.entries()) {
    if (ids.has(id)) throw invalid(`pro_rata.${index}.id`, say`Two lines have this id.`);
    ids.add(id);
    together = plus(together, percent);
    if (percent.n < 0n || isBelow(ONE, together))
      throw invalid(
        `pro_rata.${index}.percent`,
        say`This is a part of the new shares, such as 0.1; all parts together are at most 1.`,
      );
  }
}

const invalid = (field: string, sentence: string) =>
  new AppError('invalid_fields', sentence, { status: 422, fields: { [field]: sentence } });
