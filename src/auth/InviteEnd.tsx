// How an invitation ended that opened no company: the company is asked first, or it was not accepted.
import { Alert } from './Alert.tsx';
import { DashboardLink } from './WideLink.tsx';

export function InviteEnd({ isAsked, text }: { isAsked: boolean; text: string }) {
  return (
    <>
      <h1>{isAsked ? 'Request sent' : 'The invitation was not accepted'}</h1>
      <Alert tone={isAsked ? 'info' : 'error'}>{text}</Alert>
      {!isAsked && <p className="sub">You are signed in. Ask whoever invited you for a new invitation.</p>}
      <DashboardLink />
    </>
  );
}
