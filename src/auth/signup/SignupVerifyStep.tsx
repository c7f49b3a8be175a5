// Step 3 of the sign-up: the code sent to the phone. The correct code signs in.
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { type FormEvent, useState } from 'react';
import { Alert, FailureAlert } from '../Alert.tsx';
import { resendCode, verifyPhone } from '../accountApi.ts';
import { CodeField, codeLength } from '../CodeField.tsx';
import { dashboardPath, goTo } from '../navigation.ts';
import { saveSession } from '../session.ts';
import { dropWaiting, keepUnknownCompany } from './signupWaiting.ts';
import { StepHeading } from './SignupProgress.tsx';
import { SubmitButton } from '../SubmitButton.tsx';
import { useSubmit } from '../useSubmit.ts';
import { shownEmail } from '#src/domain/shownEmail.ts';

interface VerifyStepProps {
  email: string;
  phone: string;
  /** The client name of the company to join, if known. */
  asked?: string | undefined;
  /** The server's message when the account was created. */
  message: string | undefined;
  /** Set after a reload: the phone number is no longer known, and the user may start again. */
  onStartAgain?: (() => void) | undefined;
  /** Returns to the company's name, because another sign-up took it first. */
  onRename?: (() => void) | undefined;
}

const resentText = say`A new verification code has been sent to your phone.`;

export function SignupVerifyStep({ email, phone, asked, message, onStartAgain, onRename }: VerifyStepProps) {
  const [code, setCode] = useState('');
  const [notice, setNotice] = useState(message);
  const [resending, setResending] = useState(false);
  const { busy, failure, submit } = useSubmit();
  const ready = code.length === codeLength;

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (!ready) return;
    setNotice(undefined);
    void submit(say`Phone verification`, say`Verification failed. Please try again.`, async () => {
      const session = await verifyPhone(email, code);
      saveSession(session);
      if (asked && session.user.membership_status === 'none') keepUnknownCompany(session.user.id, asked);
      dropWaiting();
      return goTo(dashboardPath);
    });
  }

  function resend() {
    setNotice(undefined);
    setResending(true);
    void submit(say`Resend code`, say`Failed to resend code. Please try again.`, async () => {
      const answer = await resendCode(email, 'signup');
      const sent = answer?.message ?? resentText;
      // The specification asks for the browser's own alert; the sentence stays on the page after it is closed.
      setNotice(sent);
      window.alert(sent);
    }).finally(() => setResending(false));
  }

  return (
    <>
      <StepHeading step="verify" />
      {onStartAgain ? (
        <p className="sub">
          {sayAround`We sent a code to the phone registered for ${shownEmail(email)}. ${(
            <button type="button" className="link-button" onClick={onStartAgain}>
              {say`Start again`}
            </button>
          )}`}
        </p>
      ) : (
        <p className="sub">{sayAround`A 6-digit code was sent to ${phone}.`}</p>
      )}
      {notice && !failure && <Alert tone="info">{notice}</Alert>}
      <p className="sub">
        {sayAround`If this address already has an account, we emailed it instructions: ${(<a href="/login">{say`sign in`}</a>)}, or ${(<a href="/forgot-password">{say`set a new password`}</a>)}.`}
      </p>
      <FailureAlert failure={failure}>
        {failure?.code === 'client_name_taken' && onRename && (
          <>
            {' '}
            <button type="button" className="link-button" onClick={onRename}>
              {say`Choose another name`}
            </button>
          </>
        )}
      </FailureAlert>
      <form onSubmit={onSubmit} noValidate>
        <CodeField value={code} onChange={setCode} disabled={busy} wrong={failure?.fields.code} focusFirst />
        <div className="form-actions">
          <button type="button" className="btn tall" disabled={busy} onClick={resend}>
            {say`Resend Code`}
          </button>
          <SubmitButton
            label={say`Verify`}
            busyLabel={say`Verifying...`}
            busy={busy && !resending}
            ready={ready && !resending}
            className="grow tall"
          />
        </div>
      </form>
    </>
  );
}
