// A shareholder's portal access in words, for the company's team.
import { say } from '#src/words/say.ts';
import type { Portal } from '#src/resources/shareholders.ts';
import { formatCompanyDay } from '#src/admin/kit/format.ts';
import { shownEmail } from '#src/domain/shownEmail.ts';

export function portalWords({ state, email, invited_at, linked_at }: Portal): string {
  if (state === 'linked')
    return say`Linked to ${shownEmail(email ?? '')}${linked_at ? say` since ${formatCompanyDay(linked_at)}` : ''}`;
  if (state === 'invited')
    return say`Invited${invited_at ? say` on ${formatCompanyDay(invited_at)}` : ''}: ${shownEmail(email ?? '')}`;
  return invited_at ? say`No access; last invited on ${formatCompanyDay(invited_at)}` : say`Never invited`;
}
