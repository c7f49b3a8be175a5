// Changes the status of payments: one or a hundred thousand, by the same statements. Who calls it has locked their distributions,
// and has checked that the command is lawful for each.
import { say } from '#src/words/say.ts';
import { paymentMachine, statusByPayments } from '#src/domain/distribution/distributionMachine.ts';
import type {
  DistributionStatus,
  PaymentCommand,
  PaymentStatus,
} from '#src/domain/distribution/distributionMachine.ts';
import type { NoticeKindName } from '#src/resources/notices.ts';
import { orgOf } from '#server/auth/actor.ts';
import { addNoticesFrom } from '#server/data/notices.ts';
import { recordActivity, staleEdit } from '../core/context.ts';
import type { CommandContext } from '../core/context.ts';
import { tendPaymentTasks } from './paymentTasks.ts';

type Command = Exclude<PaymentCommand, 'void'>;

/** What each command sets beside the status; `r` is the row of the move. */
const SETS: Record<Command, string> = {
  start: 'attempts = p.attempts + 1, failure_reason = null, batch_id = $7',
  complete: `completed_at = r.day::timestamp at time zone 'UTC', reference = r.note`,
  fail: 'failure_reason = r.note',
  retry: 'batch_id = null',
  return: 'failure_reason = r.note, completed_at = null, reference = null',
  withdraw: 'attempts = p.attempts - 1, batch_id = null',
};
const VERBS: Record<Command, string> = {
  start: 'started',
  complete: 'completed',
  fail: 'failed',
  retry: 'retried',
  return: 'returned',
  withdraw: 'withdrawn',
};

/** What the activity says of a payment that was moved, by the verb of its history. */
export const doneWords: Readonly<Record<string, string>> = {
  started: say`started`,
  completed: say`completed`,
  failed: say`marked as failed`,
  retried: say`retried`,
  returned: say`marked as returned`,
};

export interface MovedPayment {
  id: string;
  /** For the history: the reference of a completed payment, the reason of a failed one. */
  note: string | null;
  /** The day the money arrived, of a completed payment. */
  day?: string | undefined;
}

export interface Move {
  command: Command;
  /** The batch that they go out with, or whose result this is. */
  batch_id?: string | null;
  payments: readonly MovedPayment[];
  /** Their distributions, locked. */
  distributions: readonly { id: string; name: string; status: DistributionStatus }[];
}

/**
 * Writes status, history and notices; a distribution whose last payment is completed becomes paid, one of which a payment
 * came back approved again. Out: the verb of the history, and the distributions as they are then. Refuses: stale_version (409) when a payment has another status.
 */
export async function movePayments(
  context: CommandContext,
  move: Move,
): Promise<{ verb: string; distributions: Move['distributions'] }> {
  const { tx } = context;
  const { command, payments, batch_id = null } = move;
  const verb = VERBS[command];
  if (payments.length === 0) return { verb, distributions: move.distributions };
  const org = orgOf(context.actor);
  const ids = payments.map(({ id }) => id);
  const notes = payments.map(({ note }) => note);
  // A status that the statistics do not know yet must not make the planner join row by row: hence the case.
  const moved = await tx.write(
    `update payment p set status = $2, ${SETS[command]}, version = p.version + 1
     from unnest($3::uuid[], $4::text[], $5::date[]) as r (id, note, day)
     where p.org_id = $1 and p.id = r.id and case when p.status = any ($6::text[]) then true end`,
    [
      org,
      targetOf(command),
      ids,
      notes,
      payments.map(({ day }) => day ?? null),
      sourcesOf(command),
      ...(command === 'start' ? [batch_id] : []),
    ],
  );
  if (moved !== payments.length) throw staleEdit();
  await noteEvents(context, verb, payments, batch_id);
  await tellOfPayments(context, command, ids);
  await closeBatches(context, ids);
  if (targetOf(command) === 'pending') await tendPaymentTasks(context, await holdersOf(context, ids));
  const distributions = [];
  for (const distribution of move.distributions) distributions.push(await settle(context, distribution, verb));
  return { verb, distributions };
}

const sourcesOf = (command: Command) =>
  (Object.keys(paymentMachine.transitions) as PaymentStatus[]).filter(
    (status) => paymentMachine.transitions[status][command] !== undefined,
  );
const targetOf = (command: Command) => paymentMachine.transitions[sourcesOf(command)[0]!][command]!;

const holdersOf = async ({ tx, actor }: CommandContext, ids: readonly string[]) =>
  (
    await tx.rows<{ id: string }>(
      'select distinct shareholder_id as id from payment where org_id = $1 and id = any ($2::uuid[])',
      [orgOf(actor), ids],
    )
  ).map(({ id }) => id);

/** A line in the history of each payment. */
export const noteEvents = (
  { tx, actor, deps }: CommandContext,
  verb: string,
  payments: readonly Pick<MovedPayment, 'id' | 'note'>[],
  batch_id: string | null = null,
) =>
  tx.write(
    `insert into payment_event (org_id, id, payment_id, verb, note, account_id, at, batch_id)
     select $1, r.id, r.payment_id, $2, r.note, $3, $4, $8 from unnest($5::uuid[], $6::uuid[], $7::text[]) as r (id, payment_id, note)`,
    [
      orgOf(actor),
      verb,
      actor.account_id,
      deps.now().toISOString(),
      payments.map(() => deps.newId()),
      payments.map(({ id }) => id),
      payments.map(({ note }) => note),
      batch_id,
    ],
  );

/** The holder, and of a failure the company too. Amounts are not named: a mail is no place for them. */
async function tellOfPayments(context: CommandContext, command: Command, ids: readonly string[]): Promise<void> {
  const tell = (kind: NoticeKindName, holder: string, words: string) =>
    addNoticesFrom(context, {
      kind,
      resource: 'payments',
      // Each attempt of a payment is told once.
      text: `select $1 || ' ' || p.attempts as event, jsonb_agg(jsonb_build_object('id', p.id, ${holder} 'words', jsonb_build_object('distribution', d.name ${words}))) as told
             from payment p join distribution d on d.org_id = p.org_id and d.id = p.distribution_id join shareholder h on h.org_id = p.org_id and h.id = p.shareholder_id
             where p.org_id = $2 and p.id = any ($3::uuid[]) group by p.attempts`,
      values: [command, orgOf(context.actor), ids],
    });
  if (command === 'complete') await tell('payment_sent', `'holder', p.shareholder_id,`, '');
  if (command !== 'fail' && command !== 'return') return;
  await tell('payment_failed', `'holder', p.shareholder_id,`, '');
  await tell('holders_payment_failed', '', `, 'shareholder', h.name`);
}

/** A batch is closed when each of its payments has its result. */
const closeBatches = ({ tx, actor }: CommandContext, ids: readonly string[]) =>
  tx.write(
    `update payment_batch b set status = 'closed', version = version + 1
     where b.org_id = $1 and b.status = 'open'
       and b.id in (select p.batch_id from payment p where p.org_id = $1 and p.id = any ($2::uuid[]))
       and not exists (select 1 from payment p where p.org_id = $1 and p.batch_id = b.id and p.status = 'processing')`,
    [orgOf(actor), ids],
  );

/** Marks the distribution as paid when all payments are completed, and as no longer paid when one came back. */
async function settle(context: CommandContext, distribution: Move['distributions'][number], verb: string) {
  const { id, name, status: before } = distribution;
  const { tx } = context;
  const org = orgOf(context.actor);
  const found = await tx.rows<{ status: PaymentStatus }>(
    'select distinct status from payment where org_id = $1 and distribution_id = $2',
    [org, id],
  );
  const status = statusByPayments(
    before,
    found.map((payment) => payment.status),
  );
  if (status === before) return distribution;
  await tx.write('update distribution set status = $3, version = version + 1 where org_id = $1 and id = $2', [
    org,
    id,
    status,
  ]);
  const text =
    status === 'paid'
      ? `completed the last payment of distribution ${name}: it is paid`
      : `${verb} a payment of distribution ${name}: it is no longer paid`;
  recordActivity(context, { text, resource: 'distributions', id });
  return { ...distribution, status };
}
