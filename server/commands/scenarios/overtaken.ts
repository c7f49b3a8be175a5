// Whether the ledger changed under a scenario after it was started.
import type { RunAnswer } from '#src/contract/scenarios/scenarios.ts';
import { plural } from '#src/domain/plural.ts';
import { orgOf } from '#server/auth/actor.ts';
import type { Tx } from '#server/db/database.ts';
import { conflict } from '../core/context.ts';
import type { CommandContext } from '../core/context.ts';
import type { StoredDraft } from './postDraft.ts';
import { storedScenario } from './storedScenario.ts';
import type { StoredScenario } from './storedScenario.ts';

/** Entries that change what the ledger says at the end of its day, and that were written after the start was read. */
export async function overtakenBy(
  { tx, actor }: CommandContext,
  { as_of, start_seq, start_terms }: Pick<StoredScenario, 'as_of' | 'start_seq' | 'start_terms'>,
): Promise<RunAnswer['overtaken']> {
  if (as_of === null) return null;
  const changed = await changedTerms(tx, orgOf(actor), start_terms);
  const terms =
    changed.length === 0 ? '' : `The terms of ${changed.join(', ')} were changed after this scenario was started. `;
  const row = await tx.row<{ entries: number }>(
    `select count(*)::int as entries from ledger_tx l
     where l.org_id = $1 and l.seq > $2
       -- What came and was taken back since changed nothing.
       and (l.voids_seq is null or l.voids_seq <= $2)
       and not exists (select 1 from ledger_tx b where b.org_id = $1 and b.voids_seq = l.seq)
       and coalesce(l.effective_date, (select v.effective_date from ledger_tx v where v.org_id = $1 and v.seq = l.voids_seq)) <= $3`,
    [orgOf(actor), start_seq, as_of],
  );
  const entries = row?.entries ?? 0;
  if (entries === 0 && terms === '') return null;
  const came =
    entries === 0
      ? ''
      : `${plural(entries, 'entry', 'entries')} dated on or before ${as_of} came after this scenario was started. `;
  const message = `${terms}${came}The figures count them. Start again to go on from the ledger as it is today.`;
  return { entries, message };
}

/**
 * Drafts of one scenario that count another table than there is now. What is left of drafts posted in part is posted as it was agreed
 * where somebody accepts that. Refuses: scenario_overtaken (409).
 */
export async function refuseOvertaken(
  context: CommandContext,
  stored: StoredScenario,
  { known_seq }: Pick<StoredDraft, 'known_seq'>,
  isAccepted: boolean,
): Promise<void> {
  if (stored.posted_run !== null && isAccepted) return;
  const overtaken = await overtakenBy(context, { as_of: stored.as_of, start_seq: known_seq, start_terms: null });
  if (!overtaken) return;
  const changed = `The ledger changed on or before ${stored.as_of} since`;
  throw conflict(
    'scenario_overtaken',
    stored.posted_run === null
      ? `${changed} these drafts of ${stored.name} were made, so their figures are out of date. Make them again.`
      : `${changed} the first drafts of ${stored.name} were posted. Post the others as they were agreed (accept_overtaken), or delete them; the cap table then differs from the scenario’s.`,
  );
}

/** As posting refuses them. */
export async function refuseOvertakenDrafts(
  context: CommandContext,
  drafts: readonly StoredDraft[],
  isAccepted: boolean,
): Promise<void> {
  for (const [scenario, own] of Map.groupBy(drafts, ({ scenario_id }) => scenario_id))
    await refuseOvertaken(context, await storedScenario(context, scenario), own[0]!, isAccepted);
}

/** SQL: what an exit counts of each class, by its id. */
export const CLASS_TERMS = `(select coalesce(jsonb_object_agg(c.id, jsonb_build_array(c.price_per_share, c.liquidation_preference_multiple,
  c.participation_cap_multiple, c.seniority)), '{}') from share_class c where c.org_id = $1)`;

/** Out: the names of the classes that were there and have other terms now. */
async function changedTerms(tx: Tx, org: string, before: StoredScenario['start_terms']): Promise<string[]> {
  if (before === null) return [];
  const rows = await tx.rows<{ name: string }>(
    `select s.name from jsonb_each(${CLASS_TERMS}) now join share_class s on s.org_id = $1 and s.id = now.key
     where $2::jsonb ? now.key and $2::jsonb -> now.key <> now.value order by s.name`,
    [org, JSON.stringify(before)],
  );
  return rows.map(({ name }) => name);
}
