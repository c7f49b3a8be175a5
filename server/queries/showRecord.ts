// One record as its page needs it: the row, what its resource adds, and what people did about it.
import { audit } from '#src/resources/audit.ts';
import { can, isHolder } from '#src/resources/kit/access.ts';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import type { Row } from '../db/database.ts';
import type { CommandContext } from '../commands/core/context.ts';
import { recordPages } from './recordPages.ts';
import { isUndoneOnItsPage, undoable } from './undoable.ts';

export async function showRecord(context: CommandContext, resource: Resource, record: Row): Promise<Row> {
  const shown = await shownRecord(context, resource, record);
  return isUndoneOnItsPage(resource.name)
    ? { ...shown, undo: await undoable(context, resource.name, record.id) }
    : shown;
}

async function shownRecord(context: CommandContext, resource: Resource, record: Row): Promise<Row> {
  const show = recordPages[resource.name];
  const whole = show ? await show(context, record) : record;
  const told = LEDGER_HISTORIES[resource.name];
  if (!('history' in whole)) return { ...whole, history: await historyOf(context, resource, String(record.id)) };
  if (!told) return whole;
  const lines = [
    ...(whole.history as Row[]),
    ...(await historyOf(context, resource, String(record.id), told === 'all' ? null : told)),
  ];
  // What a record began with is its oldest line, also where two clocks differ a little.
  const age = ({ at, text }: Row) => (text === BEGINNINGS[resource.name]?.text ? 0 : Date.parse(String(at)));
  const newestFirst = lines.toSorted((one, other) => age(other) - age(one));
  return { ...whole, history: newestFirst.slice(0, HISTORY_MAX) };
}

const HISTORY_MAX = 100;

/** Histories of entries of the ledger: how the record was made and edited stands among them, each by the words it begins with, or all of it. */
const LEDGER_HISTORIES: Record<string, string[] | 'all' | undefined> = {
  'share-classes': ['added share class', 'changed share class'],
  'equity-plans': ['adopted', 'changed equity plan'],
  shareholders: 'all',
};

/** What the viewer may know of it, newest first, back to how it began. Who is shown a document knows what was done with it. */
async function historyOf(
  context: CommandContext,
  resource: Resource,
  id: string,
  beginnings: string[] | null = null,
): Promise<Row[]> {
  const { tx, actor } = context;
  const found = await tx.rows<Row & { is_own: boolean }>(
    `select at, case when account_id = $2 then 'You' else actor end as actor, text, resource = $3 as is_own from activity
     where org_id = $1 and (resource = $3 and resource_id = $4 ${beside(context, resource)}) and ($5::text is null or shareholder_id = $5 or $3 = 'documents')
       and ($6::text[] is null or exists (select 1 from unnest($6::text[]) word where starts_with(text, word || ' '))) order by at desc, id desc limit ${HISTORY_MAX}`,
    [
      actor.org_id,
      actor.account_id,
      resource.name,
      id,
      isHolder(actor.role) ? (actor.shareholder_id ?? '') : null,
      beginnings,
    ],
  );
  const takenBack = resource.name === 'shareholders' ? await endsTakenBack(context, id) : [];
  const told = markedAs(takenBack, found).map(({ is_own: _own, ...line }) => line);
  const decided = [
    ...(await decisionsOf(context, resource, id)),
    ...(resource.name === 'shareholders' ? await joinedBy(context, id) : []),
    ...takenBack.map(({ date: _date, ...line }) => line),
  ];
  const began = BEGINNINGS[resource.name];
  const whole = [...decided, ...told, ...(await handedOut(context, resource, id))].toSorted(
    (one, other) => Date.parse(String(other.at)) - Date.parse(String(one.at)),
  );
  if (!began || told.length === HISTORY_MAX) return whole.slice(0, HISTORY_MAX);
  const by = began.by ?? 'null::uuid';
  const [first] = await tx.rows<{ at: string | null; actor: string | null }>(
    `select (${began.at}) as at, case when ${by} = $3 then 'You' else p.first_name || ' ' || p.last_name end as actor
     from ${began.from ?? resource.table} t left join lateral org_person(${by}) p on true where t.org_id = $1 and t.id = $2`,
    [actor.org_id, id, actor.account_id],
  );
  const atStart = Date.parse(String(first?.at)) + SAME_MOMENT_MS;
  const isTold = !began.isUntold && found.some(({ at, is_own }) => is_own && Date.parse(String(at)) <= atStart);
  if (!first?.at || isTold) return whole;
  const text = first.actor === null ? began.text : (began.named ?? began.text);
  return [...whole, { at: first.at, actor: first.actor, text }];
}

/** Activity of related records that the history also lists: a valuation's report, and a holder's own payments of a distribution. */
function beside({ actor }: CommandContext, resource: Resource): string {
  if (resource.name === 'valuations')
    return `or resource = 'documents' and resource_id in (select d.id::text from document d where d.org_id = $1 and d.valuation_id = $4)`;
  if (resource.name === 'distributions' && isHolder(actor.role))
    return `or resource = 'payments' and resource_id in (select p.id::text from payment p where p.org_id = $1 and p.distribution_id::text = $4 and p.shareholder_id = $5)`;
  return '';
}

/**
 * A cancelled distribution also cancels its payments, and one that was imported had paid before. A holder's history shows the
 * approval and the cancellation; the people of the company read both in the history of the distribution.
 */
async function decisionsOf({ tx, actor }: CommandContext, resource: Resource, id: string): Promise<Row[]> {
  const isOfHolder = resource.name === 'distributions' && isHolder(actor.role);
  if (resource.name !== 'payments' && !isOfHolder) return [];
  const who = (account: string) =>
    `case when ${account} = $2 then 'You' else p.first_name || ' ' || p.last_name end as actor`;
  const cancelled = await tx.rows(
    `select distinct on (e.verb) e.at, ${who('e.account_id')}, case e.verb when 'cancelled' then 'cancelled the distribution, with its payments'
       when 'taken back' then 'took it back with its import' else 'brought it in with a file, as paid already' end as text
     from payment_event e join payment t on t.org_id = e.org_id and t.id = e.payment_id
     left join lateral org_person(e.account_id) p on true
     where e.org_id = $1 and ${isOfHolder ? 't.distribution_id' : 't.id'} = $3 and e.verb in ('cancelled', 'imported', 'taken back') order by e.verb, e.at`,
    [actor.org_id, actor.account_id, id],
  );
  if (!isOfHolder) return cancelled;
  const approved = await tx.rows(
    `select d.approved_at as at, ${who('d.approved_by')}, 'approved the distribution' as text
     from distribution d left join lateral org_person(d.approved_by) p on true where d.org_id = $1 and d.id = $3 and d.approved_at is not null`,
    [actor.org_id, actor.account_id, id],
  );
  return [...cancelled, ...approved];
}

/** Who took a copy of it. Only those who read the audit trail are told. */
async function handedOut({ tx, actor }: CommandContext, resource: Resource, id: string): Promise<Row[]> {
  if (!can(actor, 'read', audit)) return [];
  return tx.rows(
    `select at, case when account_id = $4 then 'You' else actor end as actor, summary as text from audit
     where org_id = $1 and resource = $2 and resource_id = $3 and action in ('export', 'download') order by seq desc limit ${HISTORY_MAX}`,
    [actor.org_id, resource.name, id, actor.account_id],
  );
}

/** Whoever accepts an invitation is in no company yet that could note it. A holder is told when their account was linked. */
function joinedBy({ tx, actor }: CommandContext, id: string): Promise<Row[]> {
  return isHolder(actor.role)
    ? tx.rows(
        `select at, null as actor, 'linked to your account' as text from linked_to_own() at where $1 = app_shareholder()`,
        [id],
      )
    : tx.rows(
        `select i.accepted_at as at, null as actor, 'accepted the invitation to ' || i.email as text from invitation i
           where i.org_id = $1 and i.shareholder_id = $2 and i.accepted_at is not null order by i.accepted_at desc limit ${HISTORY_MAX}`,
        [actor.org_id, id],
      );
}

type EndTakenBack = Row & { at: string; date: string };

/** An end of service is noted of the holder, and taken back in the ledger. */
function endsTakenBack({ tx, actor }: CommandContext, id: string): Promise<EndTakenBack[]> {
  return tx.rows<EndTakenBack>(
    `select w.recorded_at as at, l.effective_date as date, case when w.actor_id = $3 then 'You' else w.actor end as actor, 'took back the end of service on ' || l.effective_date as text
     from ledger_tx w join ledger_tx l on l.org_id = w.org_id and l.seq = w.voids_seq
     where w.org_id = $1 and w.stakeholder_id = $2 and l.object_type = 'CE_STAKEHOLDER_STATUS' and l.import_id is null order by w.seq desc limit ${HISTORY_MAX}`,
    [actor.org_id, id, actor.account_id],
  );
}

/** The last end of service on that day before it was taken back says that it was. */
function markedAs<R extends Row>(takenBack: readonly EndTakenBack[], newestFirst: readonly R[]): R[] {
  const lines = [...newestFirst];
  for (const { at, date } of takenBack.toReversed()) {
    const isIt = ({ text, at: then }: Row) =>
      new RegExp(`^ended the service of .* on ${date}(: [^(]*)?$`).test(String(text)) &&
      Date.parse(String(then)) <= Date.parse(at);
    const index = lines.findIndex(isIt);
    if (index >= 0) lines[index] = { ...lines[index]!, text: `${String(lines[index]!.text)} (taken back)` };
  }
  return lines;
}

/** The clock of the server and that of the database differ a little. */
const SAME_MOMENT_MS = 60_000;

interface Beginning {
  at: string;
  /** The table of the record, where the resource writes another. */
  from?: string;
  text: string;
  isUntold?: boolean;
  /** The column with the name of the person who did it, and the text after that name. */
  by?: string;
  named?: string;
}

/**
 * The first line of a history that has no entry about the record's creation: the record came with an import or the sample
 * company, or results from another record (`isUntold`: always), or the reader may not see that entry. The histories of
 * securities come from the ledger instead.
 */
const BEGINNINGS: Record<string, Beginning | undefined> = {
  ...Object.fromEntries(
    [
      'shareholders',
      'share-classes',
      'equity-plans',
      'valuations',
      'legends',
      'vesting-terms',
      'documents',
      'imports',
    ].map((name) => [name, { at: 't.created_at', text: 'recorded here' }]),
  ),
  tasks: { at: 't.created_at', text: 'recorded here', by: 't.created_by', named: 'created the task' },
  distributions: {
    at: 'case when t.brought_in_by is null then t.created_at end',
    text: 'declared',
    by: 't.created_by',
    named: 'declared the distribution',
  },
  members: { at: 't.created_at', from: 'membership', text: 'joined the company', isUntold: true },
  messages: { at: 't.created_at', text: 'begun' },
  payments: {
    at: 'select d.approved_at from distribution d where d.org_id = t.org_id and d.id = t.distribution_id',
    text: 'due since the distribution was approved',
    isUntold: true,
  },
  transactions: { at: 't.recorded_at', text: 'entered in the ledger', isUntold: true },
};
