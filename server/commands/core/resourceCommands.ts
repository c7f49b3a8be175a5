// What a resource may do beyond its row; index.ts says what each does.
import type { z } from 'zod';
import type { RecordOf, Resource } from '#src/resources/kit/defineResource.ts';
import type { Fields } from '#src/resources/kit/fields.ts';
import type { Row } from '#server/db/database.ts';
import type { CommandContext } from './context.ts';

/** Changes a record as several are changed at once. Out: whether anything of it changed. */
export type ChangeOne<R = Row> = (current: R) => Promise<boolean>;

/** `R`: the record as its declaration describes it. */
export interface ResourceCommands<R = Row> {
  /** Out: the new record's id. */
  create?: (context: CommandContext, body: Row) => Promise<string>;
  /** What the answer to creating has beside the record. */
  besideCreated?: { answer: z.ZodObject; of: (context: CommandContext, record: R) => Promise<Row> };
  update?: (context: CommandContext, current: R, body: Row) => Promise<void>;
  /**
   * For `bulkFields` that PUT does not set. `set`: what may be set of several records, for the API contract. `of`: from what was sent, not
   * checked yet, to what changes one record. Refuses what would be wrong of each, once for them all. A dry run takes back what it writes,
   * and need not tell anybody.
   */
  changeSeveral?: {
    set: z.ZodObject;
    of: (context: CommandContext, set: Row, isDry: boolean) => Promise<ChangeOne<R>>;
  };
  remove?: (context: CommandContext, current: R) => Promise<void>;
  /** The body schema for the API contract, if it is more than the declared fields. */
  createBody?: z.ZodType;
  updateBody?: z.ZodType;
}

/** An entry of the registry: the route that finds them by the resource's name gives them its records. */
export const commandsFor = <F extends Fields>(
  { name }: Resource<F>,
  commands: ResourceCommands<RecordOf<Resource<F>>>,
): [string, ResourceCommands] => [name, commands as ResourceCommands];
