// The pages of the two links in the email to a new account. Only the button acts, not the link, so that neither a mail
// scanner nor a careless click confirms or deletes an account.
import { say } from '../words/say.ts';
import { sayAround } from '../words/sayAround.ts';
import { type ReactNode, useState } from 'react';
import { shownEmail } from '../domain/shownEmail.ts';
import { Alert, FailureAlert } from './Alert.tsx';
import { confirmEmail, disownAccount } from './accountApi.ts';
import { queryParameter } from './navigation.ts';
import { readUser } from './session.ts';
import { useSubmit } from './useSubmit.ts';
import { DashboardLink, WideLink } from './WideLink.tsx';

/** /confirm-email?token=… A signed-out visitor signs in first and then returns here. */
export function ConfirmEmailPage() {
  const token = queryParameter('token') ?? '';
  const user = readUser();
  const { busy, failure, submit } = useSubmit();
  const [done, setDone] = useState(false);
  const signIn = `/login?confirm=${encodeURIComponent(token)}`;

  const confirm = () =>
    void submit(say`Confirm email`, say`The address could not be confirmed. Please try again.`, async () => {
      await confirmEmail(token);
      setDone(true);
    });

  const isDoneAlready = failure?.code === 'email_confirmed';
  if (done || isDoneAlready)
    return (
      <Panel title={say`Your email address is confirmed${isDoneAlready ? say` already` : ''}`}>
        <p className="sub">
          {say`From now on, a new password alone is not enough to open your account. A code sent to your phone is needed too.`}
        </p>
        <DashboardLink />
      </Panel>
    );
  return (
    <Panel title={say`Confirm your email address`}>
      <FailureAlert failure={failure} />
      {user ? (
        <>
          <p className="sub">
            {sayAround`You are signed in as ${(<b>{shownEmail(user.email)}</b>)}. Confirm only if this account is yours.`}
          </p>
          <div className="form-stack">
            <button type="button" className="btn primary wide tall" disabled={busy} onClick={confirm}>
              {busy ? say`Confirming...` : say`Confirm This Address`}
            </button>
          </div>
          <p className="after">{sayAround`Use another account? ${(<a href={signIn}>{say`Sign in to it`}</a>)}`}</p>
        </>
      ) : (
        <>
          <p className="sub">{say`Sign in to the account named in the email. Then you can confirm it here.`}</p>
          <WideLink href={signIn}>{say`Sign In`}</WideLink>
        </>
      )}
    </Panel>
  );
}

/** /not-me?token=… */
export function NotMePage() {
  const token = queryParameter('token') ?? '';
  const { busy, failure, submit } = useSubmit();
  const [answer, setAnswer] = useState<{ message: string; outcome: 'deleted' | 'closed' } | null>(null);

  const disown = () =>
    void submit(say`Not me`, say`The account could not be deleted. Please try again.`, async () =>
      setAnswer(await disownAccount(token)),
    );

  if (answer)
    return (
      <Panel title={answer.outcome === 'deleted' ? say`The account was deleted` : say`The account was closed`}>
        <Alert tone="success">{answer.message}</Alert>
        {answer.outcome === 'closed' && <WideLink href="/forgot-password">{say`Set a new password`}</WideLink>}
      </Panel>
    );
  return (
    <Panel title={say`This was not me`}>
      <p className="sub">
        {say`Somebody opened a Sharebook account with your email address. You can delete it: whoever opened it is signed out and cannot sign in again. If its company already has records, that company is not deleted.`}
      </p>
      <FailureAlert failure={failure}>
        {' '}
        <a href="/forgot-password">{say`Set a new password`}</a>
      </FailureAlert>
      <div className="form-stack">
        <button type="button" className="btn primary wide tall" disabled={busy} onClick={disown}>
          {busy ? say`Deleting...` : say`Delete This Account`}
        </button>
      </div>
    </Panel>
  );
}

function Panel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="auth" id="main">
      <section className="panel">
        <h1>{title}</h1>
        {children}
      </section>
    </main>
  );
}
