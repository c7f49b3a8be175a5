// For an account without a company: ask to join one, or create one.
import { useState } from 'react';
import type { FormEvent } from 'react';
import { foundOrganization } from '../../auth/authApi.ts';
import { CompanyNameFields } from '../../auth/CompanyNameFields.tsx';
import { saveSession } from '../../auth/session.ts';
import { isClientNameLawful } from '../../auth/signupRules.ts';
import { readUnknownCompany } from '../../auth/signupWaiting.ts';
import { useSubmit } from '../../auth/useSubmit.ts';
import { Icon } from '../kit/icons.tsx';
import { Card } from '../kit/parts/Card.tsx';
import { dashboardPath } from '../kit/paths.ts';
import { AskToJoin } from './AskToJoin.tsx';
import styles from './shell.module.css';

export default function NoCompany({ id, name }: { id: string; name: string }) {
  const [founds, setFounds] = useState(false);
  if (founds)
    return (
      <Card title="Create a company" about="You become its owner." className={styles.banner}>
        <FoundCompany onBack={() => setFounds(false)} />
      </Card>
    );
  return (
    <div className={`alert warning ${styles.banner}`}>
      <Icon name="info" />
      <div>
        <p>
          <b>You do not belong to a company yet.</b> {name ? `${name} declined your request.` : ''}
        </p>
        <AskToJoin unknown={readUnknownCompany(id)} />
        <p className={styles.orFound}>
          Is your own company not on Sharebook yet?{' '}
          <button type="button" className="link" onClick={() => setFounds(true)}>
            Create a company
          </button>
        </p>
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
    await submit('Creating a company failed', 'The company could not be created. Please try again.', async () => {
      const names = { client_name: values.clientName, client_display_name: values.clientDisplayName.trim() };
      saveSession(await foundOrganization(names));
      // Loads a new document, so that nothing of the previous session stays in memory.
      window.location.assign(dashboardPath);
      return 'leaving';
    });
  };

  return (
    <form className={`form ${styles.founding}`} onSubmit={(event) => void found(event)} noValidate>
      {failure && <p role="alert">{failure.text}</p>}
      <CompanyNameFields
        values={values}
        change={(changed) => setValues({ ...values, ...changed })}
        disabled={busy}
        wrong={failure?.fields ?? {}}
      />
      <div>
        <button type="submit" className="btn primary" disabled={busy || !isReady}>
          {busy ? 'Creating…' : 'Create a company'}
        </button>
        <button type="button" className="btn text" disabled={busy} onClick={onBack}>
          Back
        </button>
      </div>
    </form>
  );
}
