// Asks a company to let this account in, by the client name that its people know.
import { useState } from 'react';
import type { FormEvent } from 'react';
import { joinOrganization } from '../../auth/authApi.ts';
import { sentenceOf } from '../parts/states.tsx';

export function AskToJoin() {
  const [clientName, setClientName] = useState('');
  const [state, setState] = useState<'idle' | 'busy' | 'sent'>('idle');
  const [problem, setProblem] = useState<string | null>(null);

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
        Your request was sent. An administrator of the company approves it; nothing more is needed from you.
      </output>
    );
  }
  return (
    <div>
      <p>Check the client name with the administrator of your company, then ask to join.</p>
      <form className="join" onSubmit={(event) => void ask(event)}>
        <label className="vh" htmlFor="join-client">
          Client name
        </label>
        <input
          id="join-client"
          className="input"
          placeholder="Client name, such as acme"
          value={clientName}
          onChange={(event) => setClientName(event.target.value)}
          autoComplete="off"
        />
        <button type="submit" className="btn" disabled={clientName.trim() === '' || state === 'busy'}>
          {state === 'busy' ? 'Asking…' : 'Ask to join'}
        </button>
      </form>
      {problem && <p role="alert">{problem}</p>}
    </div>
  );
}
