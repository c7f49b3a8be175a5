// Shared by creating and editing plans, valuations, schedules and legends: writes a new version of the OCF object, and its row.
import type { OcfObject } from '#src/domain/ledger/core/types.ts';
import { idOf, typeOf } from '#src/domain/ledger/core/fields.ts';
import { writeStaticObjects } from '#server/data/ledgerRepository.ts';
import { staticRowOf, writeSecurityStatics } from '#server/data/securityStatics.ts';
import { writeBesideObject } from '#server/data/storedColumns.ts';
import type { Row } from '#server/db/database.ts';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import { actorName } from '../core/context.ts';
import type { CommandContext } from '../core/context.ts';

/** Writes a new version of an object, and the row that lists and rules read. */
export async function keepObject(context: CommandContext, org: string, object: OcfObject): Promise<void> {
  const by = { actor_id: context.actor.account_id, actor: await actorName(context), recorded_at: context.deps.now() };
  const object_type = typeOf(object);
  await writeStaticObjects(context.tx, org, [{ object_type, id: idOf(object), object }], by, null);
  await writeSecurityStatics(context.tx, org, [{ object_type, object }]);
}

/** The same for an entered record, with its fields beyond the object. In: its values, including the id. */
export async function keepStatic(
  context: CommandContext,
  org: string,
  { resource, values, object }: { resource: Resource; values: Row; object: OcfObject },
): Promise<void> {
  await keepObject(context, org, object);
  await writeBesideObject(context.tx, org, resource, values, staticRowOf(typeOf(object), object));
}

export async function currencyOf({ tx }: CommandContext, org: string): Promise<string> {
  const row = await tx.row<{ currency: string }>('select currency from organization where id = $1', [org]);
  return row?.currency ?? 'USD';
}
