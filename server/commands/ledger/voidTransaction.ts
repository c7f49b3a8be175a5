// Takes back one native command, or several that were recorded as one unit: each of its entries, by a new row (E22).
import type { VerbBody } from '#src/resources/verbs/index.ts';
import { leadingEntry } from '#src/domain/ledger/history/leadingEntry.ts';
import { plural } from '#src/domain/plural.ts';
import { transactions } from '#src/resources/transactions.ts';
import { findRecord } from '#server/data/resourceRepository.ts';
import type { StoredEntry } from '#server/data/replay.ts';
import type { Row } from '#server/db/database.ts';
import { conflict, recordActivity } from '../core/context.ts';
import type { CommandContext } from '../core/context.ts';
import { takeBackRoundPrice } from '../convertibles/round/priceNewClass.ts';
import { restoreSplitPrices } from '../shareClasses/split/splitPrices.ts';
import { takeDraftsBack } from '../scenarios/takeDraftsBack.ts';
import { takeBack } from './takeBack.ts';
import { notFound } from '#server/data/refusals.ts';

/**
 * In: any entry of the command, and the reason. Out: the entry as it now is, and the numbers of all voided entries.
 * Refuses: not_found (404), already_voided, imported_entry, entry_depended_on, record_date_frozen, breaks_rule (409).
 */
export async function voidTransaction(
  context: CommandContext,
  id: string,
  body: VerbBody<'transactions.void'>,
): Promise<Row> {
  const record = await findRecord(context.tx, context.actor, transactions, id);
  if (!record) throw notFound();
  if (record.voids_seq !== null)
    throw conflict('already_voided', 'This entry takes another one back. Record that other entry again instead.');
  const group = await takeBack(context, (live) => commandOf(live, String(record.seq)), body.reason);
  if (group.length === 0) throw conflict('already_voided', 'This entry was already taken back.');
  await restoreSplitPrices(context, group);
  await takeBackRoundPrice(context, group);
  await takeDraftsBack(context, group);
  recordActivity(context, {
    text: `took back: ${await actOf(context, group)}. ${body.reason}`,
    resource: 'transactions',
    id,
  });
  return {
    ...(await findRecord(context.tx, context.actor, transactions, id)),
    voided: group.map((entry) => Number(entry.seq)),
  };
}

/** "Ended the service of Ada Lovelace, with 3 entries recorded with it". */
async function actOf({ tx, actor }: CommandContext, group: readonly StoredEntry[]): Promise<string> {
  const { seq } = leadingEntry(group);
  const listed = await tx.row<{ summary: string }>('select summary from ledger_tx where org_id = $1 and seq = $2', [
    actor.org_id,
    seq,
  ]);
  const others = group.length - 1;
  return `${listed!.summary}${others > 0 ? `, with ${plural(others, 'entry', 'entries')} recorded with it` : ''}`;
}

/** The entries of the same unit. */
function commandOf(live: readonly StoredEntry[], seq: string): StoredEntry[] {
  const target = live.find((entry) => entry.seq === seq);
  if (!target) return [];
  if (target.import_id !== null)
    throw conflict('imported_entry', 'This entry came with an import. Undo the import, or record a correcting entry.');
  return live.filter((entry) => entry.command_seq === target.command_seq);
}
