// The latest activity for the viewer. A holder sees only what they may know: notes about them, and ledger entries about their
// holdings. It names nobody else: a transfer shows one side, and a split no other holder.
import { isHolder } from '#src/resources/kit/access.ts';
import { decimal, grouped } from '#src/domain/figures/decimal.ts';
import { leadingEntry } from '#src/domain/ledger/history/leadingEntry.ts';
import type { Actor } from '#src/resources/kit/access.ts';
import { OWN_SPLIT } from '#server/queries/ledgerHistory.ts';
import { RESOURCES } from '#server/data/securityResources.ts';
import type { Row, Tx } from '#server/db/database.ts';

const LINES_MAX = 8;

/** How a line begins of somebody who only looked. It is in the audit trail and the record's history; here, it would crowd out what was done. */
const LOOKED = 'looked at the portal as ';

export async function recentActivity(tx: Tx, actor: Actor): Promise<Row[]> {
  const noted = await tx.rows(
    `select at, case when account_id = $2 then 'You' else actor end as actor, text, resource,
            -- What was taken back has no page any more.
            case when resource <> all ($4) or exists (select 1 from security s where s.org_id = $1 and s.security_id = resource_id) then resource_id end as id from activity
     where org_id = $1 and not starts_with(text, $5) and ($3::text is null or shareholder_id = $3 and resource not in ('documents', 'messages')
       or resource = 'documents' and known_to <> 'company' and resource_id in (select v.document_id::text from document_shown_to v where v.org_id = $1 and v.shareholder_id = $3))
     order by at desc, id desc limit ${LINES_MAX}`,
    [
      actor.org_id,
      actor.account_id,
      isHolder(actor.role) ? (actor.shareholder_id ?? '') : null,
      Object.values(RESOURCES),
      LOOKED,
    ],
  );
  if (!isHolder(actor.role) || !actor.shareholder_id) return noted;
  const own = [
    await transfers(tx, actor),
    await splits(tx, actor),
    await imports(tx, actor),
    await takenBack(tx, actor),
    await written(tx, actor),
  ].flat();
  const newestFirst = [...own, ...noted].toSorted(
    (one, other) => Date.parse(String(other.at)) - Date.parse(String(one.at)),
  );
  return newestFirst.slice(0, LINES_MAX);
}

interface Moved extends Row {
  is_received: boolean;
  quantity: string | null;
  what: string | null;
  number: string;
  kind: string;
  id: string;
}

/** A security that came from another holder's was transferred to them; an import has one line for all its entries. */
async function transfers(tx: Tx, actor: Actor): Promise<Row[]> {
  const moved = await tx.rows<Moved>(
    `select m.at, case when m.actor_id = $3 then 'You' else m.actor end as actor, m.is_received, m.quantity, c.name as what, m.number, m.kind, m.id
     from (
       select l.recorded_at as at, l.actor_id, l.actor, l.seq, true as is_received, s.quantity::text as quantity, s.custom_id as number, s.kind, s.security_id as id, s.org_id, s.stock_class_id
       from security s join ledger_tx l on l.org_id = s.org_id and l.seq = s.issue_seq
       where s.org_id = $1 and s.stakeholder_id = $2 and l.import_id is null
         and exists (select 1 from resulting r where r.org_id = s.org_id and r.result_security_id = s.security_id and not r.is_balance and not app_owns_security(r.from_security_id))
       union all
       select l.recorded_at, l.actor_id, l.actor, l.seq, false, l.ocf->>'quantity', s.custom_id, s.kind, s.security_id, s.org_id, s.stock_class_id
       from security s
       join termination t on t.org_id = s.org_id and t.security_id = s.security_id and t.verb = 'transferred'
       join ledger_tx l on l.org_id = t.org_id and l.seq = t.tx_seq
       where s.org_id = $1 and s.stakeholder_id = $2 and l.import_id is null) m
     left join share_class c on c.org_id = m.org_id and c.id = m.stock_class_id
     order by m.seq desc limit ${LINES_MAX}`,
    [actor.org_id, actor.shareholder_id, actor.account_id],
  );
  return moved.map((each) => ({
    at: each.at,
    actor: each.actor,
    text: transferLine(each),
    resource: RESOURCES[each.kind],
    id: each.id,
  }));
}

function transferLine({ is_received, quantity, what, number }: Moved): string {
  if (quantity === null) return is_received ? `transferred ${number} to you` : `transferred ${number} of yours`;
  const figure = grouped(decimal(quantity));
  if (what === null)
    return is_received ? `transferred ${figure} to you, ${number}` : `transferred ${figure} of yours, ${number}`;
  return is_received
    ? `transferred ${figure} ${what} to you, ${number}`
    : `transferred ${figure} ${what} of yours, ${number}`;
}

async function splits(tx: Tx, actor: Actor): Promise<Row[]> {
  return tx.rows(
    `select p.at, case when p.actor_id = $2 then 'You' else p.actor end as actor,
            'split ' || c.name || ' ' || p.numerator || ' for ' || p.denominator || ' on ' || p.on_date as text, 'share-classes' as resource, c.id
     from splits_of_own() p join share_class c on c.org_id = $1 and c.id = p.share_class_id order by p.at desc limit ${LINES_MAX}`,
    [actor.org_id, actor.account_id],
  );
}

interface Taken extends Row {
  of: string;
  object_type: string;
  summary: string;
  split: string | null;
}
/** One command can include this many void entries for the holder. */
const ENTRIES_MAX = 200;

/** Each command that took back entries of the holder, represented by its leading entry; a split by itself. */
async function takenBack(tx: Tx, actor: Actor): Promise<Row[]> {
  const rows = await tx.rows<Taken>(
    `select coalesce(w.command_seq, w.seq)::text as of, w.recorded_at as at, case when w.actor_id = $3 then 'You' else w.actor end as actor, l.object_type, l.summary,
            (select ${OWN_SPLIT} from splits_of_own() p join share_class c on c.org_id = $1 and c.id = p.share_class_id where p.command_seq = l.command_seq) as split
     from ledger_tx w join ledger_tx l on l.org_id = w.org_id and l.seq = w.voids_seq
     where w.org_id = $1 and w.stakeholder_id = $2 order by w.seq desc limit ${ENTRIES_MAX}`,
    [actor.org_id, actor.shareholder_id, actor.account_id],
  );
  return [...Map.groupBy(rows, (row) => row.of).values()].slice(0, LINES_MAX).map((group) => {
    const { at, actor: who, split, summary } = leadingEntry(group.toReversed());
    return { at, actor: who, text: `took back: ${split ?? summary}`, resource: 'transactions', id: null };
  });
}

/**
 * Messages of threads in which the holder takes part, as far as they may read them. The words that began a dispute are
 * shown with the holding.
 */
async function written(tx: Tx, actor: Actor): Promise<Row[]> {
  const messages = await tx.rows<Row & { is_first: boolean; subject: string }>(
    `select m.at, case when m.account_id = $2 then 'You' else m.author end as actor,
            coalesce(m.id = o.id, false) as is_first, v.subject, 'messages' as resource, v.id::text as id
     from thread_participant p
     join thread_view v on v.org_id = p.org_id and v.id = p.thread_id
     join thread t on t.org_id = v.org_id and t.id = v.id
     join message m on m.org_id = v.org_id and m.thread_id = v.id
     left join lateral (select f.id from message f where f.org_id = v.org_id and f.thread_id = v.id and f.account_id = t.created_by
                        order by f.at, f.id limit 1) o on true
     where p.org_id = $1 and p.shareholder_id = $3
       and not exists (select 1 from acknowledgement a where a.org_id = m.org_id and a.message_id = m.id)
     order by m.at desc, m.id desc limit ${LINES_MAX}`,
    [actor.org_id, actor.account_id, actor.shareholder_id],
  );
  return messages.map(({ is_first, subject, ...line }) => ({
    ...line,
    text: is_first ? `started thread ${subject}` : `answered in ${subject}`,
  }));
}

/** One line per import, because a package can contain years of entries. */
async function imports(tx: Tx, actor: Actor): Promise<Row[]> {
  return tx.rows(
    `select max(l.recorded_at) as at, case when min(l.actor_id::text) = $3 then 'You' else min(l.actor) end as actor,
            'imported what you hold' as text, 'shareholders' as resource, $2::text as id
     from security s join ledger_tx l on l.org_id = s.org_id and l.seq = s.issue_seq
     where s.org_id = $1 and s.stakeholder_id = $2 and l.import_id is not null
     group by l.import_id order by at desc limit ${LINES_MAX}`,
    [actor.org_id, actor.shareholder_id, actor.account_id],
  );
}
