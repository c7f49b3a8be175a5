// What a mailed link to unsubscribe contains: an account and the kinds of notices, signed. It opens nothing else, so it may be
// used more than once and does not expire.
import { timingSafeEqual } from 'node:crypto';
import type { Deps } from '#server/deps.ts';

export interface Unsubscribing {
  account_id: string;
  kinds: readonly string[];
}

const LENGTH_MAX = 2000;
const signed = ({ secrets }: Pick<Deps, 'secrets'>, content: string) => secrets.fingerprint('unsubscribe', content);

export function unsubscribeToken(deps: Pick<Deps, 'secrets'>, { account_id, kinds }: Unsubscribing): string {
  const content = Buffer.from([account_id, ...kinds].join(' ')).toString('base64url');
  return `${content}.${signed(deps, content).toString('base64url')}`;
}

/** Null for a token that this installation did not make. */
export function readUnsubscribeToken(deps: Pick<Deps, 'secrets'>, token: string): Unsubscribing | null {
  const [content = '', signature = '', ...rest] = token.slice(0, LENGTH_MAX).split('.');
  const [given, right] = [Buffer.from(signature, 'base64url'), signed(deps, content)];
  if (rest.length > 0 || given.length !== right.length || !timingSafeEqual(given, right)) return null;
  const [account_id = '', ...kinds] = Buffer.from(content, 'base64url').toString().split(' ');
  return { account_id, kinds };
}
