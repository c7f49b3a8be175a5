// Locks a distribution and computes what each holder receives from it.
import { administrators } from '#src/resources/kit/access.ts';
import { createHash } from 'node:crypto';
import type { DeclaringWarning } from '#src/domain/distribution/declaringWarnings.ts';
import { refuseApproval } from '#src/domain/distribution/distributionMachine.ts';
import type { DistributionStatus } from '#src/domain/distribution/distributionMachine.ts';
import { needsSecondPerson } from '../company/twoPersonRule.ts';
import { AppError } from '#src/domain/errors.ts';
import { grossDistribution } from '#src/domain/distribution/distribution.ts';
import type { DistributionInput, DistributionPreview, PreviewRow } from '#src/domain/distribution/distribution.ts';
import { sumsOf } from '#src/domain/distribution/lineSums.ts';
import { stepsInWords } from '#src/domain/distribution/stepsInWords.ts';
import { inReadersLanguage } from '#server/reports/inReadersLanguage.ts';
import { distributions } from '#src/resources/distributions.ts';
import { orgOf } from '#server/auth/actor.ts';
import { canonicalJson } from '#server/data/canonicalJson.ts';
import { entitledAt, entitledOptions } from '#server/data/entitlement.ts';
import type { IncludedOptions } from '#server/data/entitlement.ts';
import { classOrder } from './classOrder.ts';
import { namedInOrder } from './namedInOrder.ts';
import { frozenPreview } from '#server/queries/distributions/snapshot.ts';
import { warningsOf } from './warnings.ts';
import { NOBODY, withoutCountry } from './withoutCountry.ts';
import { taxesOf } from './withheld.ts';
import type { Taxes } from './withheld.ts';
import { findRecord } from '#server/data/resourceRepository.ts';
import type { Row } from '#server/db/database.ts';
import { today } from '../core/context.ts';
import type { CommandContext } from '../core/context.ts';
import { notFound } from '#server/data/refusals.ts';

/** The declared terms. */
export interface Terms extends IncludedOptions {
  /** Null before it is saved. */
  id: string | null;
  name: string;
  type: string;
  declared_as: 'per_share' | 'pot';
  amount_per_share: string | null;
  total_amount: string | null;
  record_date: string;
  payment_date: string;
  method: string;
  currency: string;
  approved_at: string | null;
}
export interface LockedDistribution extends Terms, Row {
  id: string;
  status: DistributionStatus;
  created_by: string;
  changed_by: string;
  ledger_seq: string | null;
  /** The import that brought it in. */
  brought_in_by: string | null;
  version: number;
}

const TERMS =
  'id, name, type, declared_as, amount_per_share::text, total_amount::text, record_date, payment_date, method, currency::text, includes_unvested_options, includes_vested_options, approved_at';

/** Locks the row, so that concurrent requests run one after the other. Refuses: not_found (404). */
export async function lockDistribution({ tx }: CommandContext, org: string, id: string): Promise<LockedDistribution> {
  const row = await tx.row<LockedDistribution>(
    `select ${TERMS}, status, created_by, changed_by, ledger_seq, brought_in_by, version
     from distribution where org_id = $1 and id::text = $2 for update`,
    [org, id],
  );
  if (!row) throw notFound();
  return row;
}

export interface Computed {
  preview: DistributionPreview;
  taxes: Taxes;
}

/** The entitlement at the record date, and the amounts. Refuses (422): no_entitled_shares, and what classAmounts refuses. */
export async function computeDistribution(
  context: CommandContext,
  org: string,
  distribution: LockedDistribution,
): Promise<Computed> {
  return computeTerms(context, org, distribution, await classesOf(context, org, distribution.id));
}

/** The same of terms that may not be saved yet. */
export async function computeTerms(
  { tx }: CommandContext,
  org: string,
  terms: Terms,
  share_class_ids: readonly string[],
): Promise<Computed> {
  const { id, type, record_date } = terms;
  const holdings = [
    ...(await entitledAt(tx, org, share_class_ids, record_date)),
    ...(await entitledOptions(tx, org, share_class_ids, record_date, terms)),
  ];
  const classes = await classOrder(tx, org, { id, type, record_date, share_class_ids, approved_at: terms.approved_at });
  const holders = holdings.map(({ shareholder_id }) => shareholder_id);
  // The database reads as whom the holders are taxed while what they get is worked out here.
  const reading = taxesOf(tx, org, holders, terms);
  const amount = terms.declared_as === 'pot' ? { total: terms.total_amount! } : { per_share: terms.amount_per_share! };
  const order = { classes, record_date };
  const [gross, taxes] = await Promise.all([grossOf({ amount, holdings, currency: terms.currency, order }), reading]);
  return { preview: gross(taxes.withheldFrom), taxes };
}

// A refusal waits for what is being read: both end before the transaction goes on.
const grossOf = async (input: DistributionInput) => grossDistribution(input);

const classesOf = async ({ tx }: CommandContext, org: string, id: string): Promise<string[]> =>
  (
    await tx.rows<{ share_class_id: string }>(
      'select share_class_id from distribution_class where org_id = $1 and distribution_id = $2 order by 1',
      [org, id],
    )
  ).map((row) => row.share_class_id);

/** A line as one text: written out, because a hundred thousand of them are hashed at each preview. */
const hashedText = (row: PreviewRow) =>
  `\n${row.shareholder_id}\t${row.share_class_id}\t${row.shares}\t${row.option_shares}\t${row.gross}\t${row.tax}\t${row.net}\t${row.withholding_rate}\t${row.withholding_reason ?? ''}\t${row.excluded_reason ?? ''}`;

const HASHED_AT_ONCE = 1000;

/** Hashes the terms and who receives what: any difference to what somebody saw changes the hash. */
export async function previewHash(
  context: CommandContext,
  org: string,
  distribution: LockedDistribution,
  { rows, steps }: DistributionPreview,
): Promise<string> {
  const { id, name, type, declared_as, amount_per_share, total_amount, record_date, payment_date, method } =
    distribution;
  const terms = { id, name, type, declared_as, amount_per_share, total_amount, record_date, payment_date, method };
  const share_class_ids = await classesOf(context, org, id);
  const hash = createHash('sha256').update(canonicalJson({ ...terms, share_class_ids, steps }));
  // The lines as one text each, in an order that is theirs: a hundred thousand of them are hashed in a moment.
  for (let from = 0; from < rows.length; from += HASHED_AT_ONCE) {
    let text = '';
    for (const row of rows.slice(from, from + HASHED_AT_ONCE)) text += hashedText(row);
    hash.update(text);
  }
  return hash.digest('hex');
}

type Approvable = Pick<LockedDistribution, 'status' | 'record_date' | 'created_by' | 'changed_by'>;

/** Throws the reason why the actor cannot approve it now, as refuseApproval does. */
export async function refuseApprover({ tx, actor, deps }: CommandContext, distribution: Approvable) {
  refuseApproval({
    status: distribution.status,
    today: today({ actor, deps }),
    record_date: distribution.record_date,
    entered_by: [distribution.created_by, distribution.changed_by],
    approver_id: actor.account_id,
    needs_second_person: await needsSecondPerson({ tx }),
  });
}

/** The reason why the reader may not approve it, shown before they try; null when they may. */
async function approvalRefusal(context: CommandContext, distribution: Approvable) {
  const { role } = context.actor;
  if (!administrators.includes(role))
    return { code: 'forbidden', message: 'Only an owner or administrator can approve.' };
  try {
    await refuseApprover(context, distribution);
    return null;
  } catch (error) {
    if (error instanceof AppError) return { code: error.code, message: error.message };
    throw error;
  }
}

/** Refuses: not_found (404). */
export async function readDistribution(context: CommandContext, org: string, id: string): Promise<LockedDistribution> {
  if (!(await findRecord(context.tx, context.actor, distributions, id))) throw notFound();
  return (await context.tx.row<LockedDistribution>(
    `select ${TERMS}, status, created_by, changed_by, ledger_seq, brought_in_by, version from distribution where org_id = $1 and id::text = $2`,
    [org, id],
  ))!;
}

/** What each holder would receive, or receives once approved. Changes nothing. `limit`: only so many lines. */
export async function previewOf(context: CommandContext, id: string, limit = Infinity): Promise<Row> {
  const org = orgOf(context.actor);
  const stored = await readDistribution(context, org, id);
  const isFrozen = stored.approved_at !== null || stored.brought_in_by !== null;
  const { warnings = [], ...shown }: Row & { warnings?: DeclaringWarning[] } = isFrozen
    ? await shownFrozen(context, org, stored, limit)
    : await shownComputed(context, org, stored, limit).catch(shownEmpty(stored));
  return {
    without_country: NOBODY,
    ...shown,
    warnings:
      stored.status === 'pending' && !isFrozen
        ? [...warnings, ...(await warningsOf(context.tx, org, stored, await classesOf(context, org, stored.id)))]
        : [],
    version: stored.version,
    record_date: stored.record_date,
    payment_date: stored.payment_date,
    approval_refusal: await approvalRefusal(context, stored),
  };
}

/** As approved; what holds each payment now. */
async function shownFrozen(context: CommandContext, org: string, { id, currency }: LockedDistribution, limit: number) {
  const preview = await frozenPreview(context.tx, org, id);
  const holds: HoldsOf = async (lines) => {
    const payments = await context.tx.rows<{ key: string; reasons: string[] }>(
      `select shareholder_id || ' ' || share_class_id as key, coalesce(hold_reasons_of(id), '{}') as reasons
       from payment where org_id = $1 and distribution_id = $2 and shareholder_id = any ($3)`,
      [org, id, lines.map((line) => line.shareholder_id)],
    );
    const reasons = new Map(payments.map((each) => [each.key, each.reasons]));
    return (row) => reasons.get(`${row.shareholder_id} ${row.share_class_id}`) ?? [];
  };
  return { ...(await shownPreview(context, org, preview, currency, holds, limit)), excluded: [], preview_hash: null };
}

async function shownComputed(context: CommandContext, org: string, stored: LockedDistribution, limit: number) {
  const { preview, taxes } = await computeDistribution(context, org, stored);
  return {
    ...(await withoutCountry(context, org, { preview, taxes })),
    ...(await shownPreview(
      context,
      org,
      preview,
      stored.currency,
      (rows) => taxes.holdsOf(rows, stored.method),
      limit,
    )),
    excluded: await laterHolders(context, org, stored, preview),
    preview_hash: await previewHash(context, org, stored, preview),
  };
}

/** Nobody held such shares: the lines are empty, and it cannot be approved. */
const shownEmpty =
  ({ currency }: LockedDistribution) =>
  (error: unknown) => {
    if (!(error instanceof AppError && error.code === 'no_entitled_shares')) throw error;
    const zero = { total_gross: '0.00', total_tax: '0.00', total_net: '0.00', rounding_difference: '0' };
    const nothing = { rows: [], ...sumsOf([]), steps: [] };
    return { ...nothing, ...zero, amount_per_share: '0', currency, excluded: [], preview_hash: null };
  };

/** Why the payments of the lines that are shown wait. */
type HoldsOf = (lines: readonly PreviewRow[]) => Promise<(line: PreviewRow) => readonly string[]>;
type Shown = Omit<DistributionPreview, 'allotments'>;

/** With names, sums by class, and the order in words. */
export async function shownPreview(
  context: CommandContext,
  org: string,
  preview: Shown,
  currency: string,
  holdsOf: HoldsOf,
  limit: number,
) {
  const texts = inReadersLanguage(() => stepsInWords(preview.steps, currency));
  const { rows, total_gross, total_tax, total_net, rounding_difference, amount_per_share } = preview;
  const shown = await namedInOrder(context, org, rows, limit);
  const holds = await holdsOf(shown);
  return {
    rows: shown.map((row) => ({ ...row, hold_reasons: row.excluded_reason === null ? holds(row) : [] })),
    ...preview.sums,
    total_gross,
    total_tax,
    total_net,
    rounding_difference,
    amount_per_share,
    currency,
    steps: preview.steps.map((step, index) => ({ ...step, text: texts[index]! })),
  };
}

/** Who holds such shares today, and held none at the end of the record date. */
async function laterHolders(
  context: CommandContext,
  org: string,
  { id, record_date }: Pick<Terms, 'record_date'> & { id: string },
  { rows }: Shown,
) {
  const day = today(context);
  if (day <= record_date) return [];
  const moved = await context.tx.row<{ is: boolean }>(
    'select exists (select 1 from ledger_tx where org_id = $1 and effective_date > $2) as is',
    [org, record_date],
  );
  if (!moved!.is) return [];
  const entitled = new Set(rows.map((row) => `${row.shareholder_id} ${row.share_class_id}`));
  const now = await entitledAt(context.tx, org, await classesOf(context, org, id), day);
  const later = now.filter((each) => !entitled.has(`${each.shareholder_id} ${each.share_class_id}`));
  return (await namedInOrder(context, org, later)).map(({ shareholder_id, shareholder, share_class_id, shares }) => ({
    shareholder_id,
    shareholder,
    share_class_id,
    shares,
    reason: 'not_held_on_record_date',
  }));
}
