// What every page must say before its content: this is a sample company; your mailbox is not confirmed, your membership not
// active yet.
import { useState } from 'react';
import type { FormEvent } from 'react';
import { joinOrganization, sendConfirmation } from '../../auth/authApi.ts';
import { Icon } from '../icons.tsx';
import { sentenceOf } from '../parts/states.tsx';
import { membershipStatus, useMe } from '../session/useMe.ts';
import { useOrganization } from '../session/useOrganization.ts';

export function Banners() {
  const { user, email_verified } = useMe();
  const { data: organization } = useOrganization();
  const status = membershipStatus(user);
  return (
    <>
      {organization?.is_sample && (
        <p className="alert info banner">
          <Icon name="info" />
          <span>
            <b>Sample company.</b> Everything here is invented, so that you can look around. Its owner can remove it in
            Settings.
          </span>
        </p>
      )}
      {email_verified === false && <ConfirmEmail email={user.email} />}
      {user.id !== '' && status === 'pending' && (
        <output className="alert warning banner">
          <Icon name="info" />
          <span>
            <b>Your request waits for approval.</b> An administrator of {user.client_display_name || 'the company'}{' '}
            compares it with the company’s records; your holdings appear when it is approved. If it takes long, ask the
            person who gave you the client name.
          </span>
        </output>
      )}
      {user.id !== '' && (status === 'rejected' || status === 'none') && <AskAgain name={user.client_display_name} />}
    </>
  );
}

function ConfirmEmail({ email }: { email: string }) {
  const [state, setState] = useState<'idle' | 'busy' | 'sent'>('idle');
  const [problem, setProblem] = useState<string | null>(null);

  const send = async () => {
    setState('busy');
    setProblem(null);
    try {
      await sendConfirmation();
      setState('sent');
    } catch (error) {
      console.error('Sending the confirmation again failed', error);
      setProblem(sentenceOf(error));
      setState('idle');
    }
  };

  return (
    <div className="alert warning banner">
      <Icon name="info" />
      <div>
        <p>
          <b>Confirm your email address.</b> A link was mailed to {email}. Until you open it and confirm, whoever has
          that mailbox can take this account over by a new password.
        </p>
        <div className="join">
          {state === 'sent' ? (
            <output>The mail is on its way. Look in your spam folder if it does not come.</output>
          ) : (
            <button type="button" className="btn" disabled={state === 'busy'} onClick={() => void send()}>
              {state === 'busy' ? 'Sending…' : 'Send the mail again'}
            </button>
          )}
        </div>
        {problem && <p role="alert">{problem}</p>}
      </div>
    </div>
  );
}

function AskAgain({ name }: { name: string }) {
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
      <output className="alert info banner">
        <Icon name="check" />
        <span>
          Your request was sent. An administrator of the company approves it; nothing more is needed from you.
        </span>
      </output>
    );
  }
  return (
    <div className="alert warning banner">
      <Icon name="info" />
      <div>
        <p>
          <b>You do not belong to a company yet.</b> {name ? `${name} did not admit this account. ` : ''}Check the
          client name with the administrator of your company, then ask to join.
        </p>
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
    </div>
  );
}
