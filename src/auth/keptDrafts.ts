// Keeps what is typed, and reads it again. Apart from what forgets it (drafts.ts), which the first screens load.
import { ofAccount, rooms } from './drafts.ts';
import type { DraftKind } from './drafts.ts';
import type { SessionUser } from './sessionUser.ts';

/** The storage key; null while the account or company is unknown: then nothing is read or kept. */
export function draftPlace(kind: DraftKind, user: SessionUser | null, name: string): string | null {
  if (!user?.id || !user.client_name) return null;
  return `${ofAccount(kind, user.id)}${user.client_name}/${name}`;
}

export function readKept<T>(kind: DraftKind, place: string | null): T | null {
  const stored = place && rooms[kind]().getItem(place);
  if (!stored) return null;
  try {
    return JSON.parse(stored) as T;
  } catch {
    return null;
  }
}

/** Numbers of taxes and banks, passwords, codes and signatures, by the names of their fields: they are given anew. */
const NEVER_KEPT =
  /^(code|signature)$|(^|_)(tin|tax_id|ssn|ein|iban|bank_account|routing_number|account_number|password|recovery_code|secret|token)$/;
export const isNeverKept = (name: string): boolean => NEVER_KEPT.test(name);

/** The values without those that are never kept, at any depth. */
const withoutSecrets = (_name: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).filter(([name]) => !isNeverKept(name)))
    : value;

/** Null deletes it. */
export function keep(kind: DraftKind, place: string | null, values: unknown): void {
  if (place === null) return;
  if (values === null) rooms[kind]().removeItem(place);
  else rooms[kind]().setItem(place, JSON.stringify(values, withoutSecrets));
}
