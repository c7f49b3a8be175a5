// The passkeys of the signed-in person: listed, added, renamed and removed.
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { useState } from 'react';
import { addressForPasskeys, isCancelled, makePasskey } from '#src/auth/passkey.ts';
import type { OwnFactors } from '#src/contract/factors.ts';
import { deviceInWords } from '#src/domain/device.ts';
import { formatInstant } from '#src/admin/kit/format.ts';
import { FormDialog } from '#src/admin/kit/form/FormDialog.tsx';
import { ConfirmDialog } from '#src/admin/kit/parts/ConfirmDialog.tsx';
import { text } from '#src/resources/kit/fields.ts';
import { useFactorChange, useFactorWork } from './useFactorChange.ts';
import styles from './company.module.css';

const PATH = '/api/auth/factors/passkeys';
type Passkey = OwnFactors['passkeys'][number];

export function Passkeys({ passkeys }: { passkeys: Passkey[] }) {
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      {passkeys.map((passkey) => (
        <OnePasskey key={passkey.id} passkey={passkey} />
      ))}
      <li>
        <div>
          <h3>{passkeys.length > 0 ? say`Another passkey` : say`Passkey`}</h3>
          <p className="small mut">
            {say`Confirm with your fingerprint, your face, the code of your device or a security key. Nothing to type, nothing to phish.`}
          </p>
          <WhereToOpen />
        </div>
        {addressForPasskeys() === null && (
          <button type="button" className="btn small" onClick={() => setAdding(true)}>
            {say`Add a passkey`}
          </button>
        )}
        {isAdding && <AddDialog onClose={() => setAdding(false)} />}
      </li>
    </>
  );
}

/** Browsers refuse passkeys at an IP address, and without HTTPS. */
function WhereToOpen() {
  const address = addressForPasskeys();
  if (address === null) return null;
  return (
    <p className="small">
      {address ? (
        <>
          {sayAround`Passkeys do not work at an IP address. To add one, open ${(<a href={address}>{address}</a>)} and sign in there.`}
        </>
      ) : (
        say`This browser or address cannot use passkeys. They need HTTPS and a host name.`
      )}
    </p>
  );
}

function OnePasskey({ passkey }: { passkey: Passkey }) {
  const [open, setOpen] = useState<'rename' | 'remove' | null>(null);
  const { change, isBusy, problem, setProblem } = useFactorChange();
  const close = () => {
    setOpen(null);
    setProblem(null);
  };
  return (
    <li>
      <div>
        <h3>{passkey.name}</h3>
        <p className="small mut">{sayAround`Passkey, added ${formatInstant(passkey.created_at)}`}</p>
      </div>
      <div className={styles.factorActs}>
        <button
          type="button"
          className="btn small"
          aria-label={say`Rename the passkey ${passkey.name}`}
          onClick={() => setOpen('rename')}
        >
          {say`Rename`}
        </button>
        <button
          type="button"
          className="btn small"
          aria-label={say`Remove the passkey ${passkey.name}`}
          onClick={() => setOpen('remove')}
        >
          {say`Remove`}
        </button>
      </div>
      {open === 'rename' && <RenameDialog passkey={passkey} onClose={close} />}
      {open === 'remove' && (
        <ConfirmDialog
          title={say`Remove the passkey “${passkey.name}”?`}
          keepLabel={say`Keep the passkey`}
          confirmLabel={say`Remove the passkey`}
          busyLabel={say`Removing…`}
          isBusy={isBusy}
          problem={problem}
          onClose={close}
          onConfirm={() =>
            void change(say`The passkey was not removed.`, say`The passkey was removed`, (send) =>
              send('DELETE', `${PATH}/${passkey.id}`),
            )
          }
        >
          <p>{say`It can no longer confirm that it is you. Remove it from the device as well, where passkeys are kept.`}</p>
        </ConfirmDialog>
      )}
    </li>
  );
}

const CANCELLED = say`The passkey was not made. Try again, or close this window.`;

function AddDialog({ onClose }: { onClose: () => void }) {
  const run = useFactorWork();
  return (
    <NameDialog
      title={say`Add a passkey`}
      text={say`Your browser asks where to keep it, and then for your fingerprint, face or code.`}
      start={deviceInWords(navigator.userAgent)}
      submit={say`Add passkey`}
      nothing={say`No passkey was added.`}
      onName={(name) =>
        run(say`The passkey was added`, async (send) => {
          const options = await send<Record<string, unknown>>('POST', `${PATH}/options`);
          const response = await makePasskey(options).catch((cause: unknown) => {
            throw isCancelled(cause) ? new Error(CANCELLED) : cause;
          });
          await send('POST', PATH, { name, response });
        })
      }
      onClose={onClose}
    />
  );
}

function RenameDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const run = useFactorWork();
  return (
    <NameDialog
      title={say`Rename the passkey`}
      start={passkey.name}
      submit={say`Rename`}
      nothing={say`The passkey keeps its name.`}
      onName={(name) => run(say`The passkey was renamed`, (send) => send('PUT', `${PATH}/${passkey.id}`, { name }))}
      onClose={onClose}
    />
  );
}

const fields = {
  name: text({ max: 100, required: true, label: say`Name`, help: say`Its name in this list.` }),
};

interface NameDialogProps {
  title: string;
  text?: string;
  start: string;
  submit: string;
  nothing: string;
  onName: (name: string) => Promise<void>;
  onClose: () => void;
}

function NameDialog({ title, text: about, start, submit, nothing, onName, onClose }: NameDialogProps) {
  return (
    <FormDialog
      title={title}
      about={about && <p>{about}</p>}
      fields={fields}
      starts={{ name: start }}
      submit={submit}
      busy={say`Waiting…`}
      isReady={({ name }) => String(name ?? '').trim() !== ''}
      nothing={nothing}
      onSubmit={async ({ name }) => {
        await onName(String(name).trim());
        onClose();
      }}
      onClose={onClose}
    />
  );
}
