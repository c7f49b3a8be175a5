// What a resource does beyond its row; which resource does what is in index.ts.
import type { z } from 'zod';
import type { Row } from '../../db/database.ts';
import type { CommandContext } from './context.ts';

export interface ResourceCommands {
  /** Out: the new record's id. */
  create?: (context: CommandContext, body: Row) => Promise<string>;
  update?: (context: CommandContext, current: Row, body: Row) => Promise<void>;
  remove?: (context: CommandContext, current: Row) => Promise<void>;
  show?: (context: CommandContext, record: Row) => Promise<Row>;
  /** What creating and editing one take where these are not the declared fields alone, for who reads the contract. */
  createBody?: z.ZodType;
  updateBody?: z.ZodType;
}
