// The certificates that follow on another: what each keeps of it. Legends and exemptions are copied, what it cost goes with
// the shares, and what was still to vest goes on vesting.
import { decimal, divide, formatDecimal, multiply, parseDecimal, toFixed } from '../../../src/domain/decimal.ts';
import type { Decimal } from '../../../src/domain/decimal.ts';
import { isObject, listOf, moneyOf, textOf, textsOf } from '../../../src/domain/ledger/fields.ts';
import type { OcfTransaction } from '../../../src/domain/ledger/types.ts';
import type { CommandContext } from '../context.ts';
import { carriedVesting } from '../grants/carriedVesting.ts';
import { given } from '../securities/issuance.ts';
import type { OpenCertificate } from './open.ts';

export interface Following {
  security_id: string;
  number: string;
  holder: string;
  quantity: string;
  date: string;
  /** Of another class, in a conversion: with the price that was paid for as many shares as it was. */
  into?: { classId: string; price: string };
  /** Which shares of the schedule these are: so many after the first `after` of it. Null: all of them are earned. */
  vests: { after: Decimal } | null;
  /** What these shares cost, where the certificate says what it cost. */
  cost?: string | null;
}

/** The issuance, and whatever it takes for its schedule to go on. */
export function following(context: CommandContext, open: OpenCertificate, piece: Following): OcfTransaction[] {
  const { row } = open.source;
  const { issuance } = open;
  const currency = row.share_price_currency ?? 'USD';
  const carried = piece.vests
    ? carriedVesting(context, open.vesting, {
        security_id: piece.security_id,
        used: piece.vests.after,
        keep: decimal(piece.quantity),
        date: piece.date,
        vesting_terms_id: textOf(issuance, 'vesting_terms_id'),
      })
    : { fields: {}, entries: [] };
  const issued: OcfTransaction = {
    object_type: 'TX_STOCK_ISSUANCE',
    id: context.deps.newId(),
    date: piece.date,
    security_id: piece.security_id,
    custom_id: piece.number,
    stakeholder_id: piece.holder,
    security_law_exemptions: listOf(issuance, 'security_law_exemptions').filter(isObject),
    stock_class_id: piece.into?.classId ?? open.classId,
    ...(piece.into
      ? {}
      : given({ stock_plan_id: row.stock_plan_id, issuance_type: textOf(issuance, 'issuance_type') })),
    share_price: { amount: piece.into?.price ?? row.share_price ?? '0', currency },
    quantity: piece.quantity,
    ...(piece.cost
      ? { cost_basis: { amount: piece.cost, currency: moneyOf(issuance, 'cost_basis')?.currency ?? currency } }
      : {}),
    stock_legend_ids: textsOf(issuance, 'stock_legend_ids'),
    ...carried.fields,
  };
  return [issued, ...carried.entries];
}

/**
 * What each part cost, pro rata to the cent (a half up); the last part takes what is left, so that nothing is lost.
 * Null for each where the certificate does not say.
 */
export function sharedCost(open: OpenCertificate, parts: readonly string[]): (string | null)[] {
  const cost = moneyOf(open.issuance, 'cost_basis')?.amount ?? null;
  const whole = open.source.issued ?? 0n;
  if (cost === null || whole === 0n) return parts.map(() => null);
  // Of a certificate that lost shares before, what they cost went with them.
  const here = divide(multiply(cost, decimal(open.left), 10, 'HALF_UP'), whole, 2, 'HALF_UP');
  let given_away = 0n;
  return parts.map((part, index) => {
    if (index === parts.length - 1) return toFixed(here - given_away, 2);
    const share = divide(multiply(here, parseDecimal(part) ?? 0n, 10, 'HALF_UP'), decimal(open.left), 2, 'HALF_UP');
    given_away += share;
    return toFixed(share, 2);
  });
}

export const total = (parts: readonly string[]): string =>
  formatDecimal(parts.reduce((sum, part) => sum + decimal(part), 0n));
