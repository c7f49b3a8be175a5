// Step 3 of the sign-up: the code sent to the phone. The correct code signs in.
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

const resentText = 'A new verification code has been sent to your phone.';

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
    void submit('Phone verification', 'Verification failed. Please try again.', async () => {
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
    void submit('Resend code', 'Failed to resend code. Please try again.', async () => {
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
          We sent a code to the phone registered for {shownEmail(email)}.{' '}
          <button type="button" className="link-button" onClick={onStartAgain}>
            Start again
          </button>
        </p>
      ) : (
        <p className="sub">A 6-digit code was sent to {phone}.</p>
      )}
      {notice && !failure && <Alert tone="info">{notice}</Alert>}
      <p className="sub">
        If this address already has an account, we emailed it instructions: <a href="/login">sign in</a>, or{' '}
        <a href="/forgot-password">set a new password</a>.
      </p>
      <FailureAlert failure={failure}>
        {failure?.code === 'client_name_taken' && onRename && (
          <>
            {' '}
            <button type="button" className="link-button" onClick={onRename}>
              Choose another name
            </button>
          </>
        )}
      </FailureAlert>
      <form onSubmit={onSubmit} noValidate>
        <CodeField value={code} onChange={setCode} disabled={busy} wrong={failure?.fields.code} focusFirst />
        <div className="form-actions">
          <button type="button" className="btn tall" disabled={busy} onClick={resend}>
            Resend Code
          </button>
          <SubmitButton
            label="Verify"
            busyLabel="Verifying..."
            busy={busy && !resending}
            ready={ready && !resending}
            className="grow tall"
          />
        </div>
      </form>
    </>
  );
}
