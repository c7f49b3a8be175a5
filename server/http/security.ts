// Headers of every answer, and the page's nonce. API answers are never cached.
import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { sha256 } from '../data/sha256.ts';

export const newNonce = () => randomBytes(16).toString('base64');

/** The policy source for an inline script, by its text. */
export const scriptSource = (text: string) => `'sha256-${sha256(text).toString('base64')}'`;

/** `scripts`: the sources of the page's inline scripts. */
export function contentSecurityPolicy(nonce: string, scripts: readonly string[] = []): string {
  return [
    "default-src 'self'",
    ["script-src 'self'", ...scripts].join(' '),
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "font-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ].join('; ');
}

export function securityHeaders(app: FastifyInstance) {
  app.addHook('onRequest', async (request, reply) => {
    void reply.headers({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'x-frame-options': 'DENY',
      'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    });
    if (request.protocol === 'https')
      void reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains');
    if (request.url.startsWith('/api/'))
      void reply
        .header('cache-control', 'no-store')
        .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'");
  });
}
