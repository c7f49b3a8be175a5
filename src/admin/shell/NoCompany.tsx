// For an account that is in no company: ask to join one, or found one.
import { useState } from 'react';
import type { FormEvent } from 'react';
import { foundOrganization, joinOrganization } from '../../auth/authApi.ts';
import { CompanyNameFields } from '../../auth/CompanyNameFields.tsx';
import { saveSession } from '../../auth/session.ts';
import { isClientNameLawful } from '../../auth/signupRules.ts';
import { useSubmit } from '../../auth/useSubmit.ts';
import { Icon } from '../icons.tsx';
import { sentenceOf } from '../parts/states.tsx';
import { dashboardPath } from '../paths.ts';

export default function NoCompany({ name }: { name: string }) {
  const [founds, setFounds] = useState(false);
  return (
    <div className="alert warning banner">
      <Icon name="info" />
      <div className="grow">
        <p>
          <b>You do not belong to a company yet.</b> {name ? `${name} did not admit this account.` : ''}
        </p>
        {founds ? <FoundCompany onBack={() => setFounds(false)} /> : <AskToJoin />}
        {!founds && (
          <p className="or-found">
            Is it your own company, and new here?{' '}
            <button type="button" className="btn text" onClick={() => setFounds(true)}>
              Found a company
            </button>
          </p>
        )}
      </div>
    </div>
  );
}

function FoundCompany({ onBack }: { onBack: () => void }) {
  const [values, setValues] = useState({ clientName: '', clientDisplayName: '' });
  const { busy, failure, submit } = useSubmit();
  const isReady = isClientNameLawful(values.clientName) && values.clientDisplayName.trim() !== '';

  const found = async (event: FormEvent) => {
    event.preventDefault();
    await submit('Founding a company failed', 'The company could not be founded. Please try again.', async () => {
      const names = { client_name: values.clientName, client_display_name: values.clientDisplayName.trim() };
      saveSession(await foundOrganization(names));
      // A fresh document: nothing of before may stay in memory.
      window.location.assign(dashboardPath);
      return 'leaving';
    });
  };

  return (
    <form className="form found" onSubmit={(event) => void found(event)} noValidate>
      {failure && <p role="alert">{failure.text}</p>}
      <CompanyNameFields
        values={values}
        change={(changed) => setValues({ ...values, ...changed })}
        disabled={busy}
        wrong={failure?.fields ?? {}}
      />
      <div className="join">
        <button type="button" className="btn text" disabled={busy} onClick={onBack}>
          Back
        </button>
        <button type="submit" className="btn primary" disabled={busy || !isReady}>
          {busy ? 'Founding…' : 'Found a company'}
        </button>
      </div>
    </form>
  );
}

function AskToJoin() {
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
