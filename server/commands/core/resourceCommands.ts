// What a resource may do beyond its row; index.ts says what each does.
import type { z } from 'zod';
import type { Row } from '../../db/database.ts';
import type { CommandContext } from './context.ts';

export interface ResourceCommands {
  /** Out: the new record's id. */
  create?: (context: CommandContext, body: Row) => Promise<string>;
  update?: (context: CommandContext, current: Row, body: Row) => Promise<void>;
  remove?: (context: CommandContext, current: Row) => Promise<void>;
  show?: (context: CommandContext, record: Row) => Promise<Row>;
  /** The body schema for the API contract, if it is more than the declared fields. */
  createBody?: z.ZodType;
  updateBody?: z.ZodType;
}
