// A round from the terms as they are written to its answer, the same on the server and in a browser.
import { AppError } from '../errors.ts';
import { decimal, formatDecimal } from '../figures/decimal.ts';
import { accruedTo } from '../round/interest.ts';
import type { InterestTerms } from '../round/interest.ts';
import { decimalOf, figureOf, parseFigure } from './figures.ts';
import type { Figure } from './figures.ts';
import { ZERO } from './fraction.ts';
import type { Fraction } from './fraction.ts';
import { solveRound } from './round.ts';
import type { Binding, Instrument, InstrumentType, RoundMethod, RoundTerms } from './round.ts';
import { PRICE_PLACES, roundedRound } from './roundedRound.ts';

export type Written = string | number;

export interface WrittenInterest {
  rate: Written;
  day_count: InterestTerms['day_count'];
  compounding: 'SIMPLE' | InterestTerms['period'];
  from: string;
  to: string;
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

/** Refuses (422): invalid_fields, no_answer. */
export function roundFigures(written: WrittenRound): RoundFigures {
  const terms = roundTerms(written);
  const solved = solveRound(terms);
  const proRata = (written.pro_rata ?? []).map(({ id, percent }, index) => ({
    id,
    percent: read(percent, `pro_rata.${index}.percent`),
  }));
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
export function roundTerms(written: WrittenRound): RoundTerms {
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
    instruments: written.instruments.map(instrumentOf),
  };
}

function instrumentOf(each: WrittenInstrument, index: number): Instrument {
  const at = (field: string) => `instruments.${index}.${field}`;
  const maybe = (value: Written | null | undefined, field: string) =>
    value === null || value === undefined ? null : read(value, at(field));
  return {
    id: each.id,
    type: each.type,
    amount: each.interest ? withInterest(each.amount, each.interest, at) : read(each.amount, at('amount')),
    cap: maybe(each.cap, 'cap'),
    discount: maybe(each.discount, 'discount') ?? ZERO,
    percent: maybe(each.pct, 'pct'),
    better_of: each.better_of ?? [],
  };
}

/** To the cent, as a note is settled. */
function withInterest(amount: Written, interest: WrittenInterest, at: (field: string) => string): Fraction {
  const { rate, day_count, compounding, from, to } = interest;
  if (to < from) throw invalid(at('interest.to'), 'Interest ends on a day after it begins.');
  const principal = decimalOf(read(amount, at('amount')), 10);
  const { amount: total } = accruedTo(
    decimal(principal),
    {
      rates: [{ rate: decimal(decimalOf(read(rate, at('interest.rate')), 10)), from, to: null }],
      day_count,
      compounding: compounding === 'SIMPLE' ? 'SIMPLE' : 'COMPOUNDING',
      period: compounding === 'SIMPLE' ? 'ANNUAL' : compounding,
    },
    to,
  );
  return parseFigure(formatDecimal(total))!;
}

/** Refuses (422): invalid_fields. */
export function read(value: Written, field: string): Fraction {
  const found = parseFigure(String(value));
  if (found === null) throw invalid(field, 'Enter a number such as 1000000, 0.2 or "1/3".');
  return found;
}

const invalid = (field: string, sentence: string) =>
  new AppError('invalid_fields', sentence, { status: 422, fields: { [field]: sentence } });
