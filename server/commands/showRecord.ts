// One record as its page needs it: the row, what its resource adds, and what people did about it.
import type { Resource } from '../../src/resources/kit/defineResource.ts';
import type { Row } from '../db/database.ts';
import type { CommandContext } from './context.ts';
import { resourceCommands } from './index.ts';

export async function showRecord(context: CommandContext, resource: Resource, record: Row): Promise<Row> {
  const show = resourceCommands[resource.name]?.show;
  const whole = show ? await show(context, record) : record;
  return 'history' in whole ? whole : { ...whole, history: await historyOf(context, resource.name, String(record.id)) };
}

/** What the viewer may know of it, newest first. */
function historyOf({ tx, actor }: CommandContext, resource: string, id: string): Promise<Row[]> {
  return tx.rows(
    `select at, case when account_id = $2 then 'You' else actor end as actor, text from activity
     where org_id = $1 and resource = $3 and resource_id = $4 and ($5::text is null or shareholder_id = $5) order by at desc, id desc limit 100`,
    [actor.org_id, actor.account_id, resource, id, actor.role === 'shareholder' ? (actor.shareholder_id ?? '') : null],
  );
}
