// Sets up an authenticator app: its QR code, the code that proves it, and the recovery codes, which are shown this once.
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { create } from 'qrcode';
import type { NewAuthenticator, RecoveryCodes } from '#src/contract/factors.ts';
import { ConsoleDialog } from '#src/admin/kit/parts/ConsoleDialog.tsx';
import { Loading } from '#src/admin/kit/parts/states.tsx';
import { Problem } from './Problem.tsx';
import { RecoveryCodesToKeep } from './RecoveryCodesToKeep.tsx';
import { useFactorChange } from './useFactorChange.ts';
import styles from './company.module.css';

const PATH = '/api/auth/factors/totp';

export default function SetUpApp({ onClose }: { onClose: () => void }) {
  const { change, isBusy, problem } = useFactorChange();
  const [begun, setBegun] = useState<NewAuthenticator | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const [code, setCode] = useState('');

  const begin = async (event: FormEvent) => {
    event.preventDefault();
    await change(say`Nothing was set up.`, null, async (send) => setBegun(await send<NewAuthenticator>('POST', PATH)));
  };
  const confirm = async (event: FormEvent) => {
    event.preventDefault();
    await change(say`The app was not set up yet.`, say`The authenticator app is set up`, async (send) =>
      setCodes((await send<RecoveryCodes>('POST', `${PATH}/confirm`, { code })).recovery_codes),
    );
  };

  if (codes) return <RecoveryCodesToKeep codes={codes} onClose={onClose} />;
  return (
    <ConsoleDialog title={say`Set up an authenticator app`} onClose={onClose} isBusy={isBusy}>
      {begun ? (
        <form onSubmit={(event) => void confirm(event)} noValidate>
          <p className="dialog-text">
            {say`Scan this with an authenticator app on your phone, such as Google Authenticator, Microsoft Authenticator or the password app of your device.`}
          </p>
          <QrCode text={begun.otpauth_url} />
          <details className={styles.secret}>
            <summary>{say`Type a key instead`}</summary>
            <p>{sayAround`Key, by time, 6 digits: ${(<code>{begun.secret.replace(/.{4}(?=.)/g, '$& ')}</code>)}`}</p>
          </details>
          <div className="field">
            <label htmlFor="app-code">{say`Code that the app shows`}</label>
            <input
              id="app-code"
              className="input"
              inputMode="numeric"
              autoComplete="one-time-code"
              value={code}
              onChange={(event) => setCode(event.target.value.replace(/\D/g, '').slice(0, 6))}
            />
          </div>
          <Problem text={problem} />
          <Acts onClose={onClose} isBusy={isBusy} label={say`Confirm`} isReady={code.length === 6} />
        </form>
      ) : (
        <form onSubmit={(event) => void begin(event)}>
          <p className="dialog-text">
            {say`From then on, signing in asks for the code that the app shows instead of sending you a text message. You get ten recovery codes for the day on which you lose your phone.`}
          </p>
          {isBusy && <Loading />}
          <Problem text={problem} />
          <Acts onClose={onClose} isBusy={isBusy} label={say`Continue`} isReady />
        </form>
      )}
    </ConsoleDialog>
  );
}

interface ActsProps {
  onClose: () => void;
  isBusy: boolean;
  label: string;
  isReady: boolean;
}

const Acts = ({ onClose, isBusy, label, isReady }: ActsProps) => (
  <div className="acts">
    <button type="button" className="btn" disabled={isBusy} onClick={onClose}>
      {say`Cancel`}
    </button>
    <button type="submit" className="btn primary" disabled={isBusy || !isReady}>
      {isBusy ? say`Working…` : label}
    </button>
  </div>
);

/** Modules of white around it, which readers need. */
const MARGIN = 4;

function QrCode({ text }: { text: string }) {
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules;
  const dark = [...data].flatMap((module, at) =>
    module ? [`M${(at % size) + MARGIN} ${Math.floor(at / size) + MARGIN}h1v1h-1z`] : [],
  );
  const side = size + 2 * MARGIN;
  return (
    <svg
      className={styles.qr}
      viewBox={`0 0 ${side} ${side}`}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a drawing made of a path
      role="img"
      aria-label={say`QR code for the authenticator app`}
      shapeRendering="crispEdges"
    >
      <rect width={side} height={side} fill="#fff" />
      <path d={dark.join('')} fill="#000" />
    </svg>
  );
}
