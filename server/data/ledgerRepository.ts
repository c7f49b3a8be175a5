// The ledger in the database: appended under the organisation's lock, chained, and projected in the same transaction. Owns the
// tables of migrations 0005 to 0008; the domain defines what the entries mean.
import type { LedgerEntry } from '#src/domain/ledger/core/interpret.ts';
import { idOf, textOf, typeOf } from '#src/domain/ledger/core/fields.ts';
import { consume } from '#src/domain/slices.ts';
import type { LedgerState } from '#src/domain/ledger/core/state.ts';
import type { Effects, OcfObject } from '#src/domain/ledger/core/types.ts';
import { summaryOf } from '#src/domain/ledger/history/summary.ts';
import { sha256 } from './sha256.ts';
import type { Row, Tx } from '../db/database.ts';
import { bulkInsert } from './bulkInsert.ts';
import { canonicalJson } from './canonicalJson.ts';
import { countLedger } from './queue/countLedger.ts';
import { queueJobs } from './queue/jobs.ts';
import { PROJECTIONS } from './projections.ts';

export interface Recorder {
  actor_id: string;
  actor: string;
  recorded_at: Date;
  import_id?: string | null;
  /** Of an earlier entry of the same unit, with which these stand and fall; without, they are a unit of their own. */
  command_seq?: string | null;
  /** Receives the number of entries written. */
  onProgress?: (done: number) => void;
}

export type LedgerHead = { last_seq: string; last_hash: Buffer };

/** From this size on, an append requires new planner statistics. */
const MANY_ENTRIES = 1000;

/**
 * Take this before reading anything that a rule depends on: entries of one organisation are written one after another.
 */
export async function lockLedger(tx: Tx, org: string): Promise<LedgerHead> {
  const head = await tx.row<LedgerHead>('select last_seq, last_hash from organization where id = $1 for update', [org]);
  if (!head) throw new Error('The organisation of the request does not exist.');
  return head;
}

/**
 * Appends interpreted entries in that order, with their rows. The lock must be held. Empties the lists of entries and
 * rows while writing. Out: seq by transaction id.
 */
export async function appendToLedger(
  tx: Tx,
  org: string,
  head: LedgerHead,
  entries: LedgerEntry[],
  effects: Effects,
  state: LedgerState,
  by: Recorder,
): Promise<Map<string, number>> {
  const count = entries.length;
  const seqOf = await writeChained(tx, org, head, rowsOf(entries, state), by);
  await insertEffects(tx, org, effects, seqOf);
  if (count >= MANY_ENTRIES) await countAfterCommit(tx);
  return seqOf;
}

/**
 * The planner's statistics follow as soon as the entries are committed, before the answer, because the next list would take seconds.
 * The job does it where this process ends before.
 */
async function countAfterCommit(tx: Tx): Promise<void> {
  await queueJobs(tx, [{ kind: 'count_ledger', lane: 'slow', pauseSeconds: 60 }]);
  tx.afterCommit.push((system) => system(countLedger));
}

/** Yields rows one at a time; each is sent as soon as it is built. */
function* rowsOf(entries: LedgerEntry[], state: LedgerState): Generator<LedgerRow> {
  for (const { transaction, effective_date } of consume(entries)) {
    yield {
      id: idOf(transaction),
      object_type: typeOf(transaction),
      effective_date,
      security_id: securityOf(transaction),
      stakeholder_id: stakeholderOf(state, transaction),
      summary: summaryOf(transaction, state),
      ocf: transaction,
      voids_seq: null,
    };
  }
}

export interface LedgerRow {
  id: string;
  object_type: string;
  effective_date: string | null;
  security_id: string | null;
  stakeholder_id: string | null;
  summary: string;
  ocf: OcfObject;
  /** For a void row: the seq of the voided one (E22). */
  voids_seq: string | null;
}

/**
 * Gives each row its seq and hash link, and writes them as one command; the database moves the ledger's head. Out: seq
 * by id.
 */
export async function writeChained(
  tx: Tx,
  org: string,
  head: LedgerHead,
  entries: Iterable<LedgerRow>,
  by: Recorder,
): Promise<Map<string, number>> {
  // Counts of entries fit safely in a number.
  let seq = Number(head.last_seq);
  let prev = head.last_hash;
  const command_seq = by.command_seq ?? String(seq + 1);
  const recorded_at = by.recorded_at.toISOString();
  const seqOf = new Map<string, number>();
  function* chained(): Generator<Row> {
    for (const entry of entries) {
      seq += 1;
      const columns = {
        ...entry,
        seq: String(seq),
        recorded_at,
        actor_id: by.actor_id,
        actor: by.actor,
        import_id: by.import_id ?? null,
        command_seq,
      };
      const hash = chainHash(prev, columns);
      const row = { ...columns, ocf: JSON.stringify(entry.ocf), prev_hash: prev, hash };
      seqOf.set(entry.id, seq);
      prev = hash;
      yield row;
    }
  }
  await bulkInsert(tx, 'ledger_tx', org, LEDGER_COLUMNS, chained(), by.onProgress);
  return seqOf;
}

const LEDGER_COLUMNS = {
  seq: 'bigint',
  id: 'text',
  object_type: 'text',
  effective_date: 'date',
  recorded_at: 'timestamptz',
  actor_id: 'uuid',
  actor: 'text',
  security_id: 'text',
  stakeholder_id: 'text',
  summary: 'text',
  ocf: 'jsonb',
  prev_hash: 'bytea',
  hash: 'bytea',
  import_id: 'uuid',
  command_seq: 'bigint',
  voids_seq: 'bigint',
};

/** Everything of an entry that its hash link covers, as stored; instants as ISO text. */
export interface ChainedEntry extends LedgerRow {
  seq: string;
  recorded_at: string;
  actor_id: string;
  actor: string;
  import_id: string | null;
  command_seq: string;
}

/** The hash link: SHA-256 of the previous hash, a newline and the whole row as canonical JSON. */
export function chainHash(prev: Buffer, entry: ChainedEntry): Buffer {
  const { seq, id, recorded_at, actor_id, ocf, object_type, effective_date, security_id, stakeholder_id } = entry;
  const { summary, actor, import_id, command_seq, voids_seq } = entry;
  const sealed = {
    seq,
    id,
    recorded_at,
    actor_id,
    ocf,
    object_type,
    effective_date,
    security_id,
    stakeholder_id,
    summary,
    actor,
    import_id,
    command_seq,
    voids_seq,
  };
  return sha256(Buffer.concat([prev, Buffer.from(`\n${canonicalJson(sealed)}`)]));
}

function securityOf(transaction: OcfObject): string | null {
  const ids = transaction['security_ids'];
  return textOf(transaction, 'security_id') ?? (Array.isArray(ids) && typeof ids[0] === 'string' ? ids[0] : null);
}

function stakeholderOf(state: LedgerState, transaction: OcfObject): string | null {
  const named = textOf(transaction, 'stakeholder_id');
  const security = securityOf(transaction);
  const holder = named ?? (security ? state.securities.get(security)?.row.stakeholder_id : null) ?? null;
  return holder !== null && state.holders.has(holder) ? holder : null;
}

function* projected(
  rows: { transaction_id: string; accepted?: boolean }[],
  seq: string,
  seqOf: ReadonlyMap<string, number>,
): Generator<Row> {
  for (const row of consume(rows))
    yield { ...row, [seq]: String(seqOf.get(row.transaction_id)), accepted: row.accepted ?? false };
}

async function insertEffects(tx: Tx, org: string, effects: Effects, seqOf: ReadonlyMap<string, number>): Promise<void> {
  for (const [name, { table, seq, columns }] of Object.entries(PROJECTIONS)) {
    const made = effects[name as keyof typeof PROJECTIONS];
    if (made.length === 0) continue;
    await bulkInsert(tx, table, org, { ...columns, [seq]: 'bigint', accepted: 'boolean' }, projected(made, seq, seqOf));
  }
  if (effects.classes_with_fractions.length > 0) {
    await tx.write('update share_class set allows_fractions = true where org_id = $1 and id = any ($2)', [
      org,
      effects.classes_with_fractions,
    ]);
  }
}

/** A new version of a static object; the old ones stay. `valid_from_seq` is the last entry's, so the sequence has no gaps. */
export async function writeStaticObjects(
  tx: Tx,
  org: string,
  objects: readonly { object_type: string; id: string; object: OcfObject }[],
  by: Recorder,
  ocfVersion: string | null,
): Promise<void> {
  if (objects.length === 0) return;
  const types = objects.map((each) => each.object_type);
  const ids = objects.map((each) => each.id);
  await tx.write(
    `insert into ocf_object (org_id, object_type, id, version, ocf, ocf_version, import_id, valid_from_seq, recorded_at, actor_id)
     select $1, u.object_type, u.id,
            1 + coalesce((select max(o.version) from ocf_object o where o.org_id = $1 and o.object_type = u.object_type and o.id = u.id), 0),
            u.ocf::jsonb, $5, $6, (select last_seq from organization where id = $1), $7, $8
     from unnest($2::text[], $3::text[], $4::text[]) as u (object_type, id, ocf)`,
    [
      org,
      types,
      ids,
      objects.map((each) => JSON.stringify(each.object)),
      ocfVersion,
      by.import_id ?? null,
      by.recorded_at.toISOString(),
      by.actor_id,
    ],
  );
}
