// The timeline of a distribution says what its batches did: how many of its payments went out, arrived, failed or came back.
import { plural } from '#src/domain/plural.ts';
import { orgOf } from '#server/auth/actor.ts';
import { recordActivity } from '../core/context.ts';
import type { CommandContext } from '../core/context.ts';
import type { Move } from '../distributions/movePayments.ts';

const SENTENCES: Partial<Record<Move['command'], (payments: string, name: string, batch: string) => string>> = {
  start: (payments, name, batch) => `sent ${payments} of ${name} with ${batch}`,
  complete: (payments, name, batch) => `completed ${payments} of ${name} by results of ${batch}`,
  fail: (payments, name, batch) => `marked as failed ${payments} of ${name} by results of ${batch}`,
  return: (payments, name, batch) => `marked as returned ${payments} of ${name} by results of ${batch}`,
  withdraw: (payments, name, batch) => `released ${payments} of ${name} from ${batch}, which was cancelled`,
};

/** Once for each distribution of the payments that were moved. */
export async function noteInDistributions(
  context: CommandContext,
  batch: string,
  { command, payments, distributions }: Pick<Move, 'command' | 'payments' | 'distributions'>,
): Promise<void> {
  if (payments.length === 0) return;
  const counts = await context.tx.rows<{ id: string; count: number }>(
    'select distribution_id as id, count(*)::int as count from payment where org_id = $1 and id = any ($2::uuid[]) group by 1',
    [orgOf(context.actor), payments.map(({ id }) => id)],
  );
  const countOf = new Map(counts.map(({ id, count }) => [id, count]));
  for (const { id, name } of distributions) {
    const count = countOf.get(id);
    if (count === undefined) continue;
    const text = SENTENCES[command]!(plural(count, 'payment'), name, batch);
    recordActivity(context, { text, resource: 'distributions', id });
  }
}
