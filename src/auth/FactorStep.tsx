// The second step of signing in for an account that set up an authenticator app or a passkey beside its phone.
import { say } from '../words/say.ts';
import { sayAround } from '../words/sayAround.ts';
import { type FormEvent, useState } from 'react';
import { Alert, FailureAlert } from './Alert.tsx';
import { enterByPasskey, passkeyQuestion, resendCode, verify2fa } from './accountApi.ts';
import { type TwoFactorNeeded } from './authApi.ts';
import { CodeField, codeLength } from './CodeField.tsx';
import { TextField } from './fields.tsx';
import { addressForPasskeys, answerWithPasskey, CANCELLED, isCancelled } from './passkey.ts';
import type { Session } from './session.ts';
import { SubmitButton } from './SubmitButton.tsx';
import { TwoFactorStep } from './TwoFactorStep.tsx';
import { type Outcome, useSubmit } from './useSubmit.ts';

interface FactorStepProps {
  needed: TwoFactorNeeded;
  onVerified: (session: Session) => Promise<Outcome>;
  onBack: () => void;
}

type Way = 'totp' | 'recovery' | 'passkey' | 'sms';

export function FactorStep({ needed, onVerified, onBack }: FactorStepProps) {
  const { email, challenge_id = '', method, has_passkeys = false, can_text = true } = needed;
  const address = addressForPasskeys();
  const [way, setWay] = useState<Way>(method === 'totp' ? 'totp' : 'passkey');
  const [code, setCode] = useState('');
  const { busy, failure, submit, refuse, clear } = useSubmit();
  const ready = way === 'totp' ? code.length === codeLength : code.length >= 10;

  const verify = (entered: string) => verify2fa({ email, code: entered, challenge_id });
  const sendAgain = () => resendCode(email, 'login', challenge_id);

  function change(to: Way) {
    clear();
    setCode('');
    setWay(to);
  }

  const text = () =>
    submit(say`Text message`, say`The code could not be sent. Please try again.`, async () => {
      await sendAgain();
      setWay('sms');
    });

  const withPasskey = () =>
    submit('Passkey', say`The passkey could not be used. Please try again.`, async () => {
      const options = await passkeyQuestion(challenge_id);
      try {
        const response = await answerWithPasskey(options);
        return await onVerified(await enterByPasskey(challenge_id, response));
      } catch (cause) {
        if (!isCancelled(cause)) throw cause;
        return refuse(CANCELLED);
      }
    });

  /** The browser asks for it at once, without another press. */
  function choosePasskey() {
    change('passkey');
    if (address === null) void withPasskey();
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (way === 'passkey') void withPasskey();
    else if (ready) {
      void submit('Two-factor', say`2FA verification failed. Please try again.`, async () =>
        onVerified(await verify(code)),
      );
    }
  }

  if (way === 'sms')
    return <TwoFactorStep verify={verify} sendAgain={sendAgain} onVerified={onVerified} onBack={onBack} />;
  const others: [boolean, string, () => void][] = [
    [way !== 'passkey' && has_passkeys && address !== undefined, say`Use a passkey`, choosePasskey],
    [way !== 'totp' && method === 'totp', say`Use the authenticator app`, () => change('totp')],
    [way === 'totp', say`Use a recovery code`, () => change('recovery')],
    [can_text, say`Text me a code instead`, () => void text()],
  ];
  return (
    <>
      <h1>{say`Two-Factor Authentication`}</h1>
      <p className="sub">{texts[way]}</p>
      <FailureAlert failure={failure} />
      <form onSubmit={onSubmit} noValidate>
        {way === 'totp' && (
          <CodeField value={code} onChange={setCode} disabled={busy} wrong={failure?.fields.code} focusFirst />
        )}
        {way === 'recovery' && (
          <TextField
            label={say`Recovery Code`}
            name="recovery_code"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={12}
            value={code}
            onChange={setCode}
            disabled={busy}
            wrong={failure?.fields.code}
            help={say`Ten letters and digits, such as abcde-fghjk.`}
            focusFirst
          />
        )}
        {way === 'passkey' && address !== null && !failure && (
          <Alert tone="info">
            {address ? (
              <>
                {sayAround`Passkeys do not work at an IP address. Open ${(<a href={address}>{address}</a>)} and sign in there.`}
              </>
            ) : (
              say`This browser or address cannot use passkeys. Choose another way.`
            )}
          </Alert>
        )}
        <div className="form-stack">
          {way === 'passkey' ? (
            <SubmitButton label={say`Use a Passkey`} busyLabel={say`Waiting...`} busy={busy} ready={address === null} />
          ) : (
            <SubmitButton label={say`Verify`} busyLabel={say`Verifying...`} busy={busy} ready={ready} />
          )}
          {others
            .filter(([isOffered]) => isOffered)
            .map(([, label, onClick]) => (
              <button key={label} type="button" className="btn wide" disabled={busy} onClick={onClick}>
                {label}
              </button>
            ))}
          <button type="button" className="btn text wide" disabled={busy} onClick={onBack}>
            {say`Back to Login`}
          </button>
        </div>
      </form>
    </>
  );
}

const texts = {
  totp: say`Enter the 6-digit code that your authenticator app shows. It can be used once.`,
  recovery: say`Enter one of the recovery codes that you kept. Each works once.`,
  passkey: say`Confirm with the passkey that you added to your account.`,
};
