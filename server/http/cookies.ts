// The cookies that the server itself reads and sets. No script reads them.
import type { FastifyReply, FastifyRequest } from 'fastify';

export interface NewCookie {
  name: string;
  value: string;
  /** 0 forgets it. */
  seconds: number;
  path: string;
  /** Strict: never sent on a way in from another site. Lax: sent with a link that a person follows. */
  sameSite: 'Strict' | 'Lax';
}

/** In seconds. */
export const YEAR = 31_536_000;

export function cookieOf(request: FastifyRequest, name: string): string | null {
  const match = new RegExp(`(?:^|;\\s*)${name}=([A-Za-z0-9._-]{1,200})`).exec(request.headers.cookie ?? '');
  return match?.[1] ?? null;
}

export function setCookie(request: FastifyRequest, reply: FastifyReply, cookie: NewCookie): void {
  const { name, value, seconds, path, sameSite } = cookie;
  const secure = request.protocol === 'https' ? '; Secure' : '';
  void reply.header(
    'set-cookie',
    `${name}=${value}; HttpOnly; SameSite=${sameSite}; Path=${path}; Max-Age=${seconds}${secure}`,
  );
}
