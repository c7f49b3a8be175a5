// In which language a page is sent: what the person chose, which a cookie carries to pages, else what their browser asks for.
import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { isLocale, localeNames, PSEUDO_LOCALE } from '#src/words/locales.ts';
import type { Locale } from '#src/words/locales.ts';
import { cookieOf, setCookie, YEAR } from '../cookies.ts';

const COOKIE = 'locale';
const OFFERED: string[] = [...localeNames];
/** Also the pseudo language. */
const OFFERED_OUTSIDE_PRODUCTION = [...OFFERED, PSEUDO_LOCALE];

export function localeOf(request: FastifyRequest, isProduction: boolean): string {
  const chosen = cookieOf(request, COOKIE);
  const offered = isProduction ? OFFERED : OFFERED_OUTSIDE_PRODUCTION;
  if (chosen !== null && offered.includes(chosen)) return chosen;
  return new Negotiator(request.raw).language(offered) ?? 'en';
}

/** The page that the person opens next is in their language. Null: in their browser's. */
export function keepLocale(request: FastifyRequest, reply: FastifyReply, locale: Locale | null): void {
  const kept = cookieOf(request, COOKIE);
  // The pseudo language is nobody's own: it stays until the browser forgets it.
  if (kept === locale || (locale === null && !isLocale(kept))) return;
  const [value, seconds] = locale === null ? ['', 0] : ([locale, YEAR] as const);
  setCookie(request, reply, { name: COOKIE, value, seconds, path: '/', sameSite: 'Lax' });
}
