// The page of a draft: the body that would be posted.
import type { DraftDetails } from '#src/contract/scenarios/scenarioDrafts.ts';
import { orgOf } from '../auth/actor.ts';
import type { CommandContext } from '../commands/core/context.ts';
import type { Row } from '../db/database.ts';

export async function showDraft({ tx, actor }: CommandContext, record: Row): Promise<Row & DraftDetails> {
  const row = await tx.row<DraftDetails>('select body from scenario_draft where org_id = $1 and id = $2', [
    orgOf(actor),
    record.id,
  ]);
  return { ...record, body: row!.body };
}
