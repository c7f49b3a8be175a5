// Several payments at once: each by its own rules, and one that is refused stops no other. Locked, checked and moved by a few
// statements, however many they are.
import type { BulkDone, bulkActions } from '#src/contract/bulk.ts';
import { nextPayment } from '#src/domain/distribution/distributionMachine.ts';
import type { HoldReason } from '#src/domain/distribution/holdReasons.ts';
import { AppError } from '#src/domain/errors.ts';
import { plural } from '#src/domain/plural.ts';
import { orgOf } from '#server/auth/actor.ts';
import { notFound } from '#server/data/refusals.ts';
import { lockDistributions } from '../batches/lockBatch.ts';
import { recordActivity } from '../core/context.ts';
import type { CommandContext } from '../core/context.ts';
import { doneWords, movePayments } from './movePayments.ts';
import type { MovedPayment } from './movePayments.ts';
import { refuseArrival, refuseBroughtIn, refuseStart } from './payments.ts';
import type { Locked } from './payments.ts';

/** A return is confirmed line by line on a bank statement, and not offered for a list. */
type BulkAction = (typeof bulkActions)[number] | 'return';

interface BulkItem {
  id: string;
  /** Of complete. */
  date?: string | undefined;
  reference?: string | null | undefined;
  /** Of start, fail and return. */
  reason?: string | null | undefined;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

type Found = Omit<Locked, 'distribution' | 'org'> & { distribution_id: string; holds: HoldReason[] | null };

/** In: each payment once. Out: how many were moved, and why each of the others was not. */
export async function bulkPayments(
  context: CommandContext,
  action: BulkAction,
  items: readonly BulkItem[],
): Promise<BulkDone> {
  const { payments, distributions } = await lockAll(context, action, items);
  const refused: BulkDone['refused'] = [];
  const moved: MovedPayment[] = [];
  for (const item of items) {
    try {
      const payment = payments.get(item.id.toLowerCase());
      if (!payment) throw notFound();
      await refuse(context, action, payment, item);
      moved.push({ id: payment.id, note: noteOf(action, item), day: item.date });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const { code, fields, detail } = error;
      // The sentence of the field says more than that one is to be corrected.
      const [inField] = code === 'invalid_fields' ? Object.values(fields ?? {}) : [];
      refused.push({ id: item.id, code, detail: inField ?? detail });
    }
  }
  const { verb } = await movePayments(context, { command: action, payments: moved, distributions });
  const counts = new Map<string, number>();
  for (const { id } of moved) {
    const distribution = payments.get(id)!.distribution.id;
    counts.set(distribution, (counts.get(distribution) ?? 0) + 1);
  }
  for (const { id, name } of distributions)
    if (counts.has(id))
      recordActivity(context, {
        text: `${doneWords[verb]} ${plural(counts.get(id)!, 'payment')} of ${name}`,
        resource: 'distributions',
        id,
      });
  return { done: moved.length, refused };
}

/** Refuses what the command for one payment refuses. */
async function refuse(context: CommandContext, action: BulkAction, payment: Locked & Found, item: BulkItem) {
  if (action === 'start') return refuseStart(context, payment, item.reason, async () => payment.holds ?? []);
  nextPayment(payment.distribution.status, payment.status, action);
  if (action === 'return') refuseBroughtIn(payment);
  if (action === 'complete') refuseArrival(context, payment, item.date!);
  return undefined;
}

const noteOf = (action: BulkAction, { reference = null, reason = null }: BulkItem): string | null =>
  action === 'complete' ? reference : action === 'retry' ? null : reason;

/** Distributions first, then payments, as every command. */
async function lockAll(context: CommandContext, action: BulkAction, items: readonly BulkItem[]) {
  const { tx, actor } = context;
  const org = orgOf(actor);
  const ids = items.map(({ id }) => id.toLowerCase()).filter((id) => UUID.test(id));
  const named = await tx.rows<{ id: string }>(
    'select distinct distribution_id as id from payment where org_id = $1 and id = any ($2::uuid[]) order by 1',
    [org, ids],
  );
  const distributions = await lockDistributions(context, named);
  const byId = new Map(distributions.map((distribution) => [distribution.id, distribution]));
  const found = await tx.rows<Found>(
    `select p.id, p.status, p.scheduled_date, p.attempts, p.shareholder_id, p.amount::text as amount, p.distribution_id,
            (select h.name from shareholder h where h.org_id = p.org_id and h.id = p.shareholder_id) as shareholder,
            case when $3 and p.status = 'pending' then payment_holds(p, o, x, w.shareholder_id is not null) end as holds
     from payment p join organization o on o.id = p.org_id
     left join holder_detail x on x.org_id = p.org_id and x.shareholder_id = p.shareholder_id
     left join (select distinct q.shareholder_id, q.share_class_id from disputed_holdings($1) q) w
       on w.shareholder_id = p.shareholder_id and w.share_class_id = p.share_class_id
     where p.org_id = $1 and p.id = any ($2::uuid[]) order by p.id for update of p`,
    [org, ids, action === 'start'],
  );
  const payments = new Map(
    found.map((each) => [each.id, { ...each, org, distribution: byId.get(each.distribution_id)! }]),
  );
  return { payments, distributions };
}
