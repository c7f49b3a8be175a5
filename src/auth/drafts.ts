// What was typed and is not saved yet belongs to an account in a company: it is kept under both, and forgotten with
// the session. Nobody who signs in later in the same browser, and no other company, finds it in a form.
/** `draft`: a form's content, kept in the tab. `import`: the choices for a package, kept in the browser. */
export type DraftKind = 'draft' | 'import';

export const rooms = { draft: () => sessionStorage, import: () => localStorage };
const kinds = Object.keys(rooms) as DraftKind[];

export const ofAccount = (kind: DraftKind, accountId: string) => `${kind}:${accountId}/`;

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
