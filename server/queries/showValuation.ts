// The page of a valuation: its report is a document.
import type { ValuationDetails } from '#src/contract/recordPages.ts';
import type { CommandContext } from '../commands/core/context.ts';
import type { Row } from '../db/database.ts';

export async function showValuation({ tx, actor }: CommandContext, record: Row): Promise<Row & ValuationDetails> {
  const reports = await tx.rows<{ id: string }>(
    'select id from document where org_id = $1 and valuation_id = $2 order by created_at, id',
    [actor.org_id, record.id],
  );
  return { ...record, document_ids: reports.map(({ id }) => id) };
}
