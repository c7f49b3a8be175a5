// What was typed and is not saved yet belongs to an account in a company: it is kept under both, and forgotten with
// the session. Nobody who signs in later in the same browser, and no other company, finds it in a form.
import type { SessionUser } from './sessionUser.ts';

/** `draft`: a form's content, kept in the tab. `import`: the choices for a package, kept in the browser. */
export type DraftKind = 'draft' | 'import';

const rooms = { draft: () => sessionStorage, import: () => localStorage };
const kinds = Object.keys(rooms) as DraftKind[];

const ofAccount = (kind: DraftKind, accountId: string) => `${kind}:${accountId}/`;

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

/** Whether this account has unsaved input in this tab. */
export const hasTyped = (accountId: string): boolean =>
  Object.keys(sessionStorage).some((key) => key.startsWith(ofAccount('draft', accountId)));

/** Deletes everybody's drafts; with an account, only those of others. */
export function forgetDrafts(exceptAccountId?: string): void {
  for (const kind of kinds) {
    const room = rooms[kind]();
    for (const key of Object.keys(room)) {
      const isTheirs = exceptAccountId !== undefined && key.startsWith(ofAccount(kind, exceptAccountId));
      if (key.startsWith(`${kind}:`) && !isTheirs) room.removeItem(key);
    }
  }
}
