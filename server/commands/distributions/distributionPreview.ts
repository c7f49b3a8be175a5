// Locks a distribution and computes what each holder receives from it.
import { administrators } from '../../../src/resources/kit/access.ts';
import { createHash } from 'node:crypto';
import { refuseApproval } from '../../../src/domain/distribution/distributionMachine.ts';
import type { DistributionStatus } from '../../../src/domain/distribution/distributionMachine.ts';
import { needsSecondPerson } from '../company/twoPersonRule.ts';
import { AppError } from '../../../src/domain/errors.ts';
import { previewDistribution } from '../../../src/domain/distribution/distribution.ts';
import type { DistributionPreview } from '../../../src/domain/distribution/distribution.ts';
import { distributions } from '../../../src/resources/distributions.ts';
import { orgOf } from '../../auth/actor.ts';
import { canonicalJson } from '../../data/canonicalJson.ts';
import { entitledAt } from '../../data/entitlement.ts';
import { findRecord } from '../../data/resourceRepository.ts';
import type { Row } from '../../db/database.ts';
import { today } from '../core/context.ts';
import type { CommandContext } from '../core/context.ts';
import { notFound } from '../../data/refusals.ts';

/** The declared terms. */
interface Terms {
  id: string;
  name: string;
  type: string;
  declared_as: 'per_share' | 'pot';
  amount_per_share: string | null;
  total_amount: string | null;
  record_date: string;
  payment_date: string;
  method: string;
  currency: string;
}
export interface LockedDistribution extends Terms, Row {
  status: DistributionStatus;
  created_by: string;
  changed_by: string;
  ledger_seq: string | null;
  /** The import that brought it in. */
  brought_in_by: string | null;
  version: number;
}

const TERMS =
  'id, name, type, declared_as, amount_per_share::text, total_amount::text, record_date, payment_date, method, currency::text';

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

/** The entitlement at the record date, and the amounts. Refuses: no_entitled_shares (422). */
export async function computeDistribution(
  context: CommandContext,
  org: string,
  distribution: Terms,
): Promise<DistributionPreview> {
  const classes = await classesOf(context, org, distribution.id);
  const holdings = await entitledAt(context.tx, org, classes, distribution.record_date);
  const amount =
    distribution.declared_as === 'pot'
      ? { total: distribution.total_amount! }
      : { per_share: distribution.amount_per_share! };
  return previewDistribution({ amount, holdings });
}

const classesOf = async ({ tx }: CommandContext, org: string, id: string): Promise<string[]> =>
  (
    await tx.rows<{ share_class_id: string }>(
      'select share_class_id from distribution_class where org_id = $1 and distribution_id = $2 order by 1',
      [org, id],
    )
  ).map((row) => row.share_class_id);

/** Hashes the terms and who receives what: any difference to what somebody saw changes the hash. */
export async function previewHash(
  context: CommandContext,
  org: string,
  distribution: Terms,
  { rows }: DistributionPreview,
): Promise<string> {
  const { id, name, type, declared_as, amount_per_share, total_amount, record_date, payment_date, method } =
    distribution;
  const terms = { id, name, type, declared_as, amount_per_share, total_amount, record_date, payment_date, method };
  const share_class_ids = await classesOf(context, org, id);
  return createHash('sha256')
    .update(canonicalJson({ ...terms, share_class_ids, rows }))
    .digest('hex');
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

const EMPTY: DistributionPreview = {
  rows: [],
  total_gross: '0.00',
  total_tax: '0.00',
  total_net: '0.00',
  rounding_difference: '0',
  amount_per_share: '0',
  steps: [],
  allotments: [],
};

/** What each holder would receive, or receives once approved. Changes nothing. */
export async function previewOf(context: CommandContext, id: string): Promise<Row> {
  const org = orgOf(context.actor);
  const record = await findRecord(context.tx, context.actor, distributions, id);
  if (!record) throw notFound();
  const stored = (await context.tx.row<LockedDistribution & { is_frozen: boolean; rounding_difference: string | null }>(
    `select ${TERMS}, status, created_by, changed_by, ledger_seq, brought_in_by, version, approved_at is not null or brought_in_by is not null as is_frozen, rounding_difference::text from distribution where org_id = $1 and id::text = $2`,
    [org, id],
  ))!;
  const preview = stored.is_frozen
    ? {
        ...(await frozenLines(context, org, id, stored.rounding_difference)),
        amount_per_share: stored.amount_per_share ?? '0',
      }
    : await computeDistribution(context, org, stored).catch(noHolders);
  return {
    ...preview,
    rows: await namedInOrder(context, org, preview.rows),
    preview_hash: stored.is_frozen ? null : await previewHash(context, org, stored, preview as DistributionPreview),
    currency: stored.currency,
    version: stored.version,
    record_date: stored.record_date,
    payment_date: stored.payment_date,
    approval_refusal: await approvalRefusal(context, stored),
  };
}

/** Each line with its holder's name, ordered by holder and then by class. */
export async function namedInOrder<L extends { shareholder_id: string; share_class_id: string }>(
  context: CommandContext,
  org: string,
  lines: readonly L[],
): Promise<(L & { shareholder: string })[]> {
  const holders = await namesIn(context, org, 'shareholder');
  const classes = await namesIn(context, org, 'share_class');
  return lines
    .map((line) => ({ ...line, shareholder: holders.get(line.shareholder_id)?.name ?? '' }))
    .sort(
      (a, b) =>
        placeIn(holders, a.shareholder_id) - placeIn(holders, b.shareholder_id) ||
        placeIn(classes, a.share_class_id) - placeIn(classes, b.share_class_id),
    );
}

type Named = ReadonlyMap<string, { name: string; place: number }>;

/** Each name by id, with its position in the database's sort order, as in lists. */
async function namesIn({ tx }: CommandContext, org: string, table: 'shareholder' | 'share_class'): Promise<Named> {
  const rows = await tx.rows<{ id: string; name: string }>(
    `select id, name from ${table} where org_id = $1 order by alphabetical(name), id`,
    [org],
  );
  return new Map(rows.map(({ id, name }, place) => [id, { name, place }]));
}
const placeIn = (named: Named, id: string) => named.get(id)?.place ?? named.size;

function noHolders(error: unknown): DistributionPreview {
  if (error instanceof AppError && error.code === 'no_entitled_shares') return EMPTY;
  throw error;
}

async function frozenLines(
  { tx }: CommandContext,
  org: string,
  id: string,
  rounding: string | null,
): Promise<DistributionPreview> {
  const rows = await tx.rows<DistributionPreview['rows'][number]>(
    `select shareholder_id, share_class_id, trim_scale(shares)::text as shares, round(gross, 2)::text as gross, round(tax, 2)::text as tax, round(net, 2)::text as net,
       '0' as option_shares, '0' as withholding_rate, null as withholding_reason, excluded_reason
     from distribution_line where org_id = $1 and distribution_id::text = $2 order by shareholder_id, share_class_id`,
    [org, id],
  );
  const totals = await tx.row<{ gross: string; tax: string; net: string }>(
    'select round(coalesce(sum(gross), 0), 2)::text as gross, round(coalesce(sum(tax), 0), 2)::text as tax, round(coalesce(sum(net), 0), 2)::text as net from distribution_line where org_id = $1 and distribution_id::text = $2',
    [org, id],
  );
  return {
    rows,
    total_gross: totals!.gross,
    total_tax: totals!.tax,
    total_net: totals!.net,
    rounding_difference: rounding ?? '0',
    amount_per_share: '0',
    steps: [],
    allotments: [],
  };
}
