// An answer as JSON, made piece by piece where it is long, so that others are answered meanwhile.
import type { FastifyReply } from 'fastify';
import type { Slices } from '#src/domain/slices.ts';
import { runYielding } from '#server/data/runYielding.ts';

/** An array with more items makes an answer long. */
const LONG = 500;
const ITEMS_AT_ONCE = 100;

const isLong = (value: unknown): value is unknown[] => Array.isArray(value) && value.length > LONG;
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** A long answer as its JSON; any other as it is. */
export async function inPieces(answer: unknown, reply: FastifyReply): Promise<unknown> {
  if (!isLong(answer) && !(isRecord(answer) && Object.values(answer).some(isLong))) return answer;
  const json = await runYielding(jsonInSlices(answer));
  reply.type('application/json; charset=utf-8');
  return json;
}

/** Like JSON.stringify, of an array or a record with arrays, with pauses. */
export function* jsonInSlices(value: unknown[] | Record<string, unknown>): Slices<string> {
  if (Array.isArray(value)) {
    const pieces: string[] = [];
    for (let at = 0; at < value.length; at += ITEMS_AT_ONCE) {
      pieces.push(JSON.stringify(value.slice(at, at + ITEMS_AT_ONCE)).slice(1, -1));
      yield;
    }
    return `[${pieces.join(',')}]`;
  }
  const members: string[] = [];
  for (const [name, member] of Object.entries(value)) {
    const json = isLong(member) ? yield* jsonInSlices(member) : JSON.stringify(member);
    if (json !== undefined) members.push(`${JSON.stringify(name)}:${json}`);
  }
  return `{${members.join(',')}}`;
}
