// How a shareholder reaches the portal, for the people of the company: on their page, and in the list in fewer words.
import type { AnyRecord } from '../../kit/fieldKinds.tsx';
import { formatCompanyDay } from '../../kit/format.ts';

export interface Portal {
  state: 'none' | 'invited' | 'linked';
  /** Of the linked account, or the address that was invited. */
  email: string | null;
  /** The last invitation, whatever became of it. */
  invited_at?: string | null;
  linked_at?: string | null;
  seen_at?: string | null;
}

/** A list has the same in columns, and no address of an account. */
export function portalOf(record: AnyRecord): Portal {
  if (record.portal) return record.portal as Portal;
  const { portal_state, portal_invited_at, portal_linked_at, portal_seen_at } = record;
  return {
    state: (portal_state as Portal['state'] | null | undefined) ?? 'none',
    email: typeof record.email === 'string' ? record.email : null,
    invited_at: (portal_invited_at ?? null) as string | null,
    linked_at: (portal_linked_at ?? null) as string | null,
    seen_at: (portal_seen_at ?? null) as string | null,
  };
}

export function portalWords({ state, email, invited_at, linked_at }: Portal): string {
  if (state === 'linked') return `Linked to ${email}${linked_at ? ` since ${formatCompanyDay(linked_at)}` : ''}`;
  if (state === 'invited') return `Invited${invited_at ? ` on ${formatCompanyDay(invited_at)}` : ''}: ${email}`;
  return invited_at ? `No access; last invited on ${formatCompanyDay(invited_at)}` : 'Never invited';
}

export function portalInShort({ state, invited_at, linked_at, seen_at }: Portal): string {
  if (state === 'linked') {
    if (seen_at) return `Seen ${formatCompanyDay(seen_at)}`;
    return linked_at ? `Linked ${formatCompanyDay(linked_at)}` : 'Linked';
  }
  if (state === 'invited') return `Invited${invited_at ? ` ${formatCompanyDay(invited_at)}` : ''}`;
  return invited_at ? 'No access' : 'Never invited';
}
