// The entries of the ledger about a security, a class or a plan, newest first. A split writes an entry for each of its
// certificates and grants: it is one line, with these behind it. So is what was taken back with one command.
import type { HistoryLine } from '#src/contract/securityPages.ts';
import { isHolder } from '#src/resources/kit/access.ts';
import { orgOf } from '../auth/actor.ts';
import { leadingEntry } from '#src/domain/ledger/history/leadingEntry.ts';
import { replacedLines } from '../data/replacedLine.ts';
import type { CommandContext } from '../commands/core/context.ts';

const LINES_MAX = 100;
/** Of the entries behind a split; the list of transactions has them all. */
const DETAILS_MAX = 200;

/** A line with the number that orders it. */
type Numbered = HistoryLine & { seq: string };
type Split = Numbered & { command_seq: string };

/** Says of an entry `l`, with its security `s`, whether it is about the record $2; `splits` says so of a split, which is of a class. */
interface About {
  about: string;
  splits?: string;
}

const ENTRIES = `from ledger_tx l left join security s on s.org_id = l.org_id and s.security_id = l.security_id where l.org_id = $1`;
/** A row `w` that takes an entry `l` back is about what that is about, also where nothing else of it is left. */
const VOIDS = `from ledger_tx w join ledger_tx l on l.org_id = w.org_id and l.seq = w.voids_seq
     left join security s on s.org_id = l.org_id and s.security_id = l.security_id where l.org_id = $1`;
/** That an entry `l` was taken back since. */
const TAKEN_BACK = `case when exists (select 1 from ledger_tx v where v.org_id = l.org_id and v.voids_seq = l.seq) then ' (taken back)' else '' end`;
/**
 * Who got what an entry `l` transferred: for the company's people alone, because a holder is shown no other's name. The space after
 * "to" does not break, so that it is told from a "to" within a name (server/words/ledgerLine.ts).
 */
const BUYERS = `case when $3::text is null and l.object_type like 'TX\\_%\\_TRANSFER' then
     coalesce((select ' to\u00a0' || string_agg(distinct b.name, ', ') from resulting r join security got on got.org_id = $1 and got.security_id = r.result_security_id
               join shareholder b on b.org_id = $1 and b.id = got.stakeholder_id
               where r.org_id = $1 and r.tx_seq = l.seq and not r.is_balance), '') else '' end`;
/** Says of an entry `l` whether it is about a security that is gone, with its issue `i`, of which `which` is true. */
export const ofGone = (which: string) =>
  `l.security_id = any (array(select i.security_id from ledger_tx v join ledger_tx i on i.org_id = v.org_id and i.seq = v.voids_seq
     where v.org_id = $1 and v.voids_seq is not null and i.import_id is null and i.object_type like 'TX\\_%\\_ISSUANCE' and (${which})))`;
const isOwn = ({ actor }: CommandContext) => isHolder(actor.role);

/** Each line with the `id` of its entry, null where its reader has no page of it. A holder is shown own entries, and the splits of them. */
export async function ledgerHistory(
  context: CommandContext,
  id: unknown,
  { about, splits = about }: About,
): Promise<HistoryLine[]> {
  const { tx, actor } = context;
  const org = orgOf(actor);
  const asked = [org, id, isOwn(context) ? (actor.shareholder_id ?? '') : null, actor.account_id];
  const mine = `(${about}) and ($3::text is null or l.stakeholder_id = $3)`;
  const made = isOwn(context) ? await ownSplits(asked, context, mine) : await splitsOf(asked, context, splits);
  const lines = await tx.rows<Numbered>(
    `select l.seq::text as seq, l.id, l.effective_date as date, l.recorded_at as at, case when l.actor_id = $4 then 'You' else l.actor end as actor, l.summary || ${BUYERS} || ${TAKEN_BACK} as text
     ${ENTRIES} and ${mine} and l.voids_seq is null and (l.command_seq is null or l.command_seq <> all ($5::bigint[])) order by l.seq desc limit ${LINES_MAX}`,
    [...asked, made.map(({ command_seq }) => command_seq)],
  );
  const folded: Numbered[] = [];
  for (const { command_seq, ...line } of made) {
    const behind = await tx.rows<{ text: string }>(
      `select l.summary as text ${ENTRIES} and l.voids_seq is null and l.command_seq = $4 and l.seq <> $5 and ${mine} order by l.seq limit ${DETAILS_MAX}`,
      [...asked.slice(0, 3), command_seq, line.seq],
    );
    folded.push({ ...line, ...(behind.length > 0 ? { details: behind.map(({ text }) => text) } : {}) });
  }
  const isAbout = isOwn(context) ? mine : `(${mine} or l.object_type = 'TX_STOCK_CLASS_SPLIT' and (${splits}))`;
  const newestFirst = [...lines, ...folded, ...(await takenBack(asked, context, isAbout))].toSorted((one, other) =>
    Number(BigInt(other.seq) - BigInt(one.seq)),
  );
  return newestFirst.slice(0, LINES_MAX).map(({ seq: _seq, ...line }) => line);
}

interface Taken extends Numbered {
  of: string;
  object_type: string;
  split: string | null;
}

/** One line for all that a command took back: that of the entry which leads, with the others behind it. */
async function takenBack(asked: unknown[], context: CommandContext, isAbout: string): Promise<Numbered[]> {
  const split = isOwn(context)
    ? `(select ${OWN_SPLIT} from splits_of_own() p join share_class c on c.org_id = $1 and c.id = p.share_class_id where p.command_seq = l.command_seq)`
    : 'null';
  const rows = await context.tx.rows<Taken>(
    `select w.seq::text as seq, coalesce(w.command_seq, w.seq)::text as of, w.id, w.effective_date as date, w.recorded_at as at,
            case when w.actor_id = $4 then 'You' else w.actor end as actor, w.summary as text, l.object_type, ${split} as split
     ${VOIDS} and (${isAbout} or $3::text is null and l.object_type = 'TX_STOCK_CLASS_SPLIT'
       and w.command_seq = any (array(select w.command_seq ${VOIDS} and ${isAbout} order by w.seq desc limit ${DETAILS_MAX})))
     order by w.seq desc limit ${DETAILS_MAX}`,
    asked,
  );
  return [...Map.groupBy(rows, (row) => row.of).values()].map((group) => {
    // An entry is taken back after what was written later: the last row is of the first entry.
    const { of: _of, object_type: _type, split: whole, ...line } = leadingEntry(group.toReversed());
    const behind = group.filter(({ seq }) => whole !== null || seq !== line.seq).map(({ text }) => text);
    return {
      ...line,
      ...(whole === null ? {} : { text: `Taken back: ${whole}`, id: null }),
      ...(behind.length > 0 ? { details: behind.toReversed() } : {}),
    };
  });
}

/** The entries about a certificate, a grant, a convertible or a warrant, and about what it replaces, back to the first of them. */
export async function securityHistory(context: CommandContext, id: string): Promise<HistoryLine[]> {
  const line = (await replacedLines(context.tx, orgOf(context.actor), [id])).get(id) ?? [];
  const about = `(l.security_id = any ($2) or l.seq = any (array(select t.tx_seq from termination t where t.org_id = $1 and t.security_id = any ($2))))`;
  return ledgerHistory(context, [...line.map(({ security_id }) => security_id), id], {
    about,
    splits: `l.command_seq = any (array(select l.command_seq ${ENTRIES} and ${about} and l.command_seq is not null))`,
  });
}

/** The entries about a shareholder. The end of a service that somebody entered here has a line of its own, in words. */
export const holderHistory = (context: CommandContext, id: string): Promise<HistoryLine[]> => {
  const about = `(l.stakeholder_id = $2 and (l.object_type not like 'CE\\_%' or l.import_id is not null))`;
  return ledgerHistory(context, id, {
    about,
    splits: `l.command_seq = any (array(select l.command_seq ${ENTRIES} and ${about} and l.command_seq is not null))`,
  });
};

/** Everybody of the company reads the split's own entry. */
const splitsOf = (asked: unknown[], { tx }: CommandContext, splits: string) =>
  tx.rows<Split>(
    `select l.seq::text as seq, l.command_seq::text as command_seq, l.id, l.effective_date as date, l.recorded_at as at, case when l.actor_id = $3 then 'You' else l.actor end as actor, l.summary || ${TAKEN_BACK} as text
     ${ENTRIES} and l.object_type = 'TX_STOCK_CLASS_SPLIT' and l.command_seq is not null and (${splits})`,
    [asked[0], asked[1], asked[3]],
  );

/** What a split `p` of the class `c` says: its own entry is no holder's. */
export const OWN_SPLIT = `'Split of ' || c.name || ' ' || p.numerator || ' for ' || p.denominator`;

const ownSplits = (asked: unknown[], { tx }: CommandContext, mine: string) =>
  tx.rows<Split>(
    `select p.seq::text as seq, p.command_seq::text as command_seq, null as id, p.on_date as date, p.at, case when p.actor_id = $4 then 'You' else p.actor end as actor,
            ${OWN_SPLIT} || case when p.is_taken_back then ' (taken back)' else '' end as text
     from splits_of_own() p join share_class c on c.org_id = $1 and c.id = p.share_class_id
     where p.command_seq in (select l.command_seq ${ENTRIES} and ${mine})`,
    asked,
  );
