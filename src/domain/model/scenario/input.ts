// Reads the figures of a scenario as they are written, and names each fault at its field.
import { say } from '#src/words/say.ts';
import { AppError } from '#src/domain/errors.ts';
import { ONE, isWhole } from '#src/domain/figures/decimal.ts';
import type { Decimal } from '#src/domain/figures/decimal.ts';
import { figureReader } from '../figures.ts';
import type { Written } from '../figures.ts';

/** Larger figures than the ledger can hold would only slow a reckoning down. */
export const MOST = 10n ** 38n;

export const fault = (field: string, sentence: string): AppError =>
  new AppError('invalid_fields', sentence, { status: 422, fields: { [field]: sentence } });

/** Refuses (422): not a figure, below zero, or finer than ten decimals. */
export function amountOf(value: Written, field: string): Decimal {
  const { n, d } = figureReader()(value, field);
  if (n < 0n) throw fault(field, say`This must not be less than zero.`);
  if ((n * ONE) % d !== 0n) throw fault(field, say`At most ten decimals.`);
  const units = (n * ONE) / d;
  if (units >= MOST) throw fault(field, say`At most 28 digits before the point.`);
  return units;
}

/** Refuses (422): also nothing. */
export function positiveOf(value: Written, field: string): Decimal {
  const amount = amountOf(value, field);
  if (amount === 0n) throw fault(field, say`This must be more than zero.`);
  return amount;
}

/** Refuses (422): also a part of a share. */
export function wholeSharesOf(value: Written, field: string): Decimal {
  const shares = positiveOf(value, field);
  if (!isWhole(shares)) throw fault(field, say`A whole number of shares.`);
  return shares;
}
