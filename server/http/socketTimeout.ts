// Keeps a connection open during long work.
import type { FastifyRequest } from 'fastify';

const WRITING_MAX_MS = 15 * 60_000;

/**
 * Writing a large package takes longer than the timeout for silent connections, and its sender waits for the answer.
 */
export function extendSocketTimeout(request: FastifyRequest): void {
  const socket: { setTimeout?: (milliseconds: number) => unknown } = request.raw.socket;
  // A server without a port (in tests) has no connection.
  socket.setTimeout?.(WRITING_MAX_MS);
}
