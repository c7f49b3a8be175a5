// Accepts an invitation with the signed-in account: its company opens with a notice, unless it must confirm first.
import { say } from '../words/say.ts';
import { acceptInvite } from './accountApi.ts';
import { switchOrganization } from './authApi.ts';
import { leaveBanner } from './banner.ts';
import { saveSession } from './session.ts';

/** Returns the server's message if the company must confirm first; the session then stays as it was. */
export async function acceptAndOpen(token: string): Promise<string | undefined> {
  const { user, message } = await acceptInvite(token);
  if (message) return message;
  saveSession(await switchOrganization(user.client_name));
  leaveBanner({ tone: 'success', text: say`You accepted the invitation: ${user.client_display_name} is open now.` });
  return undefined;
}
