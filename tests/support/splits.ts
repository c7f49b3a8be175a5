// Helpers for the tests of splits, through the API.
import { expect } from 'vitest';
import type { Row } from '#server/db/database.ts';
import type { Person } from './people.ts';

/** Sends a command that must succeed, and returns its answer. */
export const mustPost = async (owner: Person, path: string, body: Row) => {
  const reply = await owner.post(path, body);
  expect([path, reply.status < 300, reply.text]).toEqual([path, true, reply.text]);
  return reply.body;
};

/** Splits a class; `ratio` is new shares for old ones, such as "3:2". */
export const split = (owner: Person, { id }: Row, ratio: string, date: string, extra: Row = {}) => {
  const [numerator, denominator] = ratio.split(':');
  return mustPost(owner, `/api/share-classes/${String(id)}/split`, { numerator, denominator, date, ...extra });
};

/** The rows of a list at the end of a day. */
export const rowsAsOf = async (owner: Person, path: string, day: string) =>
  (await owner.get(`${path}?as_of=${day}`)).rows;

/** The one grant that is active on a day. */
export const openGrant = async (owner: Person, day: string) => {
  const rows = (await owner.get(`/api/grants/?as_of=${day}`)).rows.filter(({ status }) => status === 'active');
  expect(rows).toHaveLength(1);
  return rows[0]!;
};
