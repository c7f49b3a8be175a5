// Drafts whose entries were taken back are drafts again. The holders, classes and plans that were added with them stay: they are
// records of the company, and other records may name them by now.
import { equityPlans } from '#src/resources/equityPlans.ts';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import { shareClasses } from '#src/resources/shareClasses.ts';
import { shareholders } from '#src/resources/shareholders.ts';
import type { TransactionDetails } from '#src/contract/recordPages.ts';
import { orgOf } from '#server/auth/actor.ts';
import { findRecord } from '#server/data/resourceRepository.ts';
import type { StoredEntry } from '#server/data/replay.ts';
import { recordActivity } from '../core/context.ts';
import type { CommandContext } from '../core/context.ts';
import type { DraftKind } from './draftParts.ts';

const STAYING: Partial<Record<DraftKind, Resource>> = {
  shareholder: shareholders,
  share_class: shareClasses,
  equity_plan: equityPlans,
};

type Stays = NonNullable<TransactionDetails['together']>['stays'];

/**
 * What was added with the entries of a unit and is none itself, in the order in which it was added: by drafts, and the classes that a
 * round made for what converts, at the instant of its entries.
 */
export async function staysBehind(context: CommandContext, command_seq: string): Promise<Stays> {
  const { tx, actor } = context;
  const drafts = await tx.rows<{ kind: DraftKind; result_id: string }>(
    `select kind, result_id from scenario_draft where org_id = $1 and command_seq = $2 and kind = any ($3) and result_id is not null
     order by scenario_id, position`,
    [orgOf(actor), command_seq, Object.keys(STAYING)],
  );
  const made = await tx.rows<{ kind: DraftKind; result_id: string }>(
    `select 'share_class' as kind, o.id as result_id from ocf_object o
     join ledger_tx l on l.org_id = o.org_id and l.seq = $2 and l.recorded_at = o.recorded_at and l.actor_id = o.actor_id
     where o.org_id = $1 and o.object_type = 'STOCK_CLASS' and o.version = 1 and o.import_id is null and o.valid_from_seq = $2::bigint - 1
       and o.id <> all ($3) order by o.id`,
    [orgOf(actor), command_seq, drafts.map(({ result_id }) => result_id)],
  );
  const stays: Stays = [];
  for (const { kind, result_id } of [...drafts, ...made]) {
    const resource = STAYING[kind]!;
    const record = await findRecord(tx, actor, resource, result_id);
    if (record) stays.push({ resource: resource.name, id: result_id, name: String(record[resource.title]) });
  }
  return stays;
}

/** Call after entries were taken back. */
export async function takeDraftsBack(context: CommandContext, taken: readonly StoredEntry[]): Promise<void> {
  const units = [...new Set(taken.flatMap(({ command_seq }) => command_seq ?? []))];
  const org = orgOf(context.actor);
  const scenarios = await context.tx.rows<{ id: string; name: string }>(
    `with undone as (
       update scenario_draft set posted_at = null, result_id = null, command_seq = null
       where org_id = $1 and command_seq = any ($2::bigint[]) and kind <> all ($3) returning scenario_id)
     update scenario set posted_at = null where org_id = $1 and id in (select scenario_id from undone) returning id, name`,
    [org, units, Object.keys(STAYING)],
  );
  for (const { id, name } of scenarios)
    recordActivity(context, { text: `took back what was posted of scenario ${name}`, resource: 'scenarios', id });
}

/** Whether something of a scenario is in the ledger, and was not taken back. */
export async function hasPostedEntries({ tx, actor }: CommandContext, scenario: string): Promise<boolean> {
  const row = await tx.row(
    'select 1 from scenario_draft where org_id = $1 and scenario_id = $2 and posted_at is not null and kind <> all ($3) limit 1',
    [orgOf(actor), scenario, Object.keys(STAYING)],
  );
  return row !== undefined;
}
