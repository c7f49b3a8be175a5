// /login: the password step, then the second factor in the same place, then the dashboard.
import { say } from '../words/say.ts';
import { type ComponentProps, useState } from 'react';
import { HttpError } from '../httpClient.ts';
import { type PhoneNeeded, switchOrganization, type TwoFactorNeeded } from './authApi.ts';
import { type Banner, takeBanner } from './banner.ts';
import { confirmEmailPath, dashboardPath, goTo, queryParameter } from './navigation.ts';
import { demoOfPage } from './DemoSignIn.tsx';
import { later } from './later.tsx';
import type { LaterStep } from './LaterStep.tsx';
import { Panel } from './Panel.tsx';
import { hasAsked, readUser, readWayBack, saveSession, type Session, takeAsked, takeWayBack } from './session.ts';
import { SignInForm } from './SignInForm.tsx';
import type { Outcome } from './useSubmit.ts';

const askedBanner: Banner = { tone: 'info', text: say`Sign in to continue to the page you asked for.` };

/** What the server asks for after the password, with the code that asks. */
interface Step {
  Part: typeof LaterStep;
  needed: TwoFactorNeeded | PhoneNeeded;
}

const InviteEnd = later(async () => (await import('./InviteEnd.tsx')).InviteEnd);
const InvitedHere = later(async () => (await import('./InvitedHere.tsx')).InvitedHere);

export function LoginPage() {
  const [banner, setBanner] = useState(() => takeBanner() ?? (hasAsked() ? askedBanner : null));
  const [step, setStep] = useState<Step | null>(null);
  const [email, setEmail] = useState(() => readWayBack()?.email ?? '');
  // How the invitation ended, if it opened no company.
  const [end, setEnd] = useState<ComponentProps<typeof InviteEnd> | null>(null);
  const invite = queryParameter('invite');
  // A signed-in user accepts the invitation with the current account.
  const [here, setHere] = useState(() => (invite ? readUser() : null));
  const confirm = queryParameter('confirm');
  const [demo] = useState(demoOfPage);

  async function enter(session: Session): Promise<Outcome> {
    saveSession(session);
    try {
      const message = invite ? await (await import('./acceptance.ts')).acceptAndOpen(invite) : undefined;
      if (message) return setEnd({ isAsked: true, text: message });
    } catch (cause) {
      // The sign-in succeeded and only the invitation failed: "login failed" would be wrong here.
      console.error('Accept invitation', cause);
      const text = cause instanceof HttpError && cause.body.detail ? cause.body.detail : say`It may have expired.`;
      return setEnd({ isAsked: false, text });
    }
    if (invite) return goTo(dashboardPath);
    return goTo(confirm ? confirmEmailPath(confirm) : ((await wayBack(session)) ?? dashboardPath));
  }

  async function afterPassword(answer: Session | TwoFactorNeeded | PhoneNeeded): Promise<Outcome> {
    if ('access_token' in answer) {
      setBanner(null);
      return enter(answer);
    }
    const { LaterStep: Part } = await import('./LaterStep.tsx');
    setBanner(null);
    setStep({ Part, needed: answer });
  }

  return (
    <Panel>
      {invite && here ? (
        <InvitedHere token={invite} user={here} onOther={() => setHere(null)} />
      ) : end ? (
        <InviteEnd {...end} />
      ) : step ? (
        <step.Part needed={step.needed} onVerified={enter} onBack={() => setStep(null)} />
      ) : (
        <SignInForm
          email={email}
          setEmail={setEmail}
          banner={banner}
          invite={invite}
          demo={demo}
          onAnswer={afterPassword}
        />
      )}
    </Panel>
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
