// Accepting an invitation with the account that is signed in: its company opens and says so, unless it has to confirm first.
import { acceptInvite, switchOrganization } from './authApi.ts';
import { leaveBanner } from './banner.ts';
import { saveSession } from './session.ts';

/** Out: what the company was asked, where the account was not linked at once; then the account stays where it was. */
export async function acceptAndOpen(token: string): Promise<string | undefined> {
  const { user, message } = await acceptInvite(token);
  if (message) return message;
  saveSession(await switchOrganization(user.client_name));
  leaveBanner({ tone: 'success', text: `You accepted the invitation: ${user.client_display_name} is open now.` });
  return undefined;
}
