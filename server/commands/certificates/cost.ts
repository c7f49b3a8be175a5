// What a certificate cost its holder: what was filed as paid for all of it, else its price times its shares, always exact.
import {
  decimal,
  formatDecimal,
  multiply,
  multiplyByRatio,
  parseDecimal,
  round,
} from '../../../src/domain/figures/decimal.ts';
import type { Decimal } from '../../../src/domain/figures/decimal.ts';
import { isPriceEntered } from '../../../src/domain/ledger/core/enteredPrice.ts';
import { moneyOf } from '../../../src/domain/ledger/core/fields.ts';
import type { OcfObject } from '../../../src/domain/ledger/core/types.ts';

interface Costly {
  issuance: OcfObject;
  /** At its issue, and now. */
  issued: Decimal;
  left: Decimal;
  price: string | null;
}

/** Of what is left: what was taken out took its part of the cost along. Null where nobody said what was paid. */
export function costOf({ issuance, issued, left, price }: Costly): Decimal | null {
  const filed = moneyOf(issuance, 'cost_basis')?.amount ?? null;
  if (filed !== null && issued > 0n) return shareOf(filed, left, issued);
  if (!isPriceEntered(issuance)) return null;
  const each = parseDecimal(price) ?? 0n;
  return each > 0n ? multiply(each, left, 10, 'HALF_UP') : null;
}

/** Pro rata; exact where ten decimals can say it, else to the cent (a half up). */
function shareOf(cost: Decimal, part: Decimal, whole: Decimal): Decimal {
  const exact = multiplyByRatio(cost, { numerator: part, denominator: whole }, 10, 'DOWN');
  return exact * whole === cost * part ? exact : round(exact, 2, 'HALF_UP');
}

/** What each part cost; the last takes what is left, so that nothing is lost. Null for each where nobody said. */
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

/** As an entry says it: left out where price times shares says the same, unless the certificate it follows said it too. */
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
