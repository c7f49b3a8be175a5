// An entry with its whole object, as it was written, the security it is about, and why it was taken back.
import type { TransactionDetails } from '#src/contract/recordPages.ts';
import type { OcfObject } from '#src/domain/ledger/core/types.ts';
import { parseExactly } from '#src/domain/ledger/core/exactJson.ts';
import { staysBehind } from '../commands/scenarios/takeDraftsBack.ts';
import { entriesOfUnit } from '../commands/ledger/listedEntry.ts';
import { isHolder } from '#src/resources/kit/access.ts';
import type { Transaction } from '#src/resources/transactions.ts';
import { orgOf } from '../auth/actor.ts';
import type { CommandContext } from '../commands/core/context.ts';
import { RESOURCES } from '../data/securityResources.ts';

export async function showTransaction(
  context: CommandContext,
  record: Transaction,
): Promise<Transaction & TransactionDetails> {
  const { tx, actor } = context;
  const row = await tx.row<{ ocf: string; prev_hash: string; hash: string; void_reason: string | null }>(
    `select ocf::text as ocf, encode(prev_hash, 'hex') as prev_hash, encode(hash, 'hex') as hash,
            (select v.ocf->>'reason_text' from ledger_tx v where v.org_id = $1 and v.voids_seq = coalesce(l.voids_seq, l.seq)) as void_reason
     from ledger_tx l where org_id = $1 and seq = $2`,
    [actor.org_id, record.seq],
  );
  // Null where the entry is of a class, a plan or a holder, and where it was taken back with what it issued.
  const security = await tx.row<{ id: string; number: string; kind: string }>(
    'select security_id as id, custom_id as number, kind from security where org_id = $1 and security_id = $2',
    [actor.org_id, record.security_id],
  );
  return {
    ...record,
    security: security ? { id: security.id, number: security.number, resource: RESOURCES[security.kind]! } : null,
    void_reason: row!.void_reason,
    together: await recordedTogether(context, record),
    ocf: parseExactly(row!.ocf) as OcfObject,
    prev_hash: row!.prev_hash,
    hash: row!.hash,
  };
}

async function recordedTogether(context: CommandContext, record: Transaction): Promise<TransactionDetails['together']> {
  const { tx, actor } = context;
  const unit = await entriesOfUnit(tx, orgOf(actor), String(record.seq));
  if (!unit) return null;
  const { command_seq, count, entries } = unit;
  const stays = command_seq === null || isHolder(actor.role) ? [] : await staysBehind(context, command_seq);
  return { count, entries, stays };
}
