// Step 1 of the sign-up: the person's name, email address and phone.
import { say } from '#src/words/say.ts';
import type { FormEvent, ReactNode } from 'react';
import { FailureAlert } from '../Alert.tsx';
import { TextField, EmailField } from '../fields.tsx';
import { PhoneField } from '../phone/PhoneField.tsx';
import { StepHeading } from './SignupProgress.tsx';
import { isPersonalComplete, type SignupValues } from './signupRules.ts';
import { SubmitButton } from '../SubmitButton.tsx';
import type { useSubmit } from '../useSubmit.ts';

export interface StepProps {
  values: SignupValues;
  change: (changed: Partial<SignupValues>) => void;
  form: ReturnType<typeof useSubmit>;
  /** Notices above the form. */
  children?: ReactNode;
}

export function SignupPersonalStep({ values, change, form, onNext, children }: StepProps & { onNext: () => void }) {
  const wrong = form.failure?.fields ?? {};

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    onNext();
  }

  return (
    <>
      <StepHeading step="personal" />
      <p className="sub">{say`Your legal name, as it should appear on certificates and notices.`}</p>
      {children}
      <FailureAlert failure={form.failure} />
      <form onSubmit={onSubmit} noValidate>
        <div className="pair">
          <TextField
            label={say`First Name`}
            name="first_name"
            autoComplete="given-name"
            value={values.firstName}
            onChange={(firstName) => change({ firstName })}
            disabled={form.busy}
            wrong={wrong.first_name}
          />
          <TextField
            label={say`Last Name`}
            name="last_name"
            autoComplete="family-name"
            value={values.lastName}
            onChange={(lastName) => change({ lastName })}
            disabled={form.busy}
            wrong={wrong.last_name}
          />
        </div>
        <EmailField
          autoComplete="email"
          value={values.email}
          onChange={(email) => change({ email })}
          disabled={form.busy}
          wrong={wrong.email}
        />
        <PhoneField
          value={values.phone}
          onChange={(phone) => change({ phone })}
          disabled={form.busy}
          wrong={wrong.phone}
        />
        <div className="form-actions">
          <SubmitButton
            label={say`Next: Account Setup`}
            busyLabel={say`Next: Account Setup`}
            busy={form.busy}
            ready={isPersonalComplete(values)}
            className="grow tall"
          />
        </div>
      </form>
    </>
  );
}
