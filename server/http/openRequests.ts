// What a request brings along for all that it does (running/requestNow.ts), and how many one connection may have open.
import type { FastifyInstance } from 'fastify';
import { networkOf } from '#server/auth/client.ts';
import { duringRequest } from '#server/running/requestNow.ts';
import { localeOf } from './languages/locale.ts';

/** A browser has one at a time on a connection. Who writes thousands without reading an answer is cut off. */
const OPEN_MAX = 32;

export function beginRequests(server: FastifyInstance, isProduction: boolean): void {
  const open = new WeakMap<object, number>();
  server.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw;
    const count = (open.get(socket) ?? 0) + 1;
    open.set(socket, count);
    reply.raw.once('close', () => open.set(socket, open.get(socket)! - 1));
    if (count > OPEN_MAX) {
      socket.destroy();
      return;
    }
    duringRequest({ network: networkOf(request.ip), locale: () => localeOf(request, isProduction) }, done);
  });
}
