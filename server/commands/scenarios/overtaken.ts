// Whether the ledger changed under a scenario after it was started.
import type { RunAnswer } from '../../../src/contract/scenarios.ts';
import { plural } from '../../../src/domain/plural.ts';
import { orgOf } from '../../auth/actor.ts';
import type { CommandContext } from '../core/context.ts';

/** Entries that change what the ledger says at the end of its day, and that were written after the start was read. */
export async function overtakenBy(
  { tx, actor }: CommandContext,
  { as_of, start_seq }: { as_of: string | null; start_seq: string },
): Promise<RunAnswer['overtaken']> {
  if (as_of === null) return null;
  const row = await tx.row<{ entries: number }>(
    `select count(*)::int as entries from ledger_tx l
     where l.org_id = $1 and l.seq > $2 and coalesce(l.effective_date, (select v.effective_date from ledger_tx v where v.org_id = $1 and v.seq = l.voids_seq)) <= $3`,
    [orgOf(actor), start_seq, as_of],
  );
  const entries = row?.entries ?? 0;
  if (entries === 0) return null;
  const message = `${plural(entries, 'entry', 'entries')} dated on or before ${as_of} came after this scenario was started. The figures count them. Start again to go on from the ledger as it is today.`;
  return { entries, message };
}
