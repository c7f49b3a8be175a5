// Chooses the data of a cap table: the projections up to an entry; or, if something known then has been taken back since, the
// rows of a replay, given to the same statements under the same table names.
import { isHolder, readers } from '#src/resources/kit/access.ts';
import type { ClassAuthorizedRow, ClassFacts, PlanFacts, RatioChangeRow } from '#src/domain/ledger/core/types.ts';
import { knownClassFacts, knownTables } from '../registers/knownStatics.ts';
import type { Actor } from '#src/resources/kit/access.ts';
import { orgOf, requireRole } from '#server/auth/actor.ts';
import type { Row, Tx } from '#server/db/database.ts';
import {
  classFactsAt,
  EVERYTHING,
  planFactsAt,
  poolAdjustmentsAt,
  RATIO_COLUMNS,
  ratioChangesAt,
} from '#server/data/capTable/facts.ts';
import type { Ask } from '#server/data/capTable/facts.ts';
import { viewText, withTextsForCalls } from '#server/data/definitionText.ts';
import { PROJECTIONS } from '#server/data/projections.ts';
import { liveEntries, replay } from '#server/data/replay.ts';

export interface Source {
  tx: Tx;
  org: string;
  /** The number of the last entry that counts: always the last one of its command. */
  known: string;
  /** All entries count: the figures are the present ones. */
  isCurrent: boolean;
  /** For a replay: its rows by projection, as JSON. */
  replayed: string | null;
  /** A holder sees their own rows, but no totals. */
  seesAll: boolean;
  /** A table that the company shows to its shareholders: names come from a function. */
  isShared?: boolean;
  /** The only holder whose rows are requested; null: all. */
  holder: string | null;
  /** Called when a large ledger has no checkpoints, or outdated ones. */
  onStale: () => void;
}

/**
 * `knownAt`: the number of an entry; null for now. Refuses: forbidden (403) without an active membership, and for a
 * shareholder who asks for an earlier state.
 */
export async function sourceOf(
  tx: Tx,
  actor: Actor,
  knownAt: string | null,
  onStale: () => void = () => undefined,
): Promise<Source> {
  const org = orgOf(actor);
  const seesAll = !isHolder(actor.role);
  if (knownAt !== null) requireRole(actor, readers);
  const holder = seesAll ? null : (actor.shareholder_id ?? '');
  const isCurrent = knownAt === null;
  const known = isCurrent ? EVERYTHING : await endOfCommand(tx, org, knownAt);
  const live = { tx, org, known, isCurrent, replayed: null, seesAll, holder, onStale };
  return !isCurrent && (await wasTakenBack(tx, org, known)) ? { ...live, replayed: await replayed(live) } : live;
}

/**
 * A command's entries, such as a split or a whole import, become known together, so its last entry replaces one in the
 * middle.
 */
async function endOfCommand(tx: Tx, org: string, knownAt: string): Promise<string> {
  const command = (alias: string) =>
    `coalesce(${alias}.command_seq::text, ${alias}.import_id::text, ${alias}.seq::text)`;
  const row = await tx.row<{ last: string }>(
    `select coalesce(
       (select n.seq - 1 from ledger_tx n where n.org_id = $1 and n.seq > l.seq and ${command('n')} <> ${command('l')} order by n.seq limit 1),
       (select last_seq from organization where id = $1)) as last
     from ledger_tx l where l.org_id = $1 and l.seq = $2`,
    [org, knownAt],
  );
  return row?.last ?? knownAt;
}

/** The projections no longer contain a voided entry's rows, so a state before its void needs a replay. */
async function wasTakenBack(tx: Tx, org: string, knownAt: string): Promise<boolean> {
  const later = await tx.row('select 1 from ledger_tx where org_id = $1 and voids_seq <= $2 and seq > $2 limit 1', [
    org,
    knownAt,
  ]);
  return later !== undefined;
}

async function replayed({ tx, org, known }: Pick<Source, 'tx' | 'org' | 'known'>): Promise<string> {
  const { interpretation, entries } = await replay(tx, org, known);
  const seqOf = new Map(liveEntries(entries).map(({ id, seq }) => [id, seq]));
  const rows = Object.entries(PROJECTIONS).map(([name, { table, seq }]) => [
    table,
    interpretation.effects[name as keyof typeof PROJECTIONS].map((row): Row => ({
      ...row,
      [seq]: seqOf.get(row.transaction_id),
    })),
  ]);
  return JSON.stringify(Object.fromEntries(rows));
}

/**
 * Runs a statement that begins with "select" and has the organisation as $1, on the projections or the replay's rows,
 * with the names of holders and classes at that time.
 */
export function ask<R = Row>(source: Source, text: string, values: readonly unknown[]): Promise<R[]> {
  return source.tx.rows<R>(...statementOf(source, text, values));
}

export const asking =
  (source: Source): Ask =>
  (text, values) =>
    ask(source, text, values);

/** The same, in batches of rows. */
export function askInBatches<R = Row>(
  source: Source,
  text: string,
  values: readonly unknown[],
  size: number,
): AsyncGenerator<R[]> {
  return source.tx.batches<R>(...statementOf(source, text, values), size);
}

function statementOf(source: Source, text: string, values: readonly unknown[]): [string, unknown[]] {
  if (source.isCurrent) return [text, [source.org, ...values]];
  const known = knownTables(`$${values.length + 2}::bigint`);
  const params = [source.org, ...values, source.known];
  if (source.replayed === null) return [`with ${known.join(', ')} ${text}`, params];
  const given = `$${values.length + 3}::jsonb`;
  const tables = Object.values(PROJECTIONS).map(({ table, seq, columns }) => {
    const types = Object.entries({ ...columns, [seq]: 'bigint' }).map(([name, type]) => `${name} ${type}`);
    return `${table} as (select $1::uuid as org_id, r.* from jsonb_to_recordset(${given} -> '${table}') as r (${types.join(', ')}))`;
  });
  const changes = `position_change as (${viewText('position_change')})`;
  return [withTextsForCalls(`with ${[...known, ...tables, changes].join(', ')} ${text}`), [...params, source.replayed]];
}

/** The classes that the reader may see, as known then, in the order of every list of classes. */
export const classFacts = ({ tx, org, known, isCurrent }: Source): Promise<ClassFacts[]> =>
  isCurrent ? classFactsAt(tx, known) : knownClassFacts(tx, org, known);

/** In ledger order: of entries on one day the later one counts. */
export const ratioChanges = (source: Source): Promise<RatioChangeRow[]> =>
  source.replayed === null
    ? ratioChangesAt(source.tx, source.known)
    : ask(source, `select ${RATIO_COLUMNS} from ratio_change where org_id = $1 order by effective_date, tx_seq`, []);

export function authorizedChanges(source: Source): Promise<ClassAuthorizedRow[]> {
  return ask(
    source,
    `select stock_class_id, effective_date, '' as transaction_id, authorized_kind, trim_scale(shares_authorized)::text as shares_authorized
     from class_authorized where org_id = $1 and tx_seq <= $2 order by effective_date, tx_seq`,
    [source.known],
  );
}

/** With the entry's number, for display. */
export const poolAdjustments = (source: Source) => poolAdjustmentsAt(asking(source), source.known);

/** As they were before anything was written after the entry. */
export const planFacts = ({ tx, org, known }: Source): Promise<PlanFacts[]> => planFactsAt(tx, org, known);

/** The whole table as known now, read in the context of `asTableReader`. */
export const sharedSource = (tx: Tx, org: string): Source => ({
  tx,
  org,
  known: EVERYTHING,
  isCurrent: true,
  replayed: null,
  seesAll: true,
  isShared: true,
  holder: null,
  onStale: () => undefined,
});

export async function holderNames(source: Source): Promise<Map<string, string>> {
  type Named = { id: string; name: string };
  const rows = source.isShared
    ? await source.tx.rows<Named>('select id, name from cap_table_names()')
    : await ask<Named>(source, 'select id, name from shareholder where org_id = $1', []);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Only for holders who have one; distinguishes holders with one name. */
export async function holderEmails(source: Source): Promise<Map<string, string>> {
  const rows = await ask<{ id: string; email: string }>(
    source,
    'select id, email from shareholder where org_id = $1 and email is not null',
    [],
  );
  return new Map(rows.map(({ id, email }) => [id, email]));
}

/** The entry number for the answer: null when all entries count. */
export const knownAtOf = ({ isCurrent, known }: Source): string | null => (isCurrent ? null : known);
