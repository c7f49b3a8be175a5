// An entry with its whole object, as it was written.
import type { Row } from '../db/database.ts';
import { parseExactly } from '../../src/domain/ledger/exactJson.ts';
import type { CommandContext } from './context.ts';

export async function showTransaction({ tx, actor }: CommandContext, record: Row): Promise<Row> {
  const row = await tx.row<{ ocf: string; prev_hash: string; hash: string }>(
    `select ocf::text as ocf, encode(prev_hash, 'hex') as prev_hash, encode(hash, 'hex') as hash from ledger_tx where org_id = $1 and seq = $2`,
    [actor.org_id, record.seq],
  );
  return { ...record, ocf: parseExactly(row!.ocf), prev_hash: row!.prev_hash, hash: row!.hash };
}
