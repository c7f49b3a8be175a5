// The end of a dispute: the company closes its conversation, or the holder confirms the record.
import type { Dispute } from '#src/contract/recordPages.ts';
import { RESOURCES } from '#server/data/securityResources.ts';
import { recordActivity } from '../core/context.ts';
import type { CommandContext } from '../core/context.ts';
import { addAnswer, lockAnswers, acknowledgementsOf } from './said.ts';
import type { Said } from './said.ts';

interface Disputed {
  security_id: string;
  shareholder_id: string;
  /** Null, like its number, when the holding was taken back or now belongs to somebody else. */
  kind: string | null;
  number: string | null;
  is_open: boolean;
}

function disputedIn({ tx, actor }: CommandContext, thread: string): Promise<Disputed | undefined> {
  return tx.row<Disputed>(
    `select a.security_id, a.shareholder_id, s.kind, s.custom_id as number,
            not exists (select 1 from acknowledgement l where l.org_id = a.org_id and l.security_id = a.security_id and l.shareholder_id = a.shareholder_id and l.number > a.number) as is_open
     from acknowledgement a left join security s on s.org_id = a.org_id and s.security_id = a.security_id and s.stakeholder_id = a.shareholder_id
     where a.org_id = $1 and a.thread_id = $2`,
    [actor.org_id, thread],
  );
}

/**
 * The holding that a conversation is about, and whether closing it settles a dispute; null when no such holding is
 * left.
 */
export async function disputeShown(context: CommandContext, thread: string): Promise<Dispute | null> {
  const found = await disputedIn(context, thread);
  if (!found?.kind) return null;
  const { security_id, kind, number, is_open } = found;
  return { resource: RESOURCES[kind]!, id: security_id, number: String(number), is_open };
}

/** Settles the dispute that a conversation is about, if it is still open. */
export async function settleDispute(context: CommandContext, thread: string): Promise<void> {
  const about = await disputedIn(context, thread);
  if (!about) return;
  const security = about.security_id;
  await lockAnswers(context, security);
  const [before] = (await acknowledgementsOf(context, security, about.shareholder_id)).said;
  if (before?.state !== 'disputed' || before.thread_id !== thread) return;
  await addAnswer(context, { security, shareholder: before.shareholder_id, before }, { state: 'settled' });
  await completeTask(context, security, before, 'its conversation was closed');
  // A holding that was taken back has no page.
  if (!about.kind) return;
  recordActivity(context, {
    text: `settled the dispute of ${String(about.number)}`,
    resource: RESOURCES[about.kind]!,
    id: security,
    shareholder_id: before.shareholder_id,
  });
}

/** Confirming the security that replaced a disputed one settles the dispute. */
export async function settleCarried(context: CommandContext, security: string, shareholder: string): Promise<void> {
  await lockAnswers(context, security);
  const { said, last_entry } = await acknowledgementsOf(context, security, shareholder);
  const [before] = said;
  if (before?.state !== 'disputed') return;
  await addAnswer(context, { security, shareholder, before }, { state: 'agreed', ledger_seq: last_entry });
  await completeTask(context, security, before, 'the holder agrees');
}

/** Completes the company's task for a dispute, unless it is already completed. */
export async function completeTask(
  context: CommandContext,
  security: string,
  dispute: Said,
  why: 'the holder agrees' | 'its conversation was closed',
): Promise<void> {
  const done = await context.tx.row<{ title: string | null; task_id: string }>(
    'select complete_dispute_task($1, $2, $3) as title, task_id from acknowledgement where org_id = $4 and security_id = $1 and shareholder_id = $2 and number = $3',
    [security, dispute.shareholder_id, dispute.number, context.actor.org_id],
  );
  if (!done?.title) return;
  recordActivity(context, {
    text:
      why === 'the holder agrees'
        ? `completed task ${done.title}: the holder agrees`
        : `completed task ${done.title}: its conversation was closed`,
    resource: 'tasks',
    id: done.task_id,
  });
}
