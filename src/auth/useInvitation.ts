// Looks up the invitation in a sign-up address once, and says if it is no longer valid.
import { say } from '../words/say.ts';
import { useEffect, useState } from 'react';
import { HttpError } from '../httpClient.ts';
import { type Invitation, readInvitation } from './accountApi.ts';

export type InvitationState =
  | { type: 'none' }
  | { type: 'loading' }
  | { type: 'open'; token: string; invitation: Invitation }
  | { type: 'refused'; text: string };

export function useInvitation(token: string | null, onOpen: (invitation: Invitation) => void): InvitationState {
  const [state, setState] = useState<InvitationState>(token ? { type: 'loading' } : { type: 'none' });

  useEffect(() => {
    if (!token) return;
    let wanted = true;
    readInvitation(token)
      .then((invitation) => {
        if (!wanted) return;
        onOpen(invitation);
        setState({ type: 'open', token, invitation });
      })
      .catch((cause: unknown) => {
        console.error('Invitation', cause);
        if (wanted) setState({ type: 'refused', text: refusal(cause) });
      });
    return () => {
      wanted = false;
    };
    // The token comes from the address and does not change while the page is open.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [token]);

  return state;
}

function refusal(cause: unknown): string {
  if (cause instanceof HttpError && cause.status === 404) {
    return cause.message;
  }
  return say`The invitation could not be looked up. Reload this page to try again.`;
}
