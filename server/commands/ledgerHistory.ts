// The entries of the ledger about a class or a plan, newest first. A split writes an entry for each of its certificates and
// grants: it is one line, with these behind it.
import { orgOf } from '../auth/actor.ts';
import type { Row } from '../db/database.ts';
import type { CommandContext } from './context.ts';

const LINES_MAX = 100;
/** Of the entries behind a split; the list of transactions has them all. */
const DETAILS_MAX = 200;

/** As every history says it. */
const whoIs = (account: string) => `case when l.actor_id = ${account} then 'You' else l.actor end as actor`;

interface Split {
  seq: string;
  command_seq: string;
}

/**
 * `about` says of an entry `l`, with its security `s`, whether it is about the record $2; `splits` says so of a split, which
 * is of a class. A holder is shown own entries, one by one.
 */
export async function ledgerHistory(
  { tx, actor }: CommandContext,
  id: unknown,
  { about, splits = about }: { about: string; splits?: string },
): Promise<Row[]> {
  const org = orgOf(actor);
  const entries = `from ledger_tx l left join security s on s.org_id = l.org_id and s.security_id = l.security_id where l.org_id = $1`;
  if (actor.role === 'shareholder')
    return tx.rows(
      `select l.effective_date as date, l.recorded_at as at, ${whoIs('$4')}, l.summary as text ${entries} and (${about}) and l.stakeholder_id = $3 order by l.seq desc limit ${LINES_MAX}`,
      [org, id, actor.shareholder_id, actor.account_id],
    );
  const made = await tx.rows<Split>(
    `select l.seq, l.command_seq ${entries} and l.object_type = 'TX_STOCK_CLASS_SPLIT' and l.command_seq is not null and (${splits})`,
    [org, id],
  );
  const lines = await tx.rows<Row & Split>(
    `select l.seq, l.command_seq, l.effective_date as date, l.recorded_at as at, ${whoIs('$5')}, l.summary as text ${entries}
       and (((${about}) and (l.command_seq is null or l.command_seq <> all ($3::bigint[]))) or l.seq = any ($4::bigint[])) order by l.seq desc limit ${LINES_MAX}`,
    [org, id, made.map(({ command_seq }) => command_seq), made.map(({ seq }) => seq), actor.account_id],
  );
  const behind = new Map<string, string[]>();
  for (const { seq, command_seq } of made) {
    const found = await tx.rows<{ text: string }>(
      `select l.summary as text ${entries} and l.command_seq = $3 and l.seq <> $4 and (${about}) order by l.seq limit ${DETAILS_MAX}`,
      [org, id, command_seq, seq],
    );
    behind.set(
      seq,
      found.map(({ text }) => text),
    );
  }
  return lines.map(({ seq, command_seq: _command, ...line }) => {
    const details = behind.get(seq) ?? [];
    return details.length > 0 ? { ...line, details } : line;
  });
}
