// Asks to join a company by its client name.
import { say } from '#src/words/say.ts';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { joinOrganization } from '#src/auth/authApi.ts';
import { Icon } from '../kit/icons.tsx';
import { reasonAlone, useAct } from '../kit/parts/useAct.ts';
import styles from './shell.module.css';

/** `unknown`: a client name entered at sign-up that no company uses. */
export function AskToJoin({ unknown = null }: { unknown?: string | null }) {
  const [clientName, setClientName] = useState(unknown ?? '');
  const [isSent, setSent] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const { act, isBusy, problem: refusal } = useAct({ words: reasonAlone });
  const problem = unknown && !isAsked ? say`No company uses the client name “${unknown}”.` : refusal;

  const ask = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    return act(say`The request to join was not sent.`, async () => {
      await joinOrganization(clientName.trim());
      setSent(true);
    });
  };

  if (isSent) {
    return (
      <output>
        {say`Your request was sent. An administrator of the company will review it. You do not need to do anything else.`}
      </output>
    );
  }
  return (
    <div>
      <p>{say`Check the client name with the administrator of your company, then ask to join.`}</p>
      <form className={`form ${styles.join}`} onSubmit={(event) => void ask(event)}>
        <div className={problem ? 'field bad' : 'field'}>
          <label htmlFor="join-client">{say`Client name`}</label>
          <input
            id="join-client"
            className="input"
            placeholder={say`Such as acme`}
            value={clientName}
            onChange={(event) => setClientName(event.target.value)}
            autoComplete="off"
            aria-invalid={problem ? true : undefined}
            aria-describedby={problem ? 'join-client-error' : undefined}
          />
          {problem && (
            <p className="msg" id="join-client-error" role="alert">
              <Icon name="alert" />
              <span>{problem}</span>
            </p>
          )}
        </div>
        <button type="submit" className="btn" disabled={clientName.trim() === '' || isBusy}>
          {isBusy ? say`Asking…` : say`Ask to join`}
        </button>
      </form>
    </div>
  );
}
