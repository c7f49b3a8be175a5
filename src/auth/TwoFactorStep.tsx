// The second step of signing in: the code that was sent to the phone.
import { say } from '../words/say.ts';
import { type FormEvent, useState } from 'react';
import { Alert, FailureAlert } from './Alert.tsx';
import { CodeField, codeLength } from './CodeField.tsx';
import type { Session } from './session.ts';
import { SubmitButton } from './SubmitButton.tsx';
import { type Outcome, useSubmit } from './useSubmit.ts';

interface TwoFactorStepProps {
  verify: (code: string) => Promise<Session>;
  /** Requests a new code, which also resets the wrong tries. */
  sendAgain: () => Promise<{ message?: string }>;
  onVerified: (session: Session) => Promise<Outcome>;
  onBack: () => void;
}

export function TwoFactorStep({ verify, sendAgain, onVerified, onBack }: TwoFactorStepProps) {
  const [code, setCode] = useState('');
  const { busy, failure, submit } = useSubmit();
  const [notice, setNotice] = useState<string | null>(null);
  const ready = code.length === codeLength;

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (!ready) return;
    setNotice(null);
    void submit('Two-factor', say`2FA verification failed. Please try again.`, async () =>
      onVerified(await verify(code)),
    );
  }

  function resend() {
    setNotice(null);
    setCode('');
    void submit(say`Resend code`, say`The code could not be sent. Please try again.`, async () => {
      setNotice((await sendAgain()).message ?? say`A new code was sent to your phone.`);
    });
  }

  return (
    <>
      <h1>{say`Two-Factor Authentication`}</h1>
      <p className="sub">{say`A 6-digit code was sent to your phone. It can be used once.`}</p>
      <FailureAlert failure={failure} />
      {notice && !failure && <Alert tone="info">{notice}</Alert>}
      <form onSubmit={onSubmit} noValidate>
        <CodeField
          value={code}
          onChange={setCode}
          disabled={busy}
          wrong={failure?.fields.code}
          help={say`No code? The last one you received may still work. After too many wrong codes, request a new one.`}
          focusFirst
        />
        <div className="form-stack">
          <SubmitButton label={say`Verify`} busyLabel={say`Verifying...`} busy={busy} ready={ready} />
          <button type="button" className="btn wide" disabled={busy} onClick={resend}>
            {say`Send a new code`}
          </button>
          <button type="button" className="btn text wide" disabled={busy} onClick={onBack}>
            {say`Back to Login`}
          </button>
        </div>
      </form>
    </>
  );
}
