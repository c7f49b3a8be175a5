// Brings in a file of results: finds the payments that it means, and applies what it says.
import type { BatchResults } from '#src/contract/paymentBatches.ts';
import { plural } from '#src/domain/plural.ts';
import { endToEndId, paymentGroupId } from '#src/domain/payouts/batchFile.ts';
import { isPrenoteId } from '#src/domain/payouts/nacha.ts';
import { paymentBatches } from '#src/resources/paymentBatches.ts';
import { orgOf } from '#server/auth/actor.ts';
import { notFound } from '#server/data/refusals.ts';
import { findRecord } from '#server/data/resourceRepository.ts';
import type { CommandContext } from '../core/context.ts';
import { applyResults } from './applyResults.ts';
import type { PaymentResult } from './applyResults.ts';
import { entriesOfFile } from './entriesOfFile.ts';
import type { Member } from './entriesOfFile.ts';
import { returnPrenote } from './prenotes.ts';
import type { ResultFile } from '#server/sheets/results/readResults.ts';

export interface BroughtIn {
  file: ResultFile;
  /** Only what it would change is worked out. */
  isDry: boolean;
}

/** Refuses: not_found (404), what `applyResults` refuses. */
export async function bringInResults(
  context: CommandContext,
  id: string,
  { file, isDry }: BroughtIn,
): Promise<BatchResults> {
  const batch = await findRecord(context.tx, context.actor, paymentBatches, id);
  if (!batch) throw notFound();
  const asksMembers = file.whole !== null || file.returns.length + file.changes.length > 0;
  const members = asksMembers ? await membersOf(context, String(batch.id)) : [];
  const reported = reportOn(String(batch.id), file, members);
  const returned = await returnsOn(context, String(batch.id), { file, isDry }, members);
  const done = await applyResults(context, String(batch.id), [...reported.rows, ...returned.rows], { isDry });
  const { waiting } = reported;
  return {
    ...done,
    unchanged: done.unchanged + waiting + returned.known,
    unknown: [...done.unknown, ...reported.unknown, ...returned.unknown],
    notices: [
      ...done.notices,
      ...returned.notices,
      ...(waiting > 0 ? [`${plural(waiting, 'payment')} under way at the bank, without a result yet.`] : []),
    ],
  };
}

/** What a report in ISO 20022, or our CSV, says of this batch. Rows about another message are unknown. */
function reportOn(batch: string, file: ResultFile, members: readonly Member[]) {
  const message = plainMessage(endToEndId(batch));
  const answers = (given: string) => plainMessage(given) === message;
  // A bank may leave out which message a payment was in; of the whole message it must say which.
  const isOwn = ({ message_id = file.message_id }: { message_id?: string }) =>
    message_id === '' || message_id === NOT_PROVIDED || answers(message_id);
  const { whole } = file;
  const isWhole = whole !== null && answers(file.message_id) && isGroupOf(batch, whole.group_id);
  const named = new Set([...file.rows, ...file.waiting].map(({ payment_id }) => payment_id.toLowerCase()));
  const others = isWhole ? members.filter((member) => !named.has(member.id)) : [];
  const rows: PaymentResult[] = file.rows.filter(isOwn);
  if (whole !== null && whole.status !== 'waiting') {
    const { status, reason } = whole;
    rows.unshift(...others.map((member) => ({ payment_id: member.id, status, reason })));
  }
  return {
    rows,
    waiting: file.waiting.filter(isOwn).length + (whole?.status === 'waiting' ? others.length : 0),
    unknown: [
      ...[...file.rows, ...file.waiting].filter((row) => !isOwn(row)).map(({ payment_id }) => payment_id),
      ...(whole !== null && !isWhole ? [file.message_id || 'a report that does not name its message'] : []),
    ],
  };
}

/** Our message has one group of payments. A status of another group is not of this batch. */
const isGroupOf = (batch: string, group: string) =>
  group === '' || group === NOT_PROVIDED || plainMessage(group) === plainMessage(paymentGroupId(batch));

const NOT_PROVIDED = 'NOTPROVIDED';
const plainMessage = (id: string) => id.replaceAll('-', '').toLowerCase();

/** What a NACHA file of returns says: payments that came back, prenotes, and what the bank would have corrected. */
async function returnsOn(
  context: CommandContext,
  batch: string,
  { file, isDry }: BroughtIn,
  members: readonly Member[],
) {
  const found = { rows: [] as PaymentResult[], unknown: [] as string[], notices: [] as string[], known: 0 };
  if (file.returns.length + file.changes.length === 0) return found;
  const { idOf, memberOf } = await entriesOfFile(context, batch, members);
  for (const each of file.returns) {
    const id = idOf(each);
    const prenote =
      id !== null && isPrenoteId(id)
        ? await returnPrenote(context, { batch, individual_id: id, reason: each.reason }, isDry)
        : null;
    const member = id === null ? undefined : memberOf(id);
    if (prenote) {
      found.known += prenote.is_new ? 0 : 1;
      found.notices.push(`${each.reason}: the prenote to ${prenote.shareholder} came back. Correct the account.`);
    } else if (member && BigInt(member.cents) === each.cents)
      found.rows.push({ payment_id: member.id, status: 'returned', reason: each.reason });
    else found.unknown.push(each.individual_id || each.trace || 'an entry without an identification');
  }
  // A notification of change has no amount.
  for (const change of file.changes) {
    const id = idOf(change) ?? '';
    const member = memberOf(id);
    const whose = member ? `, for ${member.shareholder}` : isPrenoteId(id) ? ', for a prenote' : '';
    found.notices.push(`${change.reason}${whose}. The entry went through, and nothing was changed here.`);
  }
  return found;
}

function membersOf({ tx, actor }: CommandContext, batch: string): Promise<Member[]> {
  return tx.rows<Member>(
    `select p.id, h.name as shareholder, (p.amount::numeric * 100)::bigint::text as cents
     from payment_event e join payment p on p.org_id = e.org_id and p.id = e.payment_id
     join shareholder h on h.org_id = p.org_id and h.id = p.shareholder_id
     where e.org_id = $1 and e.batch_id = $2 and e.verb = 'started' order by p.id`,
    [orgOf(actor), batch],
  );
}
