// Brings in a file of results: finds the payments that it means, and applies what it says.
import type { BatchResults } from '../../../src/contract/paymentBatches.ts';
import { plural } from '../../../src/domain/plural.ts';
import { endToEndId } from '../../../src/domain/payouts/batchFile.ts';
import { individualId, isPrenoteId } from '../../../src/domain/payouts/nacha.ts';
import type { NachaReturn } from '../../../src/domain/payouts/nachaReturns.ts';
import { paymentBatches } from '../../../src/resources/paymentBatches.ts';
import { orgOf } from '../../auth/actor.ts';
import { notFound } from '../../data/refusals.ts';
import { findRecord } from '../../data/resourceRepository.ts';
import type { CommandContext } from '../core/context.ts';
import { applyResults } from './applyResults.ts';
import type { PaymentResult } from './applyResults.ts';
import { returnPrenote } from './prenotes.ts';
import type { ResultFile } from '../../sheets/results/readResults.ts';

interface Member {
  id: string;
  shareholder: string;
  cents: string;
}

/** Refuses: not_found (404), what `applyResults` refuses. */
export async function bringInResults(context: CommandContext, id: string, file: ResultFile): Promise<BatchResults> {
  const batch = await findRecord(context.tx, context.actor, paymentBatches, id);
  if (!batch) throw notFound();
  const asksMembers = file.whole !== null || file.returns.length + file.changes.length > 0;
  const members = asksMembers ? await membersOf(context, String(batch.id)) : [];
  const find = await finderOf(context, String(batch.id), members);
  const message = endToEndId(String(batch.id));
  const answers = (given: string | undefined) => (given || file.message_id || message) === message;
  const rows: PaymentResult[] = [
    ...(answers(undefined) ? wholeRows(file, members) : []),
    ...file.rows.filter((row) => answers(row.message_id)),
  ];
  const unknown = file.rows.filter((row) => !answers(row.message_id)).map(({ payment_id }) => payment_id);
  const notices: string[] = [];
  let known = 0;
  if (file.whole && !answers(undefined)) unknown.push(file.message_id);
  for (const each of file.returns) {
    const { individual_id, reason } = each;
    const prenote = isPrenoteId(individual_id)
      ? await returnPrenote(context, String(batch.id), individual_id, reason)
      : null;
    if (prenote) {
      known += prenote.is_new ? 0 : 1;
      notices.push(`${reason}: the prenote to ${prenote.shareholder} came back. Correct the account.`);
      continue;
    }
    const member = find(each);
    if (member) rows.push({ payment_id: member.id, status: 'returned', reason: each.reason });
    else unknown.push(each.individual_id || each.trace);
  }
  const done = await applyResults(context, String(batch.id), rows);
  const changes = file.changes.map((change) => {
    const member = find(change);
    return `${change.reason}${member ? `, for ${member.shareholder}` : ''}. The payment went through, and nothing was changed here.`;
  });
  if (file.waiting > 0) notices.push(`${plural(file.waiting, 'payment')} under way at the bank, without a result yet.`);
  return {
    ...done,
    unchanged: done.unchanged + file.waiting + known,
    unknown: [...done.unknown, ...unknown],
    notices: [...done.notices, ...notices, ...changes],
  };
}

/** A status of the whole message is that of each payment that no row names. */
function wholeRows({ whole, rows }: ResultFile, members: readonly Member[]): PaymentResult[] {
  if (!whole) return [];
  const named = new Set(rows.map(({ payment_id }) => payment_id.toLowerCase()));
  const { status, reason } = whole;
  return members.filter(({ id }) => !named.has(id)).map(({ id }) => ({ payment_id: id, status, reason }));
}

/** In the order of their trace numbers. */
function membersOf({ tx, actor }: CommandContext, batch: string): Promise<Member[]> {
  return tx.rows<Member>(
    `select p.id, h.name as shareholder, (p.amount::numeric * 100)::bigint::text as cents
     from payment_event e join payment p on p.org_id = e.org_id and p.id = e.payment_id
     join shareholder h on h.org_id = p.org_id and h.id = p.shareholder_id
     where e.org_id = $1 and e.batch_id = $2 and e.verb = 'started' order by h.type = 'individual' desc, p.id`,
    [orgOf(actor), batch],
  );
}

/**
 * A return names an entry of one file: its trace number is among those of this file, and its amount is the payment's. An answer to
 * an earlier attempt has neither. Prenotes have trace numbers too, so that those alone do not say which payment is meant.
 */
async function finderOf({ tx, actor }: CommandContext, batch: string, members: readonly Member[]) {
  const { first, count, prenotes } = (await tx.row<{ first: number; count: number; prenotes: number }>(
    'select coalesce(first_trace, 1) as first, count, prenotes from payment_batch where org_id = $1 and id = $2',
    [orgOf(actor), batch],
  ))!;
  const byId = new Map(members.map((member) => [individualId(member.id), member]));
  return ({ individual_id, trace, cents }: NachaReturn): Member | undefined => {
    const position = Number(trace.slice(-7)) - first;
    const isTraced = /[1-9]/.test(trace);
    if (isTraced && !(position >= 0 && position < count + prenotes)) return undefined;
    const named = individual_id === '' ? undefined : byId.get(individual_id.toUpperCase());
    const traced = isTraced && prenotes === 0 ? members[position] : undefined;
    if (named && traced && named !== traced) return undefined;
    const member = individual_id === '' ? traced : named;
    return member && BigInt(member.cents) === cents ? member : undefined;
  };
}
