// The two decisions about a distribution: approving it, which freezes who receives what, or cancelling it.
import { z } from 'zod';
import { writtenMoney } from '#src/domain/figures/money.ts';
import { AppError } from '#src/domain/errors.ts';
import { refuseCancellation } from '#src/domain/distribution/distributionMachine.ts';
import type { Withheld } from '#src/domain/distribution/withholding.ts';
import type { DistributionPreview } from '#src/domain/distribution/distribution.ts';
import type { PaymentStatus } from '#src/domain/distribution/distributionMachine.ts';
import { plural } from '#src/domain/plural.ts';
import { distributions } from '#src/resources/distributions.ts';
import { DISTRIBUTION_CANCELLED } from '#src/resources/payments.ts';
import { orgOf } from '#server/auth/actor.ts';
import { bulkInsert } from '#server/data/bulkInsert.ts';
import { addNotices } from '#server/data/notices.ts';
import { lockLedger } from '#server/data/ledgerRepository.ts';
import { findRecord } from '#server/data/resourceRepository.ts';
import type { Row, Tx } from '#server/db/database.ts';
import { conflict, recordActivity, staleEdit } from '../core/context.ts';
import type { CommandContext } from '../core/context.ts';
import { computeDistribution, lockDistribution, previewHash, refuseApprover } from './distributionPreview.ts';
import { namedInOrder } from './namedInOrder.ts';
import { WHOLE_VERSION } from '../core/checked.ts';
import { LINE_COLUMNS, PAYMENT_COLUMNS, WITHHELD_COLUMNS } from './lineColumns.ts';
import { tendPaymentTasks } from './paymentTasks.ts';
import { hashOfLines } from '#server/queries/distributions/snapshot.ts';

/**
 * What the approver saw: the hash of the preview, the version of the terms, or both. Approving without either is
 * refused.
 */
export const approvalBody = z
  .strictObject({
    preview_hash: z
      .string('This must be text.')
      .regex(/^[0-9a-f]{64}$/, 'The preview_hash that the preview returned: 64 characters of 0-9 and a-f.')
      .nullish()
      .describe('The preview_hash of the preview that you saw. It covers the terms and every line.'),
    version: z
      .int(WHOLE_VERSION)
      .min(1, WHOLE_VERSION)
      .nullish()
      .describe(
        'The version of the distribution. Without preview_hash it is accepted only while nothing was recorded in the ledger since it was saved.',
      ),
  })
  .refine(({ preview_hash, version }) => Boolean(preview_hash) || typeof version === 'number', {
    path: ['preview_hash'],
    message: 'Send the preview_hash that the preview returned, to show what you approve.',
  });

/**
 * Freezes who receives what and creates one payment for each holder and class. Refuses: forbidden (403),
 * second_person_needed (403), stale_version, already_approved, distribution_not_pending, record_date_ahead,
 * nothing_to_pay, preview_changed (409).
 */
export async function approveDistribution(
  context: CommandContext,
  id: string,
  seen: z.infer<typeof approvalBody>,
): Promise<Row> {
  const org = orgOf(context.actor);
  const { tx, actor, deps } = context;
  // The distribution first: whoever cancels or changes it locks the company's row after it, for the audit trail.
  const distribution = await lockDistribution(context, org, id);
  const head = await lockLedger(tx, org);
  await refuseApprover(context, distribution);
  if (typeof seen.version === 'number' && seen.version !== distribution.version) throw staleEdit();
  const { preview, taxes } = await computeDistribution(context, org, distribution).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'no_entitled_shares')
      throw conflict('nothing_to_pay', 'Nobody held shares of these classes at the end of the record date.');
    throw error;
  });
  const isAsSeen = seen.preview_hash
    ? seen.preview_hash === (await previewHash(context, org, distribution, preview))
    : distribution.ledger_seq === head.last_seq;
  if (!isAsSeen)
    throw conflict(
      'preview_changed',
      seen.preview_hash
        ? 'The terms or the amounts changed since you saw them. Check the figures again, then approve.'
        : 'Entries were recorded after the distribution was saved, and the amounts may have changed. Open the preview and send its preview_hash.',
      'preview_hash',
    );
  // Ids increase in this order, and payments of one day are listed by it.
  const payable = await namedInOrder(
    context,
    org,
    preview.rows.filter((row) => row.excluded_reason === null),
  );
  if (payable.length === 0)
    throw conflict(
      'nothing_to_pay',
      !preview.rows.some((row) => row.excluded_reason === 'all_withheld')
        ? 'Every amount rounds to zero: there is nothing to pay.'
        : Number(preview.total_gross) === Number(preview.total_tax)
          ? 'Everything is withheld: there is nothing to pay. Check the withholding rules.'
          : 'Every amount is withheld or rounds to zero: there is nothing to pay. Check the withholding rules.',
    );
  await bulkInsert(
    tx,
    'distribution_line',
    org,
    LINE_COLUMNS,
    preview.rows.map((row) => ({
      ...row,
      ...taxedAs(taxes.withheldFrom(row.shareholder_id)),
      distribution_id: distribution.id,
    })),
  );
  const created = payable.map((row) => ({
    ...taxedAs(taxes.withheldFrom(row.shareholder_id)),
    id: deps.newId(),
    distribution_id: distribution.id,
    shareholder_id: row.shareholder_id,
    share_class_id: row.share_class_id,
    shares: row.shares,
    amount: row.net,
    gross: row.gross,
    tax: row.tax,
    withholding_rate: row.withholding_rate,
    withholding_reason: row.withholding_reason,
    method: distribution.method,
    scheduled_date: distribution.payment_date,
  }));
  await bulkInsert(tx, 'payment', org, { ...PAYMENT_COLUMNS, ...WITHHELD_COLUMNS }, created);
  await tellWhoIsPaid(context, distribution.name, created);
  await keepAllotments(tx, org, distribution.id, preview.allotments);
  const snapshot = hashOfLines(preview.rows);
  await tx.write(
    `update distribution set status = 'approved', approved_by = $3, approved_at = $9, snapshot_hash = $4, ledger_seq = $5, rounding_difference = $6::numeric::numeric(38,10),
       amount_per_share = $7, total_amount = $8, steps = $10::jsonb, version = version + 1 where org_id = $1 and id = $2`,
    [
      org,
      distribution.id,
      actor.account_id,
      snapshot,
      head.last_seq,
      preview.rounding_difference,
      preview.amount_per_share,
      preview.total_gross,
      context.deps.now().toISOString(),
      JSON.stringify(preview.steps),
    ],
  );
  const holdsOf = await taxes.holdsOf(payable, distribution.method);
  await tendPaymentTasks(
    context,
    payable.filter((row) => holdsOf(row).length > 0).map((row) => row.shareholder_id),
  );
  recordActivity(context, {
    text: `approved distribution ${distribution.name}, ${writtenMoney(preview.total_net, distribution.currency)} in ${plural(payable.length, 'payment')}`,
    resource: 'distributions',
    id: distribution.id,
  });
  return (await findRecord(tx, actor, distributions, distribution.id))!;
}

const taxedAs = ({ awaits_form, is_foreign, treaty_country }: Withheld) => ({
  awaits_tax_form: awaits_form,
  is_foreign,
  treaty_country,
});

/** What later distributions count as given to a class under its preference. */
async function keepAllotments(tx: Tx, org: string, id: string, allotments: DistributionPreview['allotments']) {
  for (const { share_class_id, allotted, annual } of allotments)
    await tx.write(
      'update distribution_class set preference_allotted = $4, preference_annual = $5 where org_id = $1 and distribution_id = $2 and share_class_id = $3',
      [org, id, share_class_id, allotted, annual],
    );
}

/** Once for each holder, with the first of their payments. */
async function tellWhoIsPaid(
  context: CommandContext,
  distribution: string,
  payments: readonly { id: string; shareholder_id: string }[],
): Promise<void> {
  const first = new Map(payments.toReversed().map(({ id, shareholder_id }) => [shareholder_id, id]));
  const told = [...first].map(([holder, id]) => ({ id, holder, words: { distribution } }));
  await addNotices(context, { kind: 'distribution_approved', resource: 'payments', event: 'approved', told });
}

/** Refuses: forbidden (403), distribution_not_pending, payments_under_way (409). */
export async function cancelDistribution(context: CommandContext, id: string): Promise<Row> {
  const org = orgOf(context.actor);
  const distribution = await lockDistribution(context, org, id);
  const payments = await context.tx.rows<{ status: PaymentStatus; shareholder_id: string }>(
    'select status, shareholder_id from payment where org_id = $1 and distribution_id = $2',
    [org, distribution.id],
  );
  refuseCancellation(
    distribution.status,
    payments.map((payment) => payment.status),
  );
  await context.tx.write(
    `update payment set status = 'failed', failure_reason = $3, version = version + 1 where org_id = $1 and distribution_id = $2`,
    [org, distribution.id, DISTRIBUTION_CANCELLED],
  );
  await context.tx.write(
    `update distribution set status = 'cancelled', version = version + 1 where org_id = $1 and id = $2`,
    [org, distribution.id],
  );
  await context.tx.write(
    `insert into payment_event (org_id, id, payment_id, verb, account_id, at)
     select org_id, gen_random_uuid(), id, 'cancelled', $3, $4 from payment where org_id = $1 and distribution_id = $2`,
    [org, distribution.id, context.actor.account_id, context.deps.now().toISOString()],
  );
  await tendPaymentTasks(
    context,
    payments.map(({ shareholder_id }) => shareholder_id),
  );
  recordActivity(context, {
    text: `cancelled distribution ${distribution.name}`,
    resource: 'distributions',
    id: distribution.id,
  });
  return (await findRecord(context.tx, context.actor, distributions, distribution.id))!;
}
