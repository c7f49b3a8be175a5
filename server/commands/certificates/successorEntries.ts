// The certificates that replace another: what each of them keeps. Legends and exemptions are copied, the cost goes with
// the shares, and unvested shares continue to vest.
import { decimal, formatDecimal } from '#src/domain/figures/decimal.ts';
import type { Decimal } from '#src/domain/figures/decimal.ts';
import { priceRemarkOf } from '#src/domain/ledger/core/enteredPrice.ts';
import { given, isObject, listOf, textOf, textsOf } from '#src/domain/ledger/core/fields.ts';
import type { OcfTransaction } from '#src/domain/ledger/core/types.ts';
import type { CommandContext } from '../core/context.ts';
import { carriedVesting } from '../grants/carriedVesting.ts';
import { costBasis, sharedCost } from './cost.ts';
import type { OpenCertificate } from './open.ts';

export interface Following {
  security_id: string;
  number: string;
  holder: string;
  quantity: string;
  date: string;
  /** The new class, in a conversion. */
  into?: { classId: string };
  /** The price paid per share, if it differs from the price of this certificate. */
  price?: string;
  /** Which shares of the schedule these are: the first ones after `after` of them. Null: all of them are vested. */
  vests: { after: Decimal } | null;
  /** The consideration, in words. */
  consideration?: string | null | undefined;
  /** The cost of these shares, if the certificate states its cost. */
  cost?: Decimal | null;
}

/** The issuance, and the entries that continue its schedule. */
export function successorEntries(context: CommandContext, open: OpenCertificate, piece: Following): OcfTransaction[] {
  const { row } = open.source;
  const { issuance } = open;
  const currency = row.share_price_currency ?? 'USD';
  const price = piece.price ?? row.share_price ?? '0';
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
    share_price: { amount: price, currency },
    ...(piece.price === undefined || piece.into ? priceRemarkOf(issuance) : {}),
    quantity: piece.quantity,
    ...costBasis(piece.cost ?? null, {
      price,
      quantity: piece.quantity,
      currency,
      after: issuance,
    }),
    ...given({ consideration_text: piece.consideration }),
    stock_legend_ids: textsOf(issuance, 'stock_legend_ids'),
    ...carried.fields,
  };
  return [issued, ...carried.entries];
}

/** The cost of each part of the certificate. */
export const costsOf = (open: OpenCertificate, parts: readonly string[]): (Decimal | null)[] =>
  sharedCost(costFactsOf(open), parts);
export const costFactsOf = ({ issuance, source }: OpenCertificate) => ({
  issuance,
  issued: source.issued ?? 0n,
  left: source.remaining ?? 0n,
  price: source.row.share_price,
});

export const total = (parts: readonly string[]): string =>
  formatDecimal(parts.reduce((sum, part) => sum + decimal(part), 0n));
