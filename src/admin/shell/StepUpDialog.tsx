// Confirms who is asking, in any of the ways that the account has. The call that needed it is then sent again.
import { say } from '#src/words/say.ts';
import { useEffect, useRef, useState } from 'react';
import type { OwnFactors } from '#src/contract/factors.ts';
import { addressForPasskeys, answerWithPasskey, CANCELLED, isCancelled } from '#src/auth/passkey.ts';
import { postJson } from '#src/httpClient.ts';
import { Icon } from '../kit/icons.tsx';
import { ConsoleDialog } from '../kit/parts/ConsoleDialog.tsx';
import { Failed, Loading } from '../kit/parts/states.tsx';
import { reasonAlone, useAct } from '../kit/parts/useAct.ts';
import type { Acting } from '../kit/parts/useAct.ts';
import { useRead } from '../session/useRead.ts';
import styles from './shell.module.css';

interface StepUpProps {
  onEnd: (isConfirmed: boolean) => void;
}

export default function StepUpDialog({ onEnd }: StepUpProps) {
  const { data, error, refetch } = useRead<OwnFactors>('/api/auth/factors');
  const acting = useAct({ words: reasonAlone });
  return (
    <ConsoleDialog title={say`Confirm it is you`} onClose={() => onEnd(false)} isBusy={acting.isBusy}>
      {data ? (
        <Ways factors={data} onEnd={onEnd} acting={acting} />
      ) : (
        <>
          {error ? <Failed what={say`Your second factors`} error={error} retry={() => void refetch()} /> : <Loading />}
          <div className="acts">
            <CancelButton onEnd={onEnd} isBusy={false} />
          </div>
        </>
      )}
    </ConsoleDialog>
  );
}

const CancelButton = ({ onEnd, isBusy }: StepUpProps & { isBusy: boolean }) => (
  <button type="button" className="btn" disabled={isBusy} onClick={() => onEnd(false)}>
    {say`Cancel`}
  </button>
);

type Way = 'passkey' | 'totp' | 'recovery' | 'sms';

const entry = {
  totp: { label: say`Code of the authenticator app`, length: 6 },
  sms: { label: say`Verification code`, length: 6 },
  recovery: { label: say`Recovery code`, length: 10 },
  passkey: { label: '', length: 0 },
} as const;

interface WaysProps extends StepUpProps {
  factors: OwnFactors;
  acting: Acting;
}

function Ways({ factors, onEnd, acting }: WaysProps) {
  const { act, isBusy, problem, setProblem } = acting;
  const [way, setWay] = useState<Way>(() => firstWay(factors));
  const [code, setCode] = useState('');
  const [notice, setNotice] = useState<string | null>(null);
  const box = useRef<HTMLInputElement>(null);
  const submit = useRef<HTMLButtonElement>(null);
  const { label, length } = entry[way];

  const send = () =>
    act(say`No code was sent.`, async () => {
      setNotice(null);
      setNotice((await postJson<{ message: string }>('/api/auth/step-up')).message);
    });
  const confirm = () =>
    act(say`You could not be identified.`, async () => {
      if (way === 'passkey') await confirmByPasskey();
      else await postJson('/api/auth/step-up/verify', { code });
      onEnd(true);
    });
  const change = (to: Way) => {
    setWay(to);
    setCode('');
    setProblem(null);
    setNotice(null);
    if (to === 'sms') void send();
  };
  // A text message is sent at once where it is the only way.
  const isStarted = useRef(false);
  useEffect(() => {
    if (way === 'sms' && !isStarted.current) void send();
    isStarted.current = true;
  });
  // The box, or the button of a passkey, keeps the focus when the way changes, and gets it back after a refusal.
  useEffect(() => {
    if (!isBusy) (box.current ?? submit.current)?.focus();
  }, [way, isBusy]);

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (code.length >= length) void confirm();
      }}
    >
      <p className="dialog-text">{textOf(way, factors)}</p>
      <div className={problem ? 'field bad' : 'field'}>
        {way !== 'passkey' && (
          <>
            <label htmlFor="step-up-code">{label}</label>
            <input
              ref={box}
              id="step-up-code"
              className={`input ${styles.code}`}
              inputMode={way === 'recovery' ? 'text' : 'numeric'}
              autoComplete={way === 'recovery' ? 'off' : 'one-time-code'}
              autoCapitalize="none"
              spellCheck={false}
              value={code}
              onChange={(event) => setCode(cleaned(way, event.target.value))}
              aria-invalid={problem ? true : undefined}
              aria-describedby="step-up-told"
            />
          </>
        )}
        <div id="step-up-told">
          {problem ? (
            <p className="msg" role="alert">
              <Icon name="alert" />
              <span>{problem}</span>
            </p>
          ) : (
            notice && <output className="small mut">{notice}</output>
          )}
        </div>
      </div>
      <OtherWays way={way} factors={factors} isBusy={isBusy} onChange={change} onSend={() => void send()} />
      <div className="acts">
        <CancelButton onEnd={onEnd} isBusy={isBusy} />
        <button ref={submit} type="submit" className="btn primary" disabled={isBusy || code.length < length}>
          {isBusy ? say`Working…` : way === 'passkey' ? say`Use a passkey` : say`Confirm`}
        </button>
      </div>
    </form>
  );
}

/** What is quickest: a passkey where this page may use one, then the app. */
function firstWay({ passkeys, totp, sms }: OwnFactors): Way {
  if (passkeys.length > 0 && addressForPasskeys() === null) return 'passkey';
  return totp || !sms?.is_on ? 'totp' : 'sms';
}

async function confirmByPasskey(): Promise<void> {
  const options = await postJson<Record<string, unknown>>('/api/auth/step-up/passkey/options', {});
  const response = await answerWithPasskey(options).catch((cause: unknown) => {
    throw isCancelled(cause) ? new Error(CANCELLED) : cause;
  });
  await postJson('/api/auth/step-up/passkey', { response });
}

const cleaned = (way: Way, text: string) =>
  way === 'recovery' ? text.trim().slice(0, 11) : text.replace(/\D/g, '').slice(0, 6);

function textOf(way: Way, { sms, recovery_codes_left }: OwnFactors): string {
  const then = say`Then this continues, and you are not asked again for five minutes.`;
  if (way === 'passkey') return say`Use a passkey that you added to your account. ${then}`;
  if (way === 'totp') return say`Enter the 6-digit code that your authenticator app shows. ${then}`;
  if (way === 'recovery')
    return say`Enter one of your recovery codes. Each works once; you have ${recovery_codes_left} left. ${then}`;
  return say`Enter the 6-digit code that we text to your phone ending in ${sms?.phone_last4 ?? ''}. ${then}`;
}

interface OtherWaysProps {
  way: Way;
  factors: OwnFactors;
  isBusy: boolean;
  onChange: (way: Way) => void;
  onSend: () => void;
}

function OtherWays({ way, factors, isBusy, onChange, onSend }: OtherWaysProps) {
  const others: [boolean, string, () => void][] = [
    [way === 'sms', say`Send a new code`, onSend],
    [
      way !== 'passkey' && factors.passkeys.length > 0 && addressForPasskeys() === null,
      say`Use a passkey`,
      () => onChange('passkey'),
    ],
    [way !== 'totp' && factors.totp !== null, say`Use the authenticator app`, () => onChange('totp')],
    [way !== 'sms' && factors.sms?.is_on === true, say`Text me a code instead`, () => onChange('sms')],
    [way !== 'recovery' && factors.recovery_codes_left > 0, say`Use a recovery code`, () => onChange('recovery')],
  ];
  return (
    <div className={styles.ways}>
      {others
        .filter(([isOffered]) => isOffered)
        .map(([, label, onClick]) => (
          <button key={label} type="button" className="btn text sm" disabled={isBusy} onClick={onClick}>
            {label}
          </button>
        ))}
    </div>
  );
}
