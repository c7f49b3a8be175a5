// Who is asking: the bearer token's hash, and the client as far as it can be told.
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../src/domain/errors.ts';
import type { Client } from '../auth/codes.ts';
import { sha256 } from '../data/sha256.ts';

/** Refuses: session_missing (401). */
export function bearerHash(request: FastifyRequest): string {
  const match = /^Bearer ([A-Za-z0-9_-]{20,200})$/i.exec(request.headers.authorization ?? '');
  if (!match) throw new AppError('session_missing', 'Please sign in.', { status: 401 });
  return sha256(match[1]!).toString('hex');
}

export const clientOf = (request: FastifyRequest): Client => ({
  ip: request.ip,
  userAgent: String(request.headers['user-agent'] ?? '').slice(0, 300),
});
