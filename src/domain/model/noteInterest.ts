// The interest of a note that converts, by the same code as the ledger's notes.
import { say } from '#src/words/say.ts';
import { AppError } from '../errors.ts';
import { daysFromTo } from '../dates.ts';
import { decimal } from '../figures/decimal.ts';
import { exactly } from '../figures/exactly.ts';
import { accruedTo } from '../round/interest.ts';
import type { InterestTerms } from '../round/interest.ts';
import { decimalOf } from './figures.ts';
import { isBelow, whole } from '../figures/fraction.ts';
import type { Fraction } from '../figures/fraction.ts';

export interface NoteInterest {
  /** Yearly: 2/25 for 8 per cent. */
  rate: Fraction;
  day_count: InterestTerms['day_count'];
  compounding: 'SIMPLE' | InterestTerms['period'];
  /** The first day counts, the last does not. */
  from: string;
  to: string;
}

const DAYS_MAX = 36_525;
const RATE_MAX = whole(10n);

/** The ledger's notes have decimals of ten places, and so do these: a third is refused and not cut. */
const PLACES = 10n ** 10n;
const hasPlaces = ({ d }: Fraction): boolean => PLACES % d === 0n;
const TOO_FINE = say`A note’s figures have at most ten decimals, such as 0.0825.`;

/** Out: principal and interest, to the cent, and how it was computed. Refuses (422): invalid_fields; `at` names the field. */
export function withInterest(
  principal: Fraction,
  { rate, day_count, compounding, from, to }: NoteInterest,
  at: (field: 'amount' | 'rate' | 'to') => string,
): { amount: Fraction; formula: string } {
  if (to < from) throw invalid(at('to'), say`Interest ends on a day after it begins.`);
  if (daysFromTo(from, to) > DAYS_MAX) throw invalid(at('to'), say`Interest is for at most 100 years.`);
  if (rate.n < 0n || isBelow(RATE_MAX, rate))
    throw invalid(at('rate'), say`A yearly rate is at least 0 and at most 10, such as 0.08 for 8 per cent.`);
  if (!hasPlaces(principal)) throw invalid(at('amount'), TOO_FINE);
  if (!hasPlaces(rate)) throw invalid(at('rate'), TOO_FINE);
  const { amount, formula } = accruedTo(
    decimal(decimalOf(principal, 10)),
    {
      rates: [{ rate: decimal(decimalOf(rate, 10)), from, to: null }],
      day_count,
      compounding: compounding === 'SIMPLE' ? 'SIMPLE' : 'COMPOUNDING',
      period: compounding === 'SIMPLE' ? 'ANNUAL' : compounding,
    },
    to,
  );
  return { amount: exactly(amount), formula: formula.join('; ') };
}

const invalid = (field: string, sentence: string) =>
  new AppError('invalid_fields', sentence, { status: 422, fields: { [field]: sentence } });
