// What was typed and is not saved yet belongs to an account in a company: it is kept under both, and forgotten with
// the session. Nobody who signs in later in the same browser, and no other company, finds it in a form.
import type { SessionUser } from './sessionUser.ts';

/** `draft`: what a form holds, in the tab. `import`: what was chosen for a package, in the browser. */
export type DraftKind = 'draft' | 'import';

const rooms = { draft: () => sessionStorage, import: () => localStorage };
const kinds = Object.keys(rooms) as DraftKind[];

const ofAccount = (kind: DraftKind, accountId: string) => `${kind}:${accountId}/`;

/** Where it is kept; null while the account or the company is not known: then nothing is read and nothing kept. */
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

/** Null forgets it. */
export function keep(kind: DraftKind, place: string | null, values: unknown): void {
  if (place === null) return;
  if (values === null) rooms[kind]().removeItem(place);
  else rooms[kind]().setItem(place, JSON.stringify(values));
}

/** Whether this account has typed something in this tab that is not saved. */
export const hasTyped = (accountId: string): boolean =>
  Object.keys(sessionStorage).some((key) => key.startsWith(ofAccount('draft', accountId)));

/** Forgets what everybody left here; with an account, what everybody else did. */
export function forgetDrafts(exceptAccountId?: string): void {
  for (const kind of kinds) {
    const room = rooms[kind]();
    for (const key of Object.keys(room)) {
      const isTheirs = exceptAccountId !== undefined && key.startsWith(ofAccount(kind, exceptAccountId));
      if (key.startsWith(`${kind}:`) && !isTheirs) room.removeItem(key);
    }
  }
}
