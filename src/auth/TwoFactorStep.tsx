// The second step of signing in: the code that was sent to the phone.
import { type FormEvent, useState } from 'react';
import { FailureAlert } from './Alert.tsx';
import { CodeField, codeLength } from './fields.tsx';
import type { Session } from './session.ts';
import { SubmitButton } from './SubmitButton.tsx';
import { type Outcome, useSubmit } from './useSubmit.ts';

interface TwoFactorStepProps {
  verify: (code: string) => Promise<Session>;
  onVerified: (session: Session) => Promise<Outcome>;
  onBack: () => void;
}

export function TwoFactorStep({ verify, onVerified, onBack }: TwoFactorStepProps) {
  const [code, setCode] = useState('');
  const { busy, failure, submit } = useSubmit();
  const ready = code.length === codeLength;

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (!ready) return;
    void submit('Two-factor', '2FA verification failed. Please try again.', async () => onVerified(await verify(code)));
  }

  return (
    <>
      <h1>Two-Factor Authentication</h1>
      <p className="sub">A 6-digit code was sent to your phone. It can be used once.</p>
      <FailureAlert failure={failure} />
      <form onSubmit={onSubmit} noValidate>
        <CodeField
          value={code}
          onChange={setCode}
          disabled={busy}
          wrong={failure?.fields.code}
          help="No code? The last one that came may still be good. Or go back and sign in again for a new one."
          focusFirst
        />
        <div className="form-stack">
          <SubmitButton label="Verify" busyLabel="Verifying..." busy={busy} ready={ready} />
          <button type="button" className="btn btn-text btn-wide" disabled={busy} onClick={onBack}>
            Back to Login
          </button>
        </div>
      </form>
    </>
  );
}
