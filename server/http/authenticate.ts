// Identifies the caller: the bearer token's hash, and the client as far as possible.
import type { FastifyRequest } from 'fastify';
import { AppError } from '#src/domain/errors.ts';
import { networkOf, readDevice } from '../auth/client.ts';
import type { Client } from '../auth/client.ts';
import type { Secrets } from '../auth/secrets.ts';
import { sha256 } from '../data/sha256.ts';
import { cookieOf } from './cookies.ts';

/** Refuses: session_missing (401). */
export function bearerHash(request: FastifyRequest): string {
  const match = /^Bearer ([A-Za-z0-9_-]{20,200})$/i.exec(request.headers.authorization ?? '');
  if (!match) throw new AppError('session_missing', 'Please sign in.', { status: 401 });
  return sha256(match[1]!).toString('hex');
}

export const DEVICE_COOKIE = 'sb_device';

export const clientOf = (request: FastifyRequest, secrets: Secrets): Client => ({
  network: networkOf(request.ip),
  site: networkOf(request.ip, 3),
  userAgent: String(request.headers['user-agent'] ?? '').slice(0, 300),
  device: readDevice(secrets, cookieOf(request, DEVICE_COOKIE)),
});
