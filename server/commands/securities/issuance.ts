// Shared by every issuance: the legal fields, the next number of a prefix, and the stock from an exercise, a release or a
// conversion.
import { plainText } from '#src/resources/kit/validation.ts';
import { nextCertificateNumbers } from '#src/domain/certificateNumber.ts';
import { given, isObject, listOf, objectOf } from '#src/domain/ledger/core/fields.ts';
import type { OcfObject, OcfTransaction } from '#src/domain/ledger/core/types.ts';
import type { Decimal } from '#src/domain/figures/decimal.ts';
import { costBasis } from '../certificates/cost.ts';
import type { CommandContext } from '../core/context.ts';
import { limits } from '#src/resources/kit/limits.ts';

/** What counsel asks of an issuance; see src/resources/issuances/counsel.ts. */
export type Counsel = {
  consideration_text?: string | null;
  board_approval_date?: string | null;
  stockholder_approval_date?: string | null;
  security_law_exemptions?: readonly { description: string; jurisdiction: string }[] | null;
};

export const reason = plainText(limits.remark).refine((value) => value.trim() !== '', 'This is required.');

export function counselOf(body: Counsel): OcfTransaction {
  return {
    security_law_exemptions: [...(body.security_law_exemptions ?? [])],
    ...given({
      consideration_text: body.consideration_text,
      board_approval_date: body.board_approval_date,
      stockholder_approval_date: body.stockholder_approval_date,
    }),
  };
}

/**
 * What a security keeps of the one it replaces: holder, plan, class, terms, windows, approvals and exemptions. The
 * schedule is carried over separately; remarks stay with their entry.
 */
export function continued(issuance: OcfObject): OcfTransaction {
  const { vesting_terms_id: _terms, vestings: _vestings, comments: _comments, ...kept } = issuance;
  return { ...kept, security_law_exemptions: listOf(issuance, 'security_law_exemptions').filter(isObject) };
}

/** A warrant's triggers for another number of shares: replaces a stated number by this one. */
export const triggersFor = (issuance: OcfObject, quantity: string): unknown[] =>
  listOf(issuance, 'exercise_triggers').map((trigger) => {
    const right = isObject(trigger) ? objectOf(trigger, 'conversion_right') : null;
    const mechanism = right ? objectOf(right, 'conversion_mechanism') : null;
    if (!isObject(trigger) || !right || !mechanism || mechanism['converts_to_quantity'] === undefined) return trigger;
    const conversion_mechanism = { ...mechanism, converts_to_quantity: quantity };
    return { ...trigger, conversion_right: { ...right, conversion_mechanism } };
  });

/** The next numbers of a prefix, one above the highest ever used; without gaps because the ledger lock is held. */
export async function takePrefixed(
  { tx }: CommandContext,
  org: string,
  prefix: string,
  count: number,
): Promise<string[]> {
  const used = await tx.rows<{ custom_id: string }>(
    'select custom_id from security where org_id = $1 and starts_with(custom_id, $2)',
    [org, prefix],
  );
  return nextCertificateNumbers(
    prefix,
    used.map((row) => row.custom_id),
    count,
  );
}

export interface NewStock {
  date: string;
  security_id: string;
  number: string;
  holder: string;
  classId: string;
  price: { amount: string; currency: string };
  /** Our remark on the entry, for example that nobody entered the price. */
  comments?: string[] | undefined;
  quantity: string;
  counsel?: Counsel;
  /** What was paid for all of it, if that is recorded by itself. */
  cost?: Decimal | undefined;
  /** The vesting dates of shares exercised early. */
  vestings?: readonly { date: string; amount: string }[];
}

/**
 * The certificate that results from another security. A negative price, which an import may contain, counts as no
 * price.
 */
export function stockFrom(context: CommandContext, stock: NewStock): OcfTransaction {
  return {
    object_type: 'TX_STOCK_ISSUANCE',
    id: context.deps.newId(),
    date: stock.date,
    security_id: stock.security_id,
    custom_id: stock.number,
    stakeholder_id: stock.holder,
    ...counselOf(stock.counsel ?? {}),
    stock_class_id: stock.classId,
    share_price: stock.price.amount.startsWith('-') ? { ...stock.price, amount: '0' } : stock.price,
    quantity: stock.quantity,
    ...costBasis(stock.cost ?? null, {
      price: stock.price.amount,
      quantity: stock.quantity,
      currency: stock.price.currency,
      after: {},
    }),
    ...given({ comments: stock.comments }),
    stock_legend_ids: [],
    ...(stock.vestings && stock.vestings.length > 0 ? { vestings: [...stock.vestings] } : {}),
  };
}
