// Creates a company with the signed-in account, and opens it.
import { say } from '#src/words/say.ts';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { foundOrganization } from '#src/auth/authApi.ts';
import { CompanyNameFields } from '#src/auth/CompanyNameFields.tsx';
import { saveSession } from '#src/auth/session.ts';
import { isClientNameLawful } from '#src/auth/signup/signupRules.ts';
import { useSubmit } from '#src/auth/useSubmit.ts';
import { dashboardPath } from '../paths.ts';
import styles from './shell.module.css';

export function FoundCompany({ onBack, back = say`Back` }: { onBack: () => void; back?: string }) {
  const [values, setValues] = useState({ clientName: '', clientDisplayName: '' });
  const { busy, failure, submit } = useSubmit();
  const isReady = isClientNameLawful(values.clientName) && values.clientDisplayName.trim() !== '';

  const found = async (event: FormEvent) => {
    event.preventDefault();
    await submit(say`Creating a company failed`, say`The company could not be created. Please try again.`, async () => {
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
          {busy ? say`Creating…` : say`Create a company`}
        </button>
        <button type="button" className="btn text" disabled={busy} onClick={onBack}>
          {back}
        </button>
      </div>
    </form>
  );
}
