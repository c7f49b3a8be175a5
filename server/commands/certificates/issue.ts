// Issues one certificate: a TX_STOCK_ISSUANCE with the next number of its class, the legal fields, and the start of
// vesting for restricted shares.
import type { CertificateBody } from '#src/resources/issuances/certificates.ts';
import { grouped, parseDecimal } from '#src/domain/figures/decimal.ts';
import { recordActivity } from '../core/context.ts';
import { invalidFields } from '../core/checked.ts';
import { namedTerms, standardVesting, startEntries } from '../grants/grantTerms.ts';
import { refuseBeforeAdoption } from '../grants/issueGrant.ts';
import { given as withValues } from '#src/domain/ledger/core/fields.ts';
import { counselOf } from '../securities/issuance.ts';
import type { CommandContext } from '../core/context.ts';
import { appendNative, openSlice, priceOf, takeNumbers } from '../ledger/ledgerEntry.ts';

/**
 * In: who, which class, how many, when. Out: the certificate's id.
 * Refuses: unknown_reference, quantity_not_positive, fraction_not_allowed (422), over_authorized, over_pool, certificate_number_taken (409).
 */
export async function issueCertificate(context: CommandContext, body: CertificateBody): Promise<string> {
  const quantity = (body.quantity ?? body.num_shares)!;
  const given = body.certificate_number?.trim() || null;
  const slice = await openSlice(context, {
    date: body.issue_date,
    classes: [body.share_class_id],
    holders: [body.shareholder_id],
    numbers: given ? [given] : [],
    plans: body.equity_plan_id ? [body.equity_plan_id] : [],
    vesting_terms: body.vesting_terms_id ? [body.vesting_terms_id] : [],
  });
  await refuseEarlyPlan(context, slice.org, body);
  const legends = await knownLegends(context, slice.org, body.stock_legend_ids ?? []);
  const terms = body.vesting
    ? await standardVesting(context, slice.org, body.vesting)
    : body.vesting_terms_id
      ? await namedTerms(context, slice.org, body.vesting_terms_id)
      : null;
  const { price, comments } = await priceOf(context, slice.org, body.share_class_id, body.price_per_share ?? null);
  const number = given ?? (await takeNumbers(context, slice.org, body.share_class_id, 1))[0]!;
  const security_id = context.deps.newId();
  await appendNative(context, { ...slice, names: { date: 'issue_date' } }, [
    {
      object_type: 'TX_STOCK_ISSUANCE',
      id: context.deps.newId(),
      date: body.issue_date,
      security_id,
      custom_id: number,
      stakeholder_id: body.shareholder_id,
      ...counselOf(body),
      stock_class_id: body.share_class_id,
      ...withValues({ stock_plan_id: body.equity_plan_id, issuance_type: body.issuance_type }),
      share_price: price,
      ...withValues({ comments }),
      ...(body.cost_basis ? { cost_basis: { amount: body.cost_basis, currency: price.currency } } : {}),
      quantity,
      stock_legend_ids: legends,
      ...(terms ? { vesting_terms_id: terms.id } : {}),
    },
    ...(terms
      ? startEntries(context, security_id, terms, body.vesting?.vesting_start ?? body.vesting_start ?? body.issue_date)
      : []),
  ]);
  const holder = slice.state.holders.get(body.shareholder_id)!;
  const className = slice.state.classes.get(body.share_class_id)!.facts.name;
  recordActivity(context, {
    text: `issued ${number}, ${grouped(parseDecimal(quantity)!)} ${className}, to ${holder.name}`,
    resource: 'certificates',
    id: security_id,
    shareholder_id: holder.id,
  });
  return security_id;
}

async function refuseEarlyPlan({ tx }: CommandContext, org: string, body: CertificateBody): Promise<void> {
  if (!body.equity_plan_id) return;
  const plan = await tx.row<{ name: string; adopted_on: string | null }>(
    'select name, board_approval_date as adopted_on from equity_plan where org_id = $1 and id = $2',
    [org, body.equity_plan_id],
  );
  if (plan) refuseBeforeAdoption(plan, 'issue_date', body.issue_date);
}

/** Refuses: an unknown legend (422). */
async function knownLegends({ tx }: CommandContext, org: string, ids: readonly string[]): Promise<string[]> {
  const asked = [...new Set(ids)];
  if (asked.length === 0) return [];
  const known = await tx.rows('select 1 from legend where org_id = $1 and id = any ($2)', [org, asked]);
  if (known.length < asked.length) throw invalidFields({ stock_legend_ids: 'Unknown legend.' }, 'Unknown legend.');
  return asked;
}
