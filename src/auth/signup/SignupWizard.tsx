// /signup: personal information, account setup, phone verification. Going back keeps everything that was typed.
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { Alert } from '../Alert.tsx';
import { signup } from '../accountApi.ts';
import { InvitedHere } from '../InvitedHere.tsx';
import { queryParameter, withInvite } from '../navigation.ts';
import { readUser } from '../session.ts';
import { SignupAccountStep } from './SignupAccountStep.tsx';
import { SignupPersonalStep } from './SignupPersonalStep.tsx';
import { Progress, type SignupStep, StepList } from './SignupProgress.tsx';
import {
  emptySignup,
  incompleteText,
  isAccountComplete,
  isPersonalComplete,
  signupPayload,
  withInvitation,
} from './signupRules.ts';
import { dropWaiting, keepWaiting, readWaiting } from './signupWaiting.ts';
import { SignupVerifyStep } from './SignupVerifyStep.tsx';
import { type InvitationState, useInvitation } from '../useInvitation.ts';
import { useSubmit } from '../useSubmit.ts';

interface Created {
  email: string;
  message: string | undefined;
  /** Restored after a reload; nothing else that was typed is kept. */
  isFoundAgain?: boolean;
}

/** A reload in the same tab returns to step 3; a new visit begins at step 1. */
function foundAgain(): Created | null {
  const email = stepOf(history.state) === 'verify' ? readWaiting() : null;
  return email === null ? null : { email, message: undefined, isFoundAgain: true };
}

/** A signed-in user accepts the invitation with the current account, unless they choose another. */
export function SignupWizard() {
  const invite = queryParameter('invite');
  const [here, setHere] = useState(() => (invite ? readUser() : null));
  if (!invite || !here) return <Wizard />;
  return (
    <main className="auth" id="main">
      <section className="panel">
        <InvitedHere token={invite} user={here} onOther={() => setHere(null)} />
      </section>
    </main>
  );
}

function Wizard() {
  const [values, setValues] = useState(() => emptySignup(queryParameter('type')));
  const [created, setCreated] = useState<Created | null>(foundAgain);
  const [step, setStep] = useSteps(created ? 'verify' : 'personal');
  const form = useSubmit();
  const invite = queryParameter('invite');
  const invited = useInvitation(invite, (invitation) => setValues((typed) => withInvitation(typed, invitation)));
  const invitation = invited.type === 'open' ? invited.invitation : null;
  const change = (changed: Partial<typeof values>) => setValues((typed) => ({ ...typed, ...changed }));

  function toAccount() {
    if (!isPersonalComplete(values)) return form.refuse(incompleteText);
    form.clear();
    setStep('account');
  }

  function create() {
    if (!isPersonalComplete(values) || !isAccountComplete(values, invitation)) return form.refuse(incompleteText);
    setCreated(null);
    void form.submit('Signup', say`Sign up failed. Please try again.`, async () => {
      const answer = await signup(signupPayload(values, invitation ? invite : null));
      setCreated({ email: answer.email ?? values.email, message: answer.message });
      if (!answer.needs_verification) return;
      keepWaiting(answer.email ?? values.email);
      setStep('verify');
    });
  }

  function startAgain() {
    dropWaiting();
    setCreated(null);
    setStep('personal');
  }

  function chooseAnotherName() {
    setCreated(null);
    form.refuse(say`Another company took this client name in the meantime.`, {
      client_name: say`Choose another name.`,
    });
    setStep('account');
  }

  // The browser's history can return to the last step only if there is an account to verify.
  const shown = step === 'verify' && !created ? 'account' : step;
  const signIn = withInvite('/login', invitation ? invite : null);
  const panel = useFocusOnHeading(shown);

  return (
    <main className="wizard" id="main">
      <aside>
        <h1>{say`Create your account`}</h1>
        <p className="muted small">{say`Three short steps. Nothing is created before the last button of step 2.`}</p>
        <StepList step={shown} />
      </aside>
      <section className="panel" ref={panel}>
        <Progress step={shown} />
        {shown === 'verify' && created ? (
          <SignupVerifyStep
            email={created.email}
            phone={values.phone}
            asked={values.accountType === 'shareholder' ? values.clientName.trim() : undefined}
            message={created.message}
            onStartAgain={created.isFoundAgain ? startAgain : undefined}
            onRename={created.isFoundAgain ? startAgain : chooseAnotherName}
          />
        ) : (
          <>
            {shown === 'personal' ? (
              <SignupPersonalStep values={values} change={change} form={form} onNext={toAccount}>
                <InvitationNotice invited={invited} signIn={signIn} />
              </SignupPersonalStep>
            ) : (
              <SignupAccountStep
                values={values}
                change={change}
                form={form}
                invitation={invitation}
                onBack={() => setStep('personal')}
                onCreate={create}
              >
                {created && !form.failure && <CreatedNotice message={created.message} signIn={signIn} />}
              </SignupAccountStep>
            )}
            <p className="after">{sayAround`Already have an account? ${(<a href={signIn}>{say`Sign In`}</a>)}`}</p>
          </>
        )}
      </section>
    </main>
  );
}

function InvitationNotice({ invited, signIn }: { invited: InvitationState; signIn: string }) {
  if (invited.type === 'none') return null;
  if (invited.type === 'loading') return <Alert tone="info">{say`Looking up the invitation...`}</Alert>;
  if (invited.type === 'refused') return <Alert tone="error">{invited.text}</Alert>;
  return (
    <Alert tone="info">
      {sayAround`${invited.invitation.client_display_name} has invited you. If you have an account, ${(<a href={signIn}>{say`sign in to accept`}</a>)}.`}
    </Alert>
  );
}

/** No verification is needed: the form stays, and a notice above it names the next step. */
function CreatedNotice({ message, signIn }: { message: string | undefined; signIn: string }) {
  return (
    <Alert tone="success">
      {message ?? say`Your account has been created.`} <a href={signIn}>{say`Sign in to continue`}</a>
    </Alert>
  );
}

/** The steps are also entries of the browser's history, so that its Back button does not lose the form. */
function useSteps(first: SignupStep): [SignupStep, (step: SignupStep) => void] {
  const [step, setStep] = useState<SignupStep>(first);
  useEffect(() => {
    const onPop = (event: PopStateEvent) => setStep(stepOf(event.state));
    window.addEventListener('popstate', onPop);
    return () => window.removeEventListener('popstate', onPop);
  }, []);
  function go(next: SignupStep) {
    if (next === 'account') history.pushState({ step: next }, '');
    else history.replaceState({ step: next }, '');
    setStep(next);
  }
  return [step, go];
}

/** When a step replaces another its heading takes the focus, so that the change is announced. The code step has its field for that. */
function useFocusOnHeading(step: SignupStep): RefObject<HTMLElement | null> {
  const panel = useRef<HTMLElement>(null);
  const before = useRef(step);
  useEffect(() => {
    if (before.current !== step && step !== 'verify') panel.current?.querySelector('h2')?.focus();
    before.current = step;
  }, [step]);
  return panel;
}

function stepOf(state: unknown): SignupStep {
  const step = typeof state === 'object' && state !== null && 'step' in state ? state.step : null;
  return step === 'account' || step === 'verify' ? step : 'personal';
}
