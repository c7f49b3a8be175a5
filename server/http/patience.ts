// A connection that stays open while long work is done for it.
import type { FastifyRequest } from 'fastify';

const WRITING_MAX_MS = 15 * 60_000;

/** A large package is written for longer than a silent connection is otherwise kept open; its sender waits for the answer. */
export function waitPatiently(request: FastifyRequest): void {
  const socket: { setTimeout?: (milliseconds: number) => unknown } = request.raw.socket;
  // A server asked without a port has no connection to keep.
  socket.setTimeout?.(WRITING_MAX_MS);
}
