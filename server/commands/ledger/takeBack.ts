// Checks before taking entries back, for one command or a whole import: nothing may depend on them, no distribution may have
// been approved on them, and the remaining ledger must not break a rule that it keeps now.
import { AppError } from '#src/domain/errors.ts';
import { classesCounted, dependedOn, firstDependent } from '#src/domain/ledger/history/dependents.ts';
import { idOf } from '#src/domain/ledger/core/fields.ts';
import type { Finding } from '#src/domain/ledger/core/types.ts';
import { lockLedger } from '#server/data/ledgerRepository.ts';
import { listedAs } from './listedEntry.ts';
import { voidEntries } from '#server/data/ledgerVoids.ts';
import { fold, liveEntries, loadEntries, loadStaticObjects } from '#server/data/replay.ts';
import type { StoredEntry } from '#server/data/replay.ts';
import type { Tx } from '#server/db/database.ts';
import { orgOf } from '#server/auth/actor.ts';
import { actorName } from '../core/context.ts';
import type { CommandContext } from '../core/context.ts';
import { refuseUpToRecordDate } from './frozenRecordDates.ts';

/**
 * Voids the entries that `choose` selects among those that count. Out: the voided entries, in the order of writing.
 * Refuses: entry_depended_on, record_date_frozen, breaks_rule (409).
 */
export async function takeBack(
  context: CommandContext,
  choose: (live: readonly StoredEntry[]) => StoredEntry[],
  reason: string,
): Promise<StoredEntry[]> {
  const { tx, actor, deps } = context;
  const org = orgOf(actor);
  const head = await lockLedger(tx, org);
  const live = liveEntries(await loadEntries(tx, org));
  const group = choose(live);
  const first = group[0];
  if (!first) return [];
  const chosen = new Set(group.map((entry) => entry.seq));
  const rest = live.filter((entry) => !chosen.has(entry.seq));
  const later = rest.filter((entry) => BigInt(entry.seq) > BigInt(first.seq));
  await refuseDependedOn(context, org, group, later);
  await refuseFrozen(tx, org, group);
  await refuseBroken(context, org, live, rest);
  const by = { actor_id: actor.account_id, actor: await actorName(context), recorded_at: deps.now() };
  await voidEntries(tx, org, head, group, by, { newId: deps.newId, reason });
  return group;
}

/** No other entry may depend on what is taken back. */
async function refuseDependedOn(
  { tx }: CommandContext,
  org: string,
  group: readonly StoredEntry[],
  later: readonly StoredEntry[],
) {
  const entries = group.map((entry) => entry.ocf);
  const found = firstDependent(
    entries,
    later.map((entry) => entry.ocf),
    { of: await classesOf(tx, org, classesCounted(entries)), reopened: await classesReopened(tx, org, group) },
  );
  const other = found && later.find((entry) => entry.ocf === found);
  if (!other) return;
  throw dependedOn(await listedAs(tx, org, other.seq));
}

async function classesOf(tx: Tx, org: string, classIds: readonly string[]): Promise<Map<string, string>> {
  if (classIds.length === 0) return new Map();
  const rows = await tx.rows<{ id: string; class_id: string }>(
    'select security_id as id, stock_class_id as class_id from security where org_id = $1 and stock_class_id = any ($2)',
    [org, classIds],
  );
  return new Map(rows.map((row) => [row.id, row.class_id]));
}

/** Classes of securities that the group ended but did not issue. */
async function classesReopened(tx: Tx, org: string, group: readonly StoredEntry[]): Promise<Set<string>> {
  const rows = await tx.rows<{ class_id: string }>(
    `select distinct s.stock_class_id as class_id from termination t
     join security s on s.org_id = t.org_id and s.security_id = t.security_id
     where t.org_id = $1 and t.tx_seq = any ($2::bigint[]) and s.issue_seq <> all ($2::bigint[]) and s.stock_class_id is not null`,
    [org, seqsOf(group)],
  );
  return new Set(rows.map((row) => row.class_id));
}

/** A schedule can start years before its stock was issued, so only entries that move shares count. Refuses: record_date_frozen (409). */
export async function refuseFrozen(tx: Tx, org: string, group: readonly Pick<StoredEntry, 'seq'>[]): Promise<void> {
  const moved = await tx.rows<{ class_id: string; first: string }>(
    `select stock_class_id as class_id, min(on_date) as first from position_change
     where org_id = $1 and seq = any ($2::bigint[]) and kind = 'STOCK' and stock_class_id is not null group by stock_class_id`,
    [org, seqsOf(group)],
  );
  await refuseUpToRecordDate(tx, org, new Map(moved.map((row) => [row.class_id, row.first])));
}

const seqsOf = (group: readonly Pick<StoredEntry, 'seq'>[]) => group.map((entry) => entry.seq);

/**
 * Without a cancellation, for example, more may be outstanding than authorized, so the rules check before anything is
 * written.
 */
async function refuseBroken(
  { tx }: CommandContext,
  org: string,
  live: readonly StoredEntry[],
  rest: readonly StoredEntry[],
) {
  if (rest.length === 0) return;
  const statics = await loadStaticObjects(tx, org);
  const fractions = (
    await tx.rows<{ id: string }>('select id from share_class where org_id = $1 and allows_fractions', [org])
  ).map((row) => row.id);
  const without = errorsOf((await fold(statics, rest, fractions)).findings);
  if (without.length === 0) return;
  const before = new Set(errorsOf((await fold(statics, live, fractions)).findings).map(keyOf));
  const broken = without.find((finding) => !before.has(keyOf(finding)));
  if (!broken) return;
  const entry = rest.find(({ ocf }) => idOf(ocf) === broken.object_id);
  const at = entry && (await listedAs(tx, org, entry.seq));
  const what = at ? `“${at.summary}” (entry No. ${at.seq}, ${at.date ?? 'without a day'})` : 'An entry';
  const detail = `This cannot be taken back: ${what} would break a rule without it. ${[broken.detail ?? broken.message, broken.at_field].filter(Boolean).join(' ')}`;
  throw new AppError('breaks_rule', detail, { status: 409 });
}

const errorsOf = (findings: readonly Finding[]) => findings.filter((finding) => finding.severity === 'error');
const keyOf = ({ rule, object_id }: Finding) => `${rule} ${object_id}`;
