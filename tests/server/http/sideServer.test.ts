// Whoever reads while it is counted whether their company is large waits for that: the first process would otherwise make the tables
// of all who come together (docs/decisions/server-and-jobs.md).
import type { FastifyReply, FastifyRequest } from 'fastify';
import { expect, it } from 'vitest';
import type { Actor } from '#src/resources/kit/access.ts';
import { Shares } from '#server/db/shares.ts';
import type { Tx } from '#server/db/database.ts';
import { SideServer } from '#server/http/sideServer.ts';

const owner = { org_id: 'company', role: 'owner' } as Actor;
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const shares = new Shares(12, 20);
const asked = [{} as FastifyRequest, {} as FastifyReply, 'company', 'page'] as const;

/** A database that has counted the company when it is told to. */
function counting() {
  const counted = Promise.withResolvers<{ count: number }>();
  return { tx: { row: () => counted.promise } as unknown as Tx, ...counted };
}

it('waits for the count, and is answered by the first process where the company is small', async () => {
  const side = new SideServer('', {}, log, shares);
  const { tx, resolve } = counting();
  const learnt = side.learn(tx, owner);
  let isAnswered = false;
  const answer = side.answers(...asked).finally(() => (isAnswered = true));
  await Promise.resolve();
  expect(isAnswered).toBe(false);
  resolve({ count: 5000 });
  await learnt;
  expect(await answer).toBe(false);
});

it('is answered by the first process where it could not be counted, and the next call counts again', async () => {
  const side = new SideServer('', {}, log, shares);
  const first = counting();
  const learnt = side.learn(first.tx, owner);
  const answer = side.answers(...asked);
  first.reject(new Error('The connection was lost.'));
  await expect(learnt).rejects.toThrow('The connection was lost.');
  expect(await answer).toBe(false);
  const second = counting();
  second.resolve({ count: 5000 });
  await side.learn(second.tx, owner);
  expect(await side.answers(...asked)).toBe(false);
});
