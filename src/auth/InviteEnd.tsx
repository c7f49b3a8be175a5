// How an invitation ended that opened no company: the company is asked first, or it was not accepted.
import { say } from '../words/say.ts';
import { Alert } from './Alert.tsx';
import { DashboardLink } from './WideLink.tsx';

export function InviteEnd({ isAsked, text }: { isAsked: boolean; text: string }) {
  return (
    <>
      <h1>{isAsked ? say`Request sent` : say`The invitation was not accepted`}</h1>
      <Alert tone={isAsked ? 'info' : 'error'}>{text}</Alert>
      {!isAsked && <p className="sub">{say`You are signed in. Ask whoever invited you for a new invitation.`}</p>}
      <DashboardLink />
    </>
  );
}
