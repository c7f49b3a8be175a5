// Step 2 of the sign-up: which organization, the password, and the consent to SMS.
import { say } from '#src/words/say.ts';
import { type FormEvent, useState } from 'react';
import { FailureAlert } from '../Alert.tsx';
import type { Invitation } from '../accountApi.ts';
import { PasswordField } from '../fields.tsx';
import { NewPasswordField } from '../NewPasswordField.tsx';
import { OrganizationFields } from './OrganizationFields.tsx';
import { SmsConsent } from '../SmsConsent.tsx';
import type { StepProps } from './SignupPersonalStep.tsx';
import { StepHeading } from './SignupProgress.tsx';
import { isAccountComplete, knownOf, passwordHelp, passwordLengthMin } from './signupRules.ts';
import { SubmitButton } from '../SubmitButton.tsx';

interface AccountStepProps extends StepProps {
  invitation: Invitation | null;
  onBack: () => void;
  onCreate: () => void;
}

export function SignupAccountStep(props: AccountStepProps) {
  const { values, change, form, invitation, onBack, onCreate, children } = props;
  const [left, setLeft] = useState({ password: false, confirm: false });
  const wrong = form.failure?.fields ?? {};
  // Shown once the field loses focus, not while the user is typing.
  const tooShort = left.password && values.password !== '' && values.password.length < passwordLengthMin;
  const differs = left.confirm && values.confirmPassword !== '' && values.confirmPassword !== values.password;

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    onCreate();
  }

  return (
    <>
      <StepHeading step="account" />
      {children}
      <FailureAlert failure={form.failure}>
        <ErrorsOfFirstStep fields={wrong} />
      </FailureAlert>
      <form onSubmit={onSubmit} noValidate>
        <OrganizationFields values={values} change={change} form={form} invitation={invitation} />
        <NewPasswordField
          label={say`Password`}
          name="new-password"
          autoComplete="new-password"
          value={values.password}
          onChange={(password) => change({ password })}
          onBlur={() => setLeft({ ...left, password: true })}
          disabled={form.busy}
          help={passwordHelp}
          known={knownOf(values, invitation)}
          wrong={wrong.password ?? (tooShort ? say`Use at least 8 characters.` : undefined)}
        />
        <PasswordField
          label={say`Confirm Password`}
          name="confirm-password"
          autoComplete="new-password"
          value={values.confirmPassword}
          onChange={(confirmPassword) => change({ confirmPassword })}
          onBlur={() => setLeft({ ...left, confirm: true })}
          disabled={form.busy}
          wrong={differs ? say`The two passwords are not the same.` : undefined}
        />
        <SmsConsent given={values.smsConsent} onChange={(smsConsent) => change({ smsConsent })} disabled={form.busy} />
        <div className="form-actions">
          <button type="button" className="btn tall" disabled={form.busy} onClick={onBack}>
            {say`Back`}
          </button>
          <SubmitButton
            label={say`Create Account`}
            busyLabel={say`Creating Account...`}
            busy={form.busy}
            ready={isAccountComplete(values, invitation)}
            className="grow tall"
          />
        </div>
      </form>
    </>
  );
}

const labelsOfFirstStep = {
  first_name: say`First Name`,
  last_name: say`Last Name`,
  email: say`Email Address`,
  phone: say`Phone Number`,
};

/** The server's errors about step 1 are shown here, because its fields are not visible. */
function ErrorsOfFirstStep({ fields }: { fields: Record<string, string> }) {
  const lines = Object.entries(labelsOfFirstStep).flatMap(([name, label]) =>
    fields[name] ? [`${label}: ${fields[name]}`] : [],
  );
  return lines.map((line) => <p key={line}>{line}</p>);
}
