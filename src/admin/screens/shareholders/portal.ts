// How a shareholder reaches the portal, for the people of the company: on their page, and in the list in fewer words.
import type { Portal } from '../../../resources/shareholders.ts';
import { formatCompanyDay } from '../../kit/format.ts';

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
