// /forgot-password: ask for a code by email, then set a new password with it and return to /login. /reset-password?token=…:
// the same by the link in that email.
import { say } from '../words/say.ts';
import { type FormEvent, useState } from 'react';
import { Alert, FailureAlert } from './Alert.tsx';
import { forgotPassword, resetByLink, resetPassword } from './accountApi.ts';
import { leaveBanner } from './banner.ts';
import { CodeField, codeLength } from './CodeField.tsx';
import { EmailField } from './fields.tsx';
import { NewPasswordField } from './NewPasswordField.tsx';
import { goTo, queryParameter } from './navigation.ts';
import { passwordHelp, passwordLengthMin } from './signup/signupRules.ts';
import { SubmitButton } from './SubmitButton.tsx';
import { useSubmit } from './useSubmit.ts';
import { shownEmail } from '../domain/shownEmail.ts';

export function ForgotPasswordPage() {
  const [email, setEmail] = useState('');
  const [sent, setSent] = useState<string | null>(null);
  const request = useSubmit();

  const askForCode = () =>
    request.submit(say`Forgot password`, say`Failed to send reset code`, async () => {
      const answer = await forgotPassword(email);
      setSent(answer?.message ?? say`If ${shownEmail(email)} has an account, a code is on its way to it.`);
    });

  return (
    <main className="auth" id="main">
      <section className="panel">
        {sent === null ? (
          <RequestForm email={email} setEmail={setEmail} request={request} onAsk={askForCode} />
        ) : (
          <ResetForm email={email} sent={sent} request={request} onAsk={askForCode} onChange={() => setSent(null)} />
        )}
        <p className="after">
          <a href="/login">{say`Back to Login`}</a>
        </p>
      </section>
    </main>
  );
}

type Request = ReturnType<typeof useSubmit>;

interface RequestFormProps {
  email: string;
  setEmail: (email: string) => void;
  request: Request;
  onAsk: () => Promise<void>;
}

function RequestForm({ email, setEmail, request, onAsk }: RequestFormProps) {
  const ready = email.includes('@');
  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (ready) void onAsk();
  }
  return (
    <>
      <h1>{say`Reset your password`}</h1>
      <p className="sub">{say`Enter the email address of your account. A 6-digit code and a link are sent to it.`}</p>
      <FailureAlert failure={request.failure} />
      <form onSubmit={onSubmit} noValidate>
        <EmailField
          value={email}
          onChange={setEmail}
          disabled={request.busy}
          wrong={request.failure?.fields.email}
          focusFirst
        />
        <div className="form-stack">
          <SubmitButton label={say`Send Code`} busyLabel={say`Sending...`} busy={request.busy} ready={ready} />
        </div>
      </form>
    </>
  );
}

interface ResetFormProps {
  email: string;
  sent: string;
  request: Request;
  onAsk: () => Promise<void>;
  onChange: () => void;
}

function ResetForm({ email, sent, request, onAsk, onChange }: ResetFormProps) {
  const [code, setCode] = useState('');
  const [password, setPassword] = useState('');
  const { busy, failure, submit, clear } = useSubmit();
  const waiting = busy || request.busy;
  const ready = code.length === codeLength && password.length >= passwordLengthMin;
  const shown = failure ?? request.failure;

  function resend() {
    clear();
    void onAsk();
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (!ready || waiting) return;
    void submit(say`Reset password`, say`Password reset failed`, async () =>
      toLogin(await resetPassword({ email, code, new_password: password })),
    );
  }

  return (
    <>
      <h1>{say`Choose a new password`}</h1>
      {!shown && <Alert tone="info">{sent}</Alert>}
      <FailureAlert failure={shown} />
      <form onSubmit={onSubmit} noValidate>
        <EmailField
          value={email}
          onChange={() => undefined}
          readOnly
          aside={
            <button type="button" className="link-button" disabled={waiting} onClick={onChange}>
              {say`Change`}
            </button>
          }
        />
        <CodeField
          value={code}
          onChange={setCode}
          disabled={waiting}
          wrong={failure?.fields.code}
          focusFirst
          aside={
            <button type="button" className="link-button" disabled={waiting} onClick={resend}>
              {say`Resend Code`}
            </button>
          }
        />
        <ChosenPassword value={password} onChange={setPassword} disabled={waiting} failure={failure} known={[email]} />
        <div className="form-stack">
          <SubmitButton label={say`Reset Password`} busyLabel={say`Resetting...`} busy={busy} ready={ready} />
        </div>
      </form>
    </>
  );
}

/** The token identifies the mailbox: the page neither asks for the address nor reveals it. */
export function ResetByLinkPage() {
  const token = queryParameter('token') ?? '';
  const [password, setPassword] = useState('');
  const { busy, failure, submit } = useSubmit();
  const ready = password.length >= passwordLengthMin;

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (!ready || busy) return;
    void submit(say`Reset password`, say`Password reset failed`, async () =>
      toLogin(await resetByLink({ token, new_password: password })),
    );
  }

  return (
    <main className="auth" id="main">
      <section className="panel">
        <h1>{say`Choose a new password`}</h1>
        <p className="sub">{say`Every session of your account ends. Then sign in with the new password.`}</p>
        <FailureAlert failure={failure}>
          {failure?.code === 'reset_link_closed' && (
            <>
              {' '}
              <a href="/forgot-password">{say`Forgot password`}</a>
            </>
          )}
        </FailureAlert>
        <form onSubmit={onSubmit} noValidate>
          <ChosenPassword
            value={password}
            onChange={setPassword}
            disabled={busy}
            failure={failure}
            known={[]}
            focusFirst
          />
          <div className="form-stack">
            <SubmitButton label={say`Reset Password`} busyLabel={say`Resetting...`} busy={busy} ready={ready} />
          </div>
        </form>
        <p className="after">
          <a href="/login">{say`Back to Login`}</a>
        </p>
      </section>
    </main>
  );
}

interface ChosenPasswordProps {
  value: string;
  onChange: (value: string) => void;
  disabled: boolean;
  failure: Request['failure'];
  known: readonly string[];
  focusFirst?: boolean;
}

const ChosenPassword = ({ failure, ...field }: ChosenPasswordProps) => (
  <NewPasswordField
    label={say`New Password`}
    name="new-password"
    autoComplete="new-password"
    help={passwordHelp}
    wrong={failure?.fields.new_password}
    {...field}
  />
);

function toLogin(answer: { message?: string }) {
  leaveBanner({ tone: 'success', text: answer.message ?? say`Your password has been reset. Please sign in.` });
  return goTo('/login');
}
