// /login: the password step, then the second factor in the same place, then the dashboard.
import { useState } from 'react';
import { HttpError } from '../httpClient.ts';
import { acceptAndOpen } from './acceptance.ts';
import { Alert } from './Alert.tsx';
import {
  type PhoneNeeded,
  provePhone,
  resendCode,
  switchOrganization,
  type TwoFactorNeeded,
  verify2fa,
} from './authApi.ts';
import { type Banner, takeBanner } from './banner.ts';
import { confirmEmailPath, dashboardPath, goTo, queryParameter } from './navigation.ts';
import { FactorStep } from './FactorStep.tsx';
import { InvitedHere } from './InvitedHere.tsx';
import { PhoneStep } from './PhoneStep.tsx';
import { hasAsked, readUser, readWayBack, saveSession, type Session, takeAsked, takeWayBack } from './session.ts';
import { SignInForm } from './SignInForm.tsx';
import { TwoFactorStep } from './TwoFactorStep.tsx';
import type { Outcome } from './useSubmit.ts';
import { DashboardLink } from './WideLink.tsx';

const askedBanner: Banner = { tone: 'info', text: 'Sign in to continue to the page you asked for.' };

/** The sign-in's state after the password. */
type Step =
  | { is: 'phone'; challengeId: string }
  | { is: 'factor'; needed: TwoFactorNeeded }
  | { is: 'code'; verify: (code: string) => Promise<Session>; sendAgain: () => Promise<{ message?: string }> };

export function LoginPage() {
  const [banner, setBanner] = useState(() => takeBanner() ?? (hasAsked() ? askedBanner : null));
  const [step, setStep] = useState<Step | null>(null);
  const [email, setEmail] = useState(() => readWayBack()?.email ?? '');
  const [inviteProblem, setInviteProblem] = useState<string | null>(null);
  const [asked, setAsked] = useState<string | null>(null);
  const invite = queryParameter('invite');
  // A signed-in user accepts the invitation with the current account.
  const [here, setHere] = useState(() => (invite ? readUser() : null));
  const confirm = queryParameter('confirm');

  async function enter(session: Session): Promise<Outcome> {
    saveSession(session);
    try {
      const message = invite ? await acceptAndOpen(invite) : undefined;
      if (message) return setAsked(message);
    } catch (cause) {
      // The sign-in succeeded and only the invitation failed: "login failed" would be wrong here.
      console.error('Accept invitation', cause);
      setInviteProblem(cause instanceof HttpError && cause.body.detail ? cause.body.detail : 'It may have expired.');
      return;
    }
    if (invite) return goTo(dashboardPath);
    return goTo(confirm ? confirmEmailPath(confirm) : ((await wayBack(session)) ?? dashboardPath));
  }

  function afterPassword(answer: Session | TwoFactorNeeded | PhoneNeeded): Promise<Outcome> | Outcome {
    setBanner(null);
    if ('access_token' in answer) return enter(answer);
    if ('needs_phone' in answer) return setStep({ is: 'phone', challengeId: answer.challenge_id });
    if (answer.method) return setStep({ is: 'factor', needed: answer });
    const { email: of, challenge_id } = answer;
    setStep({
      is: 'code',
      verify: (code) => verify2fa({ email: of, code, challenge_id }),
      sendAgain: () => resendCode(of, 'login'),
    });
  }

  const afterPhone = (challenge_id: string, sendAgain: () => Promise<{ message?: string }>) =>
    setStep({ is: 'code', verify: (code) => provePhone({ challenge_id, code }), sendAgain });
  const back = () => setStep(null);

  return (
    <main className="auth" id="main">
      <section className="panel">
        {invite && here ? (
          <InvitedHere token={invite} user={here} onOther={() => setHere(null)} />
        ) : inviteProblem ? (
          <InviteProblem text={inviteProblem} />
        ) : asked ? (
          <CompanyAsked text={asked} />
        ) : step?.is === 'code' ? (
          <TwoFactorStep verify={step.verify} sendAgain={step.sendAgain} onVerified={enter} onBack={back} />
        ) : step?.is === 'factor' ? (
          <FactorStep needed={step.needed} onVerified={enter} onBack={back} />
        ) : step ? (
          <PhoneStep
            challengeId={step.challengeId}
            onSent={(sendAgain) => afterPhone(step.challengeId, sendAgain)}
            onBack={back}
          />
        ) : (
          <SignInForm email={email} setEmail={setEmail} banner={banner} invite={invite} onAnswer={afterPassword} />
        )}
      </section>
    </main>
  );
}

/**
 * The page where this account's last session ended in this tab, in the same company, or the page requested before
 * signing in; null if there is none.
 */
async function wayBack({ user }: Session): Promise<string | null> {
  const [way, asked] = [takeWayBack(), takeAsked()];
  if (way?.account_id !== user.id || !way.path.startsWith('/app/')) return asked;
  if (way.client_name === user.client_name) return way.path;
  try {
    saveSession(await switchOrganization(way.client_name));
    return way.path;
  } catch (cause) {
    // They no longer belong to that company; what they typed for it must not reach another one.
    console.error('Returning to the page after sign-in failed', cause);
    return null;
  }
}

function CompanyAsked({ text }: { text: string }) {
  return (
    <>
      <h1>Request sent</h1>
      <Alert tone="info">{text}</Alert>
      <DashboardLink />
    </>
  );
}

function InviteProblem({ text }: { text: string }) {
  return (
    <>
      <h1>The invitation was not accepted</h1>
      <Alert tone="error">{text}</Alert>
      <p className="sub">You are signed in. Ask whoever invited you for a new invitation.</p>
      <DashboardLink />
    </>
  );
}
