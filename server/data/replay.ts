// Reads the whole ledger back from its rows and folds it as it was written. Each import is interpreted as one unit, as when it
// was applied; the company's own entries are interpreted in between.
import { parseExactly } from '#src/domain/ledger/core/exactJson.ts';
import { typed } from '#src/domain/ledger/core/fields.ts';
import { interpretInSlices } from '#src/domain/ledger/core/interpret.ts';
import type { Interpretation, LedgerEntry } from '#src/domain/ledger/core/interpret.ts';
import { emptyEffects } from '#src/domain/ledger/core/context.ts';
import { emptyState } from '#src/domain/ledger/core/state.ts';
import type { LedgerState } from '#src/domain/ledger/core/state.ts';
import { addStaticObjects } from '#src/domain/ledger/core/staticObjects.ts';
import { SLICE } from '#src/domain/slices.ts';
import type { Slices } from '#src/domain/slices.ts';
import { findingList } from '#src/domain/ledger/core/findingList.ts';
import { runYielding } from './runYielding.ts';
import type { Effects, OcfObject } from '#src/domain/ledger/core/types.ts';
import type { Row, Tx } from '../db/database.ts';

export type StaticObject = {
  object_type: string;
  object: OcfObject;
  /** It exists for entries with a greater seq. */
  since_seq: string;
  /** The import that wrote the version in force; null for what the company wrote. */
  import_id: string | null;
  ocf_version: string | null;
};

export type StoredEntry = {
  seq: string;
  id: string;
  recorded_at: string;
  actor_id: string;
  object_type: string;
  ocf: OcfObject;
  prev_hash: Buffer;
  hash: Buffer;
  import_id: string | null;
  command_seq: string;
  /** For a void row: the seq of the voided one. */
  voids_seq: string | null;
};

const EVERYTHING = '9223372036854775807';

/** The version of each static object as of the entry `known_at` (default: now), without deleted ones. */
export async function loadStaticObjects(tx: Tx, org: string, knownAt = EVERYTHING): Promise<StaticObject[]> {
  const rows = await tx.rows<{
    object_type: string;
    ocf: string;
    since_seq: string;
    import_id: string | null;
    ocf_version: string | null;
  }>(
    `select object_type, ocf, since_seq, import_id, ocf_version from (
       select distinct on (object_type, id) object_type, id, ocf::text as ocf, is_deleted, import_id, ocf_version,
              (select min(f.valid_from_seq) from ocf_object f where f.org_id = o.org_id and f.object_type = o.object_type and f.id = o.id
               and f.version > coalesce((select max(d.version) from ocf_object d where d.org_id = o.org_id and d.object_type = o.object_type
                                         and d.id = o.id and d.is_deleted and d.version < o.version), 0)) as since_seq
       from ocf_object o where org_id = $1 and valid_from_seq < $2 order by object_type, id, version desc) latest
     where not is_deleted order by object_type, id`,
    [org, knownAt],
  );
  return rows.map((row) => ({ ...row, object: parseExactly(row.ocf) as OcfObject }));
}

/** Every row up to `knownAt` in writing order, including voided and void rows. */
export async function loadEntries(tx: Tx, org: string, knownAt = EVERYTHING): Promise<StoredEntry[]> {
  const rows = await tx.rows<Row & { ocf: string }>(
    `select seq, id, recorded_at, actor_id, object_type, ocf::text as ocf, prev_hash, hash, import_id, command_seq, voids_seq
     from ledger_tx where org_id = $1 and seq <= $2 order by seq`,
    [org, knownAt],
  );
  return runYielding(parsed(rows));
}

function* parsed(rows: (Row & { ocf: string })[]): Slices<StoredEntry[]> {
  const entries: StoredEntry[] = [];
  for (const row of rows) {
    entries.push({ ...row, ocf: parseExactly(row.ocf) as OcfObject } as unknown as StoredEntry);
    if (entries.length % SLICE === 0) yield;
  }
  return entries;
}

/** Only entries that count: neither voided nor voids. */
export function liveEntries(entries: readonly StoredEntry[]): StoredEntry[] {
  const voided = new Set(entries.map((entry) => entry.voids_seq).filter((seq) => seq !== null));
  return entries.filter((entry) => entry.voids_seq === null && !voided.has(entry.seq));
}

export type Replay = { interpretation: Interpretation; statics: StaticObject[]; entries: StoredEntry[] };

/** Folds the whole ledger again from its first entry; with `knownAt`, as of that entry. */
export async function replay(tx: Tx, org: string, knownAt?: string): Promise<Replay> {
  const statics = await loadStaticObjects(tx, org, knownAt);
  const entries = await loadEntries(tx, org, knownAt);
  const fractions = await tx.rows<{ id: string }>('select id from share_class where org_id = $1 and allows_fractions', [
    org,
  ]);
  const interpretation = await fold(
    statics,
    liveEntries(entries),
    fractions.map((row) => row.id),
  );
  return { interpretation, statics, entries };
}

/**
 * Returns all findings, so that two folds can be compared. `entries`: live ones ordered by seq. `fractions`: the
 * classes that allow fractional shares.
 */
export function fold(
  statics: readonly StaticObject[],
  entries: readonly StoredEntry[],
  fractions: readonly string[],
): Promise<Interpretation> {
  return runYielding(foldInSlices(statics, entries, fractions));
}

function* foldInSlices(
  statics: readonly StaticObject[],
  entries: readonly StoredEntry[],
  fractions: readonly string[],
): Slices<Interpretation> {
  const state = emptyState();
  const waiting = [...statics].sort((a, b) => Number(BigInt(a.since_seq) - BigInt(b.since_seq)));
  const effects = emptyEffects();
  const findings = findingList(Infinity);
  const ordered: LedgerEntry[] = [];
  let at = 0;
  let from = 0;
  do {
    const first = BigInt(entries[from]?.seq ?? EVERYTHING);
    const arrived: OcfObject[] = [];
    for (let each = waiting[at]; each && BigInt(each.since_seq) < first; each = waiting[++at])
      arrived.push(typed(each));
    addStaticObjects(state, arrived);
    allowFractions(state, fractions);
    const until = endOfRun(entries, from, waiting[at]?.since_seq);
    const run = yield* interpretInSlices(
      state,
      entries.slice(from, until).map((entry) => entry.ocf),
      { findings },
    );
    addEffects(effects, run.effects);
    for (const each of run.ordered) ordered.push(each);
    from = until;
  } while (from < entries.length);
  // Objects added after the last entry are available to the next one.
  addStaticObjects(state, waiting.slice(at).map(typed));
  allowFractions(state, fractions);
  return { effects, findings: findings.all(), ordered, state };
}

/** Folds the same entries as one package: ordered by date, whatever import they came with. */
export function* foldAsOne(
  statics: readonly OcfObject[],
  transactions: readonly OcfObject[],
  fractions: readonly string[],
): Slices<Effects> {
  const state = emptyState();
  addStaticObjects(state, statics);
  allowFractions(state, fractions);
  return (yield* interpretInSlices(state, transactions)).effects;
}

function allowFractions(state: LedgerState, fractions: readonly string[]): void {
  for (const id of fractions) {
    const known = state.classes.get(id);
    if (known) known.facts.allows_fractions = true;
  }
}

/** The end of a run: an import's last entry; otherwise the next import or new static object. */
function endOfRun(entries: readonly StoredEntry[], from: number, nextStatic: string | undefined): number {
  const limit = nextStatic === undefined ? null : BigInt(nextStatic);
  const import_id = entries[from]?.import_id ?? null;
  let until = from + 1;
  for (; until < entries.length; until++) {
    const entry = entries[until]!;
    if (entry.import_id !== import_id || (limit !== null && BigInt(entry.seq) > limit)) break;
  }
  return Math.min(until, entries.length);
}

function addEffects(all: Effects, more: Effects): void {
  for (const name of Object.keys(all) as (keyof Effects)[]) {
    const into = all[name] as unknown[];
    for (const row of more[name]) into.push(row);
  }
}
