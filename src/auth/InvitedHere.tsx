// An invitation opened by a signed-in user: one button accepts it and opens that company.
import { say } from '../words/say.ts';
import { sayAround } from '../words/sayAround.ts';
import { useState } from 'react';
import { shownEmail } from '../domain/shownEmail.ts';
import { HttpError } from '../httpClient.ts';
import { acceptAndOpen } from './acceptance.ts';
import { FailureAlert, Alert } from './Alert.tsx';
import { dashboardPath, goTo } from './navigation.ts';
import type { SessionUser } from './sessionUser.ts';
import { useInvitation } from './useInvitation.ts';
import { useSubmit } from './useSubmit.ts';
import { DashboardLink } from './WideLink.tsx';

interface InvitedHereProps {
  token: string;
  user: SessionUser;
  /** Continues with another account: the page becomes the one for signed-out visitors. */
  onOther: () => void;
}

export function InvitedHere({ token, user, onOther }: InvitedHereProps) {
  const invited = useInvitation(token, () => undefined);
  const { busy, failure, submit } = useSubmit();
  const [asked, setAsked] = useState<string | null>(null);
  const company = invited.type === 'open' ? invited.invitation.client_display_name : null;

  const accept = () =>
    submit(say`Accept invitation`, say`The invitation could not be accepted. Please try again.`, async () => {
      try {
        const message = await acceptAndOpen(token);
        return message ? setAsked(message) : goTo(dashboardPath);
      } catch (cause) {
        // The session has ended: the page asks for a sign-in and keeps the invitation in its address.
        if (cause instanceof HttpError && cause.status === 401) return onOther();
        throw cause;
      }
    });

  if (asked !== null || invited.type === 'refused')
    return (
      <>
        <h1>{asked === null ? say`This invitation is closed` : say`Request sent`}</h1>
        <Alert tone={asked === null ? 'error' : 'info'}>{asked ?? (invited.type === 'refused' && invited.text)}</Alert>
        <DashboardLink />
      </>
    );
  return (
    <>
      <h1>{company === null ? say`Join the company` : say`Join ${company}`}</h1>
      <p className="sub">
        {sayAround`${company === null ? say`You were invited.` : say`${company} has invited you.`} You are signed in as ${`${user.first_name} ${user.last_name}`.trim()} (${shownEmail(user.email)}).`}
      </p>
      <FailureAlert failure={failure} />
      <div className="form-stack">
        <button
          type="button"
          className="btn primary wide tall"
          disabled={busy || invited.type !== 'open'}
          onClick={() => void accept()}
        >
          {busy ? say`Accepting...` : say`Accept the invitation`}
        </button>
        <button type="button" className="btn text wide" disabled={busy} onClick={onOther}>
          {say`Use another account`}
        </button>
      </div>
    </>
  );
}
