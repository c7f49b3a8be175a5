// The password step of /login, with the demo sign-in if this installation has a demo company.
import { say } from '../words/say.ts';
import { sayAround } from '../words/sayAround.ts';
import { type FormEvent, useState } from 'react';
import { FailureAlert, Alert } from './Alert.tsx';
import { login, type PhoneNeeded, type TwoFactorNeeded } from './authApi.ts';
import type { Banner } from './banner.ts';
import { DemoSignIn, type Demo } from './DemoSignIn.tsx';
import { PasswordField, EmailField } from './fields.tsx';
import { withInvite } from './navigation.ts';
import type { Session } from './session.ts';
import { SubmitButton } from './SubmitButton.tsx';
import { type Outcome, useSubmit } from './useSubmit.ts';

interface SignInFormProps {
  email: string;
  setEmail: (email: string) => void;
  banner: Banner | null;
  invite: string | null;
  /** The demo company, if the page already knows it. */
  demo: Demo | null;
  onAnswer: (answer: Session | TwoFactorNeeded | PhoneNeeded) => Promise<Outcome> | Outcome;
}

export function SignInForm({ email, setEmail, banner, invite, demo, onAnswer }: SignInFormProps) {
  const [password, setPassword] = useState('');
  // The address is known after an ended session, or when the user returns from the second step.
  const [isKnown] = useState(email !== '');
  const { busy, failure, submit } = useSubmit();
  const ready = email !== '' && password !== '';

  const signIn = (as: { email: string; password: string }) =>
    submit('Login', say`Login failed. Please try again.`, async () => onAnswer(await login(as.email, as.password)));

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (ready) void signIn({ email, password });
  }

  function viewDemo(demo: { email: string; password: string }) {
    setEmail(demo.email);
    setPassword(demo.password);
    void signIn(demo);
  }

  return (
    <>
      <h1>{say`Sign in to Sharebook`}</h1>
      {banner && !failure && <Alert tone={banner.tone}>{banner.text}</Alert>}
      {invite && !banner && !failure && <Alert tone="info">{say`Sign in to accept the invitation.`}</Alert>}
      <FailureAlert failure={failure} />
      <form onSubmit={onSubmit} noValidate>
        <EmailField
          placeholder={say`name@company.com`}
          value={email}
          onChange={setEmail}
          disabled={busy}
          focusFirst={!isKnown}
        />
        <PasswordField
          label={say`Password`}
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
          disabled={busy}
          focusFirst={isKnown}
          aside={<a href="/forgot-password">{say`Forgot password?`}</a>}
        />
        <div className="form-stack">
          <SubmitButton label={say`Sign In`} busyLabel={say`Signing in...`} busy={busy} ready={ready} />
        </div>
      </form>
      <p className="after">
        {sayAround`New to Sharebook? ${(<a href={withInvite('/signup', invite)}>{say`Create an account`}</a>)}`}
      </p>
      <DemoSignIn known={demo} busy={busy} onChoose={viewDemo} />
    </>
  );
}
