// The entries of the ledger about a security, a class or a plan, newest first. A split writes an entry for each of its
// certificates and grants: it is one line, with these behind it.
import { orgOf } from '../auth/actor.ts';
import { replacedLines } from '../data/replacedLine.ts';
import type { Row } from '../db/database.ts';
import type { CommandContext } from './context.ts';

const LINES_MAX = 100;
/** Of the entries behind a split; the list of transactions has them all. */
const DETAILS_MAX = 200;

type Split = Row & { seq: string; command_seq: string };

/** Says of an entry `l`, with its security `s`, whether it is about the record $2; `splits` says so of a split, which is of a class. */
interface About {
  about: string;
  splits?: string;
}

const ENTRIES = `from ledger_tx l left join security s on s.org_id = l.org_id and s.security_id = l.security_id where l.org_id = $1`;
const isOwn = ({ actor }: CommandContext) => actor.role === 'shareholder';

/** Each line with the `id` of its entry, null where its reader has no page of it. A holder is shown own entries, and the splits of them. */
export async function ledgerHistory(
  context: CommandContext,
  id: unknown,
  { about, splits = about }: About,
): Promise<Row[]> {
  const { tx, actor } = context;
  const org = orgOf(actor);
  const asked = [org, id, isOwn(context) ? (actor.shareholder_id ?? '') : null, actor.account_id];
  const mine = `(${about}) and ($3::text is null or l.stakeholder_id = $3)`;
  const made = isOwn(context) ? await ownSplits(asked, context, mine) : await splitsOf(asked, context, splits);
  const lines = await tx.rows<Row>(
    `select l.seq::text as seq, l.id, l.effective_date as date, l.recorded_at as at, case when l.actor_id = $4 then 'You' else l.actor end as actor, l.summary as text
     ${ENTRIES} and ${mine} and (l.command_seq is null or l.command_seq <> all ($5::bigint[])) order by l.seq desc limit ${LINES_MAX}`,
    [...asked, made.map(({ command_seq }) => command_seq)],
  );
  const folded: Row[] = [];
  for (const { command_seq, ...line } of made) {
    const behind = await tx.rows<{ text: string }>(
      `select l.summary as text ${ENTRIES} and l.command_seq = $4 and l.seq <> $5 and ${mine} order by l.seq limit ${DETAILS_MAX}`,
      [...asked.slice(0, 3), command_seq, line.seq],
    );
    folded.push({ ...line, ...(behind.length > 0 ? { details: behind.map(({ text }) => text) } : {}) });
  }
  const newestFirst = [...lines, ...folded].toSorted((one, other) =>
    Number(BigInt(String(other.seq)) - BigInt(String(one.seq))),
  );
  return newestFirst.slice(0, LINES_MAX).map(({ seq: _seq, ...line }) => line);
}

/** The entries about a certificate, a grant, a convertible or a warrant, and about what it replaces, back to the first of them. */
export async function securityHistory(context: CommandContext, id: string): Promise<Row[]> {
  const line = (await replacedLines(context.tx, orgOf(context.actor), [id])).get(id) ?? [];
  const about = `(l.security_id = any ($2) or l.seq = any (array(select t.tx_seq from termination t where t.org_id = $1 and t.security_id = any ($2))))`;
  return ledgerHistory(context, [...line.map(({ security_id }) => security_id), id], {
    about,
    splits: `l.command_seq = any (array(select l.command_seq ${ENTRIES} and ${about} and l.command_seq is not null))`,
  });
}

/** Everybody of the company reads the split's own entry. */
const splitsOf = (asked: unknown[], { tx }: CommandContext, splits: string) =>
  tx.rows<Split>(
    `select l.seq::text as seq, l.command_seq::text as command_seq, l.id, l.effective_date as date, l.recorded_at as at, case when l.actor_id = $3 then 'You' else l.actor end as actor, l.summary as text
     ${ENTRIES} and l.object_type = 'TX_STOCK_CLASS_SPLIT' and l.command_seq is not null and (${splits})`,
    [asked[0], asked[1], asked[3]],
  );

/** The split's own entry is no holder's: what it says is put together again. */
const ownSplits = (asked: unknown[], { tx }: CommandContext, mine: string) =>
  tx.rows<Split>(
    `select p.seq::text as seq, p.command_seq::text as command_seq, null as id, p.on_date as date, p.at, case when p.actor_id = $4 then 'You' else p.actor end as actor,
            'Split of ' || c.name || ' ' || p.numerator || ' for ' || p.denominator as text
     from splits_of_own() p join share_class c on c.org_id = $1 and c.id = p.share_class_id
     where p.command_seq in (select l.command_seq ${ENTRIES} and ${mine})`,
    asked,
  );
