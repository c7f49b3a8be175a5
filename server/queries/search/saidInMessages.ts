// Threads in which something was said: found by the words of the messages that the person may read.
import { lineWith } from '#src/domain/search/line.ts';
import type { Term } from '#src/domain/search/query.ts';
import { searchedFor } from '#src/domain/searchPattern.ts';
import { isHolder } from '#src/resources/kit/access.ts';
import type { Actor } from '#src/resources/kit/access.ts';
import { messages } from '#src/resources/messages.ts';
import type { Row, Tx } from '#server/db/database.ts';
import { meetingOf } from './meeting.ts';

export interface SaidIn {
  score: number;
  row: Row;
  /** What was said there. */
  line: string;
}

/** So many messages are compared at most, the newest. */
const MESSAGES_MAX = 50;
const WORDS_MAX = 6;
const FIELD = 'body';

/**
 * The best message of each thread. `candidates`: the ids of messages that an index found, for whoever reads all of them; a
 * shareholder's own are few, and looked through.
 */
export async function saidInMessages(
  tx: Tx,
  actor: Actor,
  terms: readonly Term[],
  candidates: readonly string[] | null,
): Promise<SaidIn[]> {
  const words = terms.flatMap((term) => term.words).slice(0, WORDS_MAX);
  if (words.length === 0 || candidates?.length === 0) return [];
  const patterns = words.map((word) => `(?:^|[^[:alnum:]])${searchedFor(word).pattern}`);
  const rows = await tx.rows<Row>(
    `select t.id, t.subject, t.mode, m.body from message m join thread_view t on t.org_id = m.org_id and t.id = m.thread_id
     where m.org_id = $1 and ($2::uuid[] is null or m.id = any ($2)) and m.body ~ all ($3::text[])
       and ($4::uuid is null or t.mode = 'group' or m.for_company or m.account_id = $4)
       and ($5::text is null or exists (select 1 from thread_participant p where p.org_id = t.org_id and p.thread_id = t.id and p.shareholder_id = $5))
     order by m.at desc, m.id limit ${MESSAGES_MAX}`,
    [
      actor.org_id,
      candidates,
      patterns,
      ...(isHolder(actor.role) ? [actor.account_id, actor.shareholder_id] : [null, null]),
    ],
  );
  const best = new Map<string, SaidIn>();
  for (const row of rows) {
    const meeting = meetingOf({ resource: messages, texts: [FIELD], figures: [] }, terms, row);
    const id = String(row.id);
    if (!meeting || meeting.score <= (best.get(id)?.score ?? 0)) continue;
    best.set(id, { score: meeting.score, row, line: lineWith(String(row.body), words) });
  }
  return [...best.values()];
}
