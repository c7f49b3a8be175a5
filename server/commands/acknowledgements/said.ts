// What a holder said about a holding, and how the company settled a dispute: an append-only list for each security.
import type { Acknowledgements } from '#src/contract/securityPages.ts';
import { isHolder } from '#src/resources/kit/access.ts';
import { safeNumber } from '#server/data/resourceRepository.ts';
import { orgOf } from '#server/auth/actor.ts';
import { replacedLines } from '#server/data/replacedLine.ts';
import type { Row } from '#server/db/database.ts';
import { actorName } from '../core/context.ts';
import type { CommandContext } from '../core/context.ts';

export type State = 'agreed' | 'disputed' | 'settled';

export interface Said {
  /** Counts from one for each security and holder. */
  number: number;
  state: State;
  at: string;
  actor: string;
  shareholder_id: string;
  /** For an agreement: the last ledger entry it covers. */
  ledger_seq: string | null;
  thread_id: string | null;
  /** For a dispute: null for those who may not read its conversation. */
  reason: string | null;
}

export interface Standing {
  /** Newest first. */
  said: Said[];
  /** The number of the last entry of the ledger about the security. */
  last_entry: string | null;
  /**
   * The dispute of the security that this one replaces, when nothing was said about this one: a dispute follows the
   * line.
   */
  carried: Carried | null;
}

export interface Carried {
  security: string;
  /** The dispute, newest statement first. */
  said: Said[];
}

/** What this holder said about it. Statements do not count if a correction shows that the person never held it. */
export async function acknowledgementsOf(
  context: CommandContext,
  security: string,
  shareholder: string,
): Promise<Standing> {
  const said = await saidOf(context, security, shareholder);
  const last = await context.tx.row<{ seq: string | null }>('select last_entry_of($1) as seq', [security]);
  const carried = said.length > 0 ? null : await carriedDispute(context, security, shareholder);
  return { said, last_entry: last?.seq ?? null, carried };
}

async function saidOf({ tx, actor }: CommandContext, security: string, shareholder: string): Promise<Said[]> {
  return tx.rows<Said>(
    `select a.number, a.state, a.at, case when a.account_id = $3 then 'You' else a.actor end as actor, a.shareholder_id, a.ledger_seq,
            a.thread_id, m.body as reason
     from acknowledgement a left join message m on m.org_id = a.org_id and m.id = a.message_id
     where a.org_id = $1 and a.security_id = $2 and a.shareholder_id = $4 order by a.number desc`,
    [actor.org_id, security, actor.account_id, shareholder],
  );
}

/** The last statement about the securities it replaces, if that is a dispute. An agreement is not carried over. */
async function carriedDispute(context: CommandContext, security: string, shareholder: string): Promise<Carried | null> {
  const { tx, actor } = context;
  const line = (await replacedLines(tx, orgOf(actor), [security])).get(security) ?? [];
  if (line.length === 0) return null;
  const last = await tx.row<{ security_id: string; state: State }>(
    `select a.security_id, a.state from acknowledgement a
     where a.org_id = $1 and a.security_id = any ($2) and a.shareholder_id = $3
     order by array_position($2, a.security_id) desc, a.number desc limit 1`,
    [actor.org_id, line.map((each) => each.security_id), shareholder],
  );
  if (last?.state !== 'disputed') return null;
  return { security: last.security_id, said: await saidOf(context, last.security_id, shareholder) };
}

/** What applies now: a dispute until it is settled, an agreement until something more is recorded for the security. */
export function currentOf({ said, last_entry, carried }: Standing): Said | null {
  const newest = said[0] ?? carried?.said[0];
  if (!newest || newest.state === 'settled') return null;
  return newest.state === 'agreed' && newest.ledger_seq !== last_entry ? null : newest;
}

/** The form that the security's page shows. `last_entry` is the entry that an agreement confirms as seen. */
export async function acknowledgementShown(
  context: CommandContext,
  { id, shareholder_id, share_class_id }: Row,
): Promise<Acknowledgements> {
  const standing = await acknowledgementsOf(context, String(id), String(shareholder_id));
  const now = currentOf(standing);
  const whole = standing.carried?.said ?? standing.said;
  return {
    acknowledgement: now && {
      state: now.state === 'agreed' ? 'agreed' : 'disputed',
      at: now.at,
      reason: now.reason,
      by: now.actor,
      // No link for those who may not read the conversation.
      thread_id: now.reason === null ? null : now.thread_id,
    },
    acknowledgements: whole.map((each, index) => ({
      state: each.state,
      at: each.at,
      actor: each.actor,
      text: inWords(each, whole[index + 1]),
    })),
    last_entry: standing.last_entry === null ? null : safeNumber(standing.last_entry),
    dispute_would_hold: now?.state === 'disputed' ? [] : await heldByDispute(context, String(id), share_class_id),
  };
}

/** The pending payments of the reader's class that nothing about it holds yet. Only stock is paid. */
async function heldByDispute({ tx, actor }: CommandContext, security: string, shareClass: unknown) {
  if (!isHolder(actor.role)) return [];
  return tx.rows<Acknowledgements['dispute_would_hold'][number]>(
    `select p.id as payment_id, d.name as distribution, round(p.amount::numeric, 2)::text as amount, d.currency::text as currency
     from payment p join distribution d on d.org_id = p.org_id and d.id = p.distribution_id and d.status = 'approved'
     where p.org_id = $1 and p.shareholder_id = $2 and p.share_class_id = $3 and p.status = 'pending'
       and exists (select 1 from security s where s.org_id = $1 and s.security_id = $4 and s.kind = 'STOCK')
       and not ('disputed' = any (hold_reasons_of(p.id))) order by d.payment_date, d.id`,
    [actor.org_id, actor.shareholder_id, shareClass, security],
  );
}

function inWords({ state, reason }: Said, before: Said | undefined): string {
  if (state === 'settled') return 'settled the dispute: its conversation was closed';
  if (state === 'disputed')
    return reason === null ? 'said that something is wrong' : `said that something is wrong: “${reason}”`;
  return before?.state === 'disputed'
    ? 'agreed that it is right, which settles the dispute'
    : 'agreed that it is right';
}

/** Adds answers one at a time: take this lock before reading the statements in order to add one. */
export async function lockAnswers({ tx, actor }: CommandContext, security: string): Promise<void> {
  await tx.rows('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `acknowledgement ${String(actor.org_id)} ${security}`,
  ]);
}

type Answer =
  | { state: 'agreed'; ledger_seq: string | null }
  | { state: 'disputed'; thread_id: string; message_id: string; task_id: string }
  | { state: 'settled' };

/** The lock must be held. Out: the number of the added statement. */
export async function addAnswer(
  context: CommandContext,
  { security, shareholder, before }: { security: string; shareholder: string; before: Said | undefined },
  answer: Answer,
): Promise<number> {
  const { tx, actor, deps } = context;
  const number = (before?.number ?? 0) + 1;
  const {
    ledger_seq = null,
    thread_id = null,
    message_id = null,
    task_id = null,
  } = answer as Partial<Record<string, string>>;
  await tx.write(
    `insert into acknowledgement (org_id, security_id, number, state, at, account_id, actor, shareholder_id, ledger_seq, thread_id, message_id, task_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      actor.org_id,
      security,
      number,
      answer.state,
      deps.now().toISOString(),
      actor.account_id,
      await actorName(context),
      shareholder,
      ledger_seq,
      thread_id,
      message_id,
      task_id,
    ],
  );
  return number;
}
