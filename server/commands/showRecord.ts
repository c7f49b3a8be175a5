// One record as its page needs it: the row, what its resource adds, and what people did about it.
import type { Resource } from '../../src/resources/kit/defineResource.ts';
import type { Row } from '../db/database.ts';
import type { CommandContext } from './context.ts';
import { resourceCommands } from './index.ts';

export async function showRecord(context: CommandContext, resource: Resource, record: Row): Promise<Row> {
  const show = resourceCommands[resource.name]?.show;
  const whole = show ? await show(context, record) : record;
  const told = LEDGER_HISTORIES[resource.name];
  if (!('history' in whole)) return { ...whole, history: await historyOf(context, resource, String(record.id)) };
  if (!told) return whole;
  const lines = [...(whole.history as Row[]), ...(await historyOf(context, resource, String(record.id), told))];
  // What a record began with is its oldest line, also where two clocks differ a little.
  const age = ({ at, text }: Row) => (text === BEGINNINGS[resource.name]?.text ? 0 : Date.parse(String(at)));
  const newestFirst = lines.toSorted((one, other) => age(other) - age(one));
  return { ...whole, history: newestFirst.slice(0, HISTORY_MAX) };
}

const HISTORY_MAX = 100;

/** Histories of entries of the ledger: how the record was made and edited stands among them, each by the words it begins with. */
const LEDGER_HISTORIES: Record<string, string[] | undefined> = {
  'share-classes': ['added share class', 'changed share class'],
  'equity-plans': ['adopted', 'changed equity plan'],
};

/** What the viewer may know of it, newest first, back to how it began. Who is shown a document knows what was done with it. */
async function historyOf(
  context: CommandContext,
  resource: Resource,
  id: string,
  beginnings: string[] | null = null,
): Promise<Row[]> {
  const { tx, actor } = context;
  const told = await tx.rows(
    `select at, case when account_id = $2 then 'You' else actor end as actor, text from activity
     where org_id = $1 and resource = $3 and resource_id = $4 and ($5::text is null or shareholder_id = $5 or $3 = 'documents')
       and ($6::text[] is null or exists (select 1 from unnest($6::text[]) word where starts_with(text, word || ' '))) order by at desc, id desc limit ${HISTORY_MAX}`,
    [
      actor.org_id,
      actor.account_id,
      resource.name,
      id,
      actor.role === 'shareholder' ? (actor.shareholder_id ?? '') : null,
      beginnings,
    ],
  );
  const ended = await cancellationOf(context, resource, id);
  const began = BEGINNINGS[resource.name];
  if (!began || told.length === HISTORY_MAX) return [...ended, ...told];
  const [first] = await tx.rows<{ at: string | null }>(
    `select (${began.at}) as at from ${resource.table} t where t.org_id = $1 and t.id = $2`,
    [actor.org_id, id],
  );
  const atStart = Date.parse(String(first?.at)) + SAME_MOMENT_MS;
  const isTold = !began.isUntold && told.some(({ at }) => Date.parse(String(at)) <= atStart);
  const whole = [...ended, ...told];
  return !first?.at || isTold ? whole : [...whole, { at: first.at, actor: null, text: began.text }];
}

/**
 * A distribution that was cancelled ended with all its payments: each holder is told of theirs. Who reads the company has an
 * entry of the distribution itself.
 */
async function cancellationOf({ tx, actor }: CommandContext, resource: Resource, id: string): Promise<Row[]> {
  const isOfHolder = actor.role === 'shareholder';
  const which =
    resource.name === 'payments'
      ? 't.id'
      : resource.name === 'distributions' && isOfHolder
        ? 't.distribution_id'
        : null;
  if (which === null) return [];
  return tx.rows(
    `select e.at, case when e.account_id = $2 then 'You' else p.first_name || ' ' || p.last_name end as actor,
            'cancelled the distribution, with its payments' as text
     from payment_event e join payment t on t.org_id = e.org_id and t.id = e.payment_id
     left join lateral org_person(e.account_id) p on true
     where e.org_id = $1 and ${which} = $3 and e.verb = 'cancelled' order by e.at limit 1`,
    [actor.org_id, actor.account_id, id],
  );
}

/** The clock of the server and that of the database differ a little. */
const SAME_MOMENT_MS = 60_000;

/**
 * When a record began and what is said of it where no entry tells: it came with an import or the sample, follows from
 * something else (`isUntold`: always), or the entry is not the reader's. Securities have the entries of the ledger.
 */
const BEGINNINGS: Record<string, { at: string; text: string; isUntold?: boolean }> = {
  ...Object.fromEntries(
    [
      'shareholders',
      'share-classes',
      'equity-plans',
      'valuations',
      'legends',
      'vesting-terms',
      'documents',
      'tasks',
      'imports',
    ].map((name) => [name, { at: 't.created_at', text: 'recorded here' }]),
  ),
  distributions: { at: 't.created_at', text: 'declared' },
  messages: { at: 't.created_at', text: 'begun' },
  payments: {
    at: 'select d.approved_at from distribution d where d.org_id = t.org_id and d.id = t.distribution_id',
    text: 'due since the distribution was approved',
    isUntold: true,
  },
  transactions: { at: 't.recorded_at', text: 'entered in the ledger' },
};
