// The ways in which the signed-in person confirms who they are: the phone, an authenticator app and passkeys.
import { say } from '#src/words/say.ts';
import { lazy, useState } from 'react';
import type { OwnFactors } from '#src/contract/factors.ts';
import { Card } from '#src/admin/kit/parts/Card.tsx';
import { ConfirmDialog } from '#src/admin/kit/parts/ConfirmDialog.tsx';
import { LazyPart } from '#src/admin/kit/parts/LazyPart.tsx';
import { Failed, Loading } from '#src/admin/kit/parts/states.tsx';
import { formatInstant } from '#src/admin/kit/format.ts';
import { useRead } from '#src/admin/session/useRead.ts';
import { Passkeys } from './Passkeys.tsx';
import { FACTORS as PATH, useFactorChange } from './useFactorChange.ts';
import { Problem } from './Problem.tsx';
import styles from './company.module.css';

const SetUpApp = lazy(() => import('./SetUpApp.tsx'));
const NewRecoveryCodes = lazy(() => import('./NewRecoveryCodes.tsx'));

export default function Factors() {
  const { data, error, isPending, refetch } = useRead<OwnFactors>(PATH);
  return (
    <Card
      title={say`Ways to confirm it is you`}
      about={say`Asked for when you sign in, and before changes that cannot easily be taken back.`}
    >
      {error ? (
        <Failed what={say`Your ways to confirm`} error={error} retry={() => void refetch()} />
      ) : isPending ? (
        <Loading />
      ) : data.sms === null ? (
        <p className="mut">
          {say`The accounts of the sample company sign in with their password alone and are asked for nothing more. Your own account has a phone, and an authenticator app or passkeys if you like.`}
        </p>
      ) : (
        <ul className={styles.factors}>
          <Phone sms={data.sms} hasApp={data.totp !== null} />
          <App totp={data.totp} codesLeft={data.recovery_codes_left} />
          <Passkeys passkeys={data.passkeys} />
        </ul>
      )}
    </Card>
  );
}

function Phone({ sms, hasApp }: { sms: NonNullable<OwnFactors['sms']>; hasApp: boolean }) {
  const { change, isBusy, problem } = useFactorChange();
  const turn = () =>
    change(
      say`Nothing was changed.`,
      sms.is_on ? say`Codes by text message are turned off` : say`Codes by text message are turned on`,
      (send) => send('PUT', `${PATH}/sms`, { is_on: !sms.is_on }),
    );
  return (
    <li>
      <div>
        <h3>{say`Text message`}</h3>
        <p className="small mut">
          {sms.is_on
            ? say`To your phone ending in ${sms.phone_last4}.`
            : say`Turned off. Your phone ends in ${sms.phone_last4}.`}
        </p>
        <Problem text={problem} />
      </div>
      {hasApp && (
        <button type="button" className="btn small" disabled={isBusy} onClick={() => void turn()}>
          {sms.is_on ? say`Turn off text messages` : say`Turn on text messages`}
        </button>
      )}
    </li>
  );
}

function App({ totp, codesLeft }: { totp: OwnFactors['totp']; codesLeft: number }) {
  const [open, setOpen] = useState<'setUp' | 'newCodes' | 'remove' | null>(null);
  const { change, isBusy, problem, setProblem } = useFactorChange();
  const close = () => {
    setOpen(null);
    setProblem(null);
  };
  const remove = async () => {
    const isDone = await change(say`The app was not removed.`, say`The authenticator app was removed`, (send) =>
      send('DELETE', `${PATH}/totp`),
    );
    if (isDone) close();
  };
  return (
    <li>
      <div>
        <h3>{say`Authenticator app`}</h3>
        <p className="small mut">
          {totp
            ? say`Set up ${formatInstant(totp.created_at)}. ${leftInWords(codesLeft)}`
            : say`Its 6-digit code takes the place of the text message. It works without a signal.`}
        </p>
      </div>
      {totp ? (
        <div className={styles.factorActs}>
          <button type="button" className="btn small" onClick={() => setOpen('newCodes')}>
            {say`New recovery codes`}
          </button>
          <button type="button" className="btn small" onClick={() => setOpen('remove')}>
            {say`Remove the app`}
          </button>
        </div>
      ) : (
        <button type="button" className="btn small" onClick={() => setOpen('setUp')}>
          {say`Set up an app`}
        </button>
      )}
      {open === 'setUp' && (
        <LazyPart what={say`The set-up`} onClose={close}>
          <SetUpApp onClose={close} />
        </LazyPart>
      )}
      {open === 'newCodes' && (
        <LazyPart what={say`The dialog`} onClose={close}>
          <NewRecoveryCodes onClose={close} />
        </LazyPart>
      )}
      {open === 'remove' && (
        <ConfirmDialog
          title={say`Remove the authenticator app?`}
          keepLabel={say`Keep the app`}
          confirmLabel={say`Remove the app`}
          busyLabel={say`Removing…`}
          isBusy={isBusy}
          problem={problem}
          onClose={close}
          onConfirm={() => void remove()}
        >
          <p>{say`Its recovery codes stop working too. From then on you confirm with a code by text message or a passkey.`}</p>
        </ConfirmDialog>
      )}
    </li>
  );
}

function leftInWords(left: number): string {
  const words = left === 1 ? say`1 recovery code left.` : say`${left} recovery codes left.`;
  return left > 2 ? words : say`${words} Make new ones before they run out.`;
}
