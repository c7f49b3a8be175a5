// Asks to join a company by its client name.
import { useState } from 'react';
import type { FormEvent } from 'react';
import { joinOrganization } from '#src/auth/authApi.ts';
import { Icon } from '../kit/icons.tsx';
import { sentenceOf } from '../kit/parts/states.tsx';
import styles from './shell.module.css';

/** `unknown`: a client name entered at sign-up that no company uses. */
export function AskToJoin({ unknown = null }: { unknown?: string | null }) {
  const [clientName, setClientName] = useState(unknown ?? '');
  const [state, setState] = useState<'idle' | 'busy' | 'sent'>('idle');
  const [problem, setProblem] = useState(unknown && `No company uses the client name “${unknown}”.`);

  const ask = async (event: FormEvent) => {
    event.preventDefault();
    setState('busy');
    setProblem(null);
    try {
      await joinOrganization(clientName.trim());
      setState('sent');
    } catch (error) {
      console.error('Asking to join failed', error);
      setProblem(sentenceOf(error));
      setState('idle');
    }
  };

  if (state === 'sent') {
    return (
      <output>
        Your request was sent. An administrator of the company will review it. You do not need to do anything else.
      </output>
    );
  }
  return (
    <div>
      <p>Check the client name with the administrator of your company, then ask to join.</p>
      <form className={`form ${styles.join}`} onSubmit={(event) => void ask(event)}>
        <div className={problem ? 'field bad' : 'field'}>
          <label htmlFor="join-client">Client name</label>
          <input
            id="join-client"
            className="input"
            placeholder="Such as acme"
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
        <button type="submit" className="btn" disabled={clientName.trim() === '' || state === 'busy'}>
          {state === 'busy' ? 'Asking…' : 'Ask to join'}
        </button>
      </form>
    </div>
  );
}
