import type { Row } from '#server/db/database.ts';
import type { Reply } from '../people.ts';

/** The answer of a call that has to succeed. */
export function done(reply: Reply): Row {
  if (reply.status >= 300) throw new Error(`Refused: ${reply.text}`);
  return reply.body;
}
export const one = (path: string, { id }: Row, rest = '') => `/api/${path}/${String(id)}${rest}`;
