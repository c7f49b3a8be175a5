// A shareholder's portal access in words, for the company's team.
import type { Portal } from '#src/resources/shareholders.ts';
import { formatCompanyDay } from '#src/admin/kit/format.ts';
import { shownEmail } from '#src/domain/shownEmail.ts';

export function portalWords({ state, email, invited_at, linked_at }: Portal): string {
  if (state === 'linked')
    return `Linked to ${shownEmail(email ?? '')}${linked_at ? ` since ${formatCompanyDay(linked_at)}` : ''}`;
  if (state === 'invited')
    return `Invited${invited_at ? ` on ${formatCompanyDay(invited_at)}` : ''}: ${shownEmail(email ?? '')}`;
  return invited_at ? `No access; last invited on ${formatCompanyDay(invited_at)}` : 'Never invited';
}
