// The cost of a certificate to its holder: the recorded total, or its price times its shares. Always exact.
import { decimal, formatDecimal, multiply, multiplyByRatio, parseDecimal, round } from '#src/domain/figures/decimal.ts';
import type { Decimal } from '#src/domain/figures/decimal.ts';
import { isPriceEntered } from '#src/domain/ledger/core/enteredPrice.ts';
import { moneyOf } from '#src/domain/ledger/core/fields.ts';
import type { OcfObject } from '#src/domain/ledger/core/types.ts';

interface Costly {
  issuance: OcfObject;
  /** The number at issue, and now. */
  issued: Decimal;
  left: Decimal;
  price: string | null;
}

/** The cost of the remaining shares; shares that left took their part along. Null when no cost was recorded. */
export function costOf({ issuance, issued, left, price }: Costly): Decimal | null {
  const filed = moneyOf(issuance, 'cost_basis')?.amount ?? null;
  if (filed !== null && issued > 0n) return shareOf(filed, left, issued);
  if (!isPriceEntered(issuance)) return null;
  const each = parseDecimal(price) ?? 0n;
  return each > 0n ? multiply(each, left, 10, 'HALF_UP') : null;
}

/** Pro rata; exact if ten decimals suffice, otherwise rounded to the cent (half up). */
function shareOf(cost: Decimal, part: Decimal, whole: Decimal): Decimal {
  const exact = multiplyByRatio(cost, { numerator: part, denominator: whole }, 10, 'DOWN');
  return exact * whole === cost * part ? exact : round(exact, 2, 'HALF_UP');
}

/**
 * The cost of each part; the last part gets the remainder, so that the sum is exact. Null for each when no cost was
 * recorded.
 */
export function sharedCost(source: Costly, parts: readonly string[]): (Decimal | null)[] {
  const whole = costOf(source);
  if (whole === null) return parts.map(() => null);
  let given_away = 0n;
  return parts.map((part, index) => {
    if (index === parts.length - 1) return whole - given_away;
    const share = shareOf(whole, decimal(part), source.left);
    given_away += share;
    return share;
  });
}

/**
 * The cost as the entry states it: left out when it equals price times shares, unless the preceding certificate stated
 * it too.
 */
export function costBasis(
  cost: Decimal | null,
  { price, quantity, currency, after }: { price: string | null; quantity: string; currency: string; after: OcfObject },
): { cost_basis?: { amount: string; currency: string } } {
  if (cost === null) return {};
  const implied = (parseDecimal(price) ?? 0n) * decimal(quantity);
  const filed = moneyOf(after, 'cost_basis');
  if (!filed && implied === cost * decimal('1')) return {};
  const [whole = '0', cents = ''] = formatDecimal(cost).split('.');
  return { cost_basis: { amount: `${whole}.${cents.padEnd(2, '0')}`, currency: filed?.currency ?? currency } };
}
