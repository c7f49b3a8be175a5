// The page of a document: who may see it.
import type { DocumentDetails } from '#src/contract/recordPages.ts';
import type { Document } from '#src/resources/documents.ts';
import type { CommandContext } from '../commands/core/context.ts';
import type { Row } from '../db/database.ts';

/** Adds its audience and the named classes; a holder does not see other holders. */
export async function showDocument({ tx, actor }: CommandContext, record: Document): Promise<Row & DocumentDetails> {
  const [holders, classes] = [
    await tx.rows<{ id: string }>(
      'select shareholder_id as id from document_shareholder where org_id = $1 and document_id = $2 order by 1',
      [actor.org_id, record.id],
    ),
    await tx.rows<{ id: string }>(
      'select share_class_id as id from document_class where org_id = $1 and document_id = $2 order by 1',
      [actor.org_id, record.id],
    ),
  ];
  const one = record.shareholder_id === null ? [] : [record.shareholder_id];
  return {
    ...record,
    shareholder_ids: [...one, ...holders.map(({ id }) => id)],
    share_class_ids: classes.map(({ id }) => id),
  };
}
