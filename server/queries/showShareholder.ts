// A shareholder with whether the record may still be deleted (only somebody the company's records never named can go) and,
// for the people of the company, how the holder reaches the portal.
import type { ShareholderDetails } from '../../src/contract/recordPages.ts';
import type { Row } from '../db/database.ts';
import type { CommandContext } from '../commands/core/context.ts';

/** True when the ledger or any other record names the holder. */
export async function isShareholderNamed({ tx, actor }: CommandContext, id: unknown): Promise<boolean> {
  const row = await tx.row<{ named: boolean }>(
    `select exists (select 1 from ledger_tx where org_id = $1 and stakeholder_id = $2) or exists (select 1 from security where org_id = $1 and stakeholder_id = $2)
       or exists (select 1 from payment where org_id = $1 and shareholder_id = $2) or exists (select 1 from membership where org_id = $1 and shareholder_id = $2)
       or exists (select 1 from document where org_id = $1 and shareholder_id = $2) or exists (select 1 from document_shareholder where org_id = $1 and shareholder_id = $2) or exists (select 1 from thread_participant where org_id = $1 and shareholder_id = $2)
       or exists (select 1 from invitation where org_id = $1 and shareholder_id = $2) or exists (select 1 from task where org_id = $1 and assignee_id = $2) as named`,
    [actor.org_id, id],
  );
  return row?.named ?? true;
}

/** As many as one list is asked for by their ids. */
const PAPERS_MAX = 1000;

/** With the papers that are shown to the holder, whoever else they are shown to. */
export async function showShareholder(context: CommandContext, record: Row): Promise<Row & ShareholderDetails> {
  const portal = await context.tx.row<NonNullable<ShareholderDetails['portal']>>(
    'select state, email, invited_at, expires_at, linked_at, seen_at from portals_of(array[$1]::text[])',
    [record.id],
  );
  const papers = await context.tx.rows<{ id: string }>(
    `select d.id from document d where d.org_id = $1 and d.id in (select v.document_id from document_shown_to v where v.org_id = $1 and v.shareholder_id = $2)
     order by d.created_at desc, d.id limit ${PAPERS_MAX}`,
    [context.actor.org_id, record.id],
  );
  return {
    ...record,
    can_delete: !(await isShareholderNamed(context, record.id)),
    document_ids: papers.map(({ id }) => id),
    ...(portal ? { portal } : {}),
  };
}
