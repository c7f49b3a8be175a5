// Sets the same fields of several records: each is changed as by itself, and one that is refused stops no other.
import type { BulkChangeDone } from '#src/contract/bulk.ts';
import { AppError } from '#src/domain/errors.ts';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import { sameValue, unknownField } from '#src/resources/kit/validation.ts';
import { notFound } from '#server/data/refusals.ts';
import { computedColumnsOf } from '#server/data/lists/computedColumns.ts';
import { findRecord } from '#server/data/resourceRepository.ts';
import type { Row } from '#server/db/database.ts';
import { invalidFields } from './checked.ts';
import { today } from './context.ts';
import type { CommandContext } from './context.ts';
import type { ChangeOne } from './resourceCommands.ts';

type Edit = (context: CommandContext, current: Row, body: Row) => Promise<void>;

interface BulkChange {
  ids: readonly string[];
  isDry: boolean;
  changeOne: ChangeOne;
}

/**
 * In: each record once, and what changes one. Out: how many were changed, how many had these values, and why each of the others was not
 * changed; a dry run answers the same and writes nothing.
 */
export async function bulkChange(
  context: CommandContext,
  resource: Resource,
  { ids, isDry, changeOne }: BulkChange,
): Promise<BulkChangeDone> {
  const answer: BulkChangeDone = { done: 0, unchanged: 0, refused: [] };
  for (const id of ids) {
    try {
      const isChanged = await undoneUnless(context, !isDry, async () => {
        const current: Row | undefined = await findRecord(context.tx, context.actor, resource, id, today(context));
        if (!current) throw notFound();
        return changeOne(current);
      });
      answer[isChanged ? 'done' : 'unchanged'] += 1;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      // The sentence of the field says more than that one is to be corrected.
      const [inField] = Object.values(error.fields ?? {});
      answer.refused.push({ id, code: error.code, detail: inField ?? error.detail });
    }
  }
  return answer;
}

/**
 * In: what to set of several records, and `edit`, which PUT runs. Out: what changes one. Refuses: unknown_field (422), a field that is
 * not set for several at once.
 */
export function editEach(context: CommandContext, resource: Resource, set: Row, edit: Edit): ChangeOne {
  const other = Object.keys(set).find((name) => !resource.bulkFields?.includes(name));
  if (other) throw invalidFields({ [other]: unknownField(other) });
  const computed = computedColumnsOf(resource)?.names ?? [];
  return async (current) => {
    if (Object.entries(set).every(([name, value]) => sameValue(value, current[name]))) return false;
    const whole = Object.fromEntries(Object.entries(current).filter(([name]) => !computed.includes(name)));
    await edit(context, current, { ...whole, ...set });
    return true;
  };
}

/** What is refused, or not meant, leaves no trace: neither in the database nor in what the trail will say. */
async function undoneUnless<T>({ tx }: CommandContext, isMeant: boolean, work: () => Promise<T>): Promise<T> {
  const lines = tx.entry?.lines.length ?? 0;
  const undo = async () => {
    await tx.rows('rollback to savepoint one_of_several');
    tx.entry?.lines.splice(lines);
  };
  await tx.rows('savepoint one_of_several');
  try {
    const done = await work();
    if (!isMeant) await undo();
    await tx.rows('release savepoint one_of_several');
    return done;
  } catch (error) {
    if (error instanceof AppError) await undo();
    throw error;
  }
}
