// The account screens in one small entry: the address selects the screen, and the browser navigates between them.
import { say } from '../words/say.ts';
import { type ReactNode, useEffect } from 'react';
import { AccountFrame, toSignUp } from './AccountFrame.tsx';
import type { Way } from './AccountFrame.tsx';
import { later } from '../auth/later.tsx';
import { LoginPage } from '../auth/LoginPage.tsx';
import { dashboardPath } from '../auth/navigation.ts';
import { Panel } from '../auth/Panel.tsx';
import { readUser } from '../auth/session.ts';
import { accountPages } from '../resources/pages/accountPages.ts';
import type { AccountPage } from '../resources/pages/accountPages.ts';

interface Screen {
  title: string;
  content: ReactNode;
  /** The link at the right of the header. */
  question?: string;
  way: Way;
}

// Only the sign-in is in the entry. The server names the code of each other page beside it (server/http/pages.ts).
const forgotten = () => import('../auth/ForgotPasswordPage.tsx');
const mailbox = () => import('../auth/MailboxPages.tsx');
const ConfirmEmailPage = later(async () => (await mailbox()).ConfirmEmailPage, Panel);
const ForgotPasswordPage = later(async () => (await forgotten()).ForgotPasswordPage, Panel);
const NotMePage = later(async () => (await mailbox()).NotMePage, Panel);
const ResetByLinkPage = later(async () => (await forgotten()).ResetByLinkPage, Panel);
const SignupWizard = later(async () => (await import('../auth/signup/SignupWizard.tsx')).SignupWizard, Panel);
const UnsubscribePage = later(async () => (await import('../auth/UnsubscribePage.tsx')).UnsubscribePage, Panel);

const toSignIn = { href: '/login', label: say`Sign In` };
const screens: Record<AccountPage, () => Screen> = {
  '/login': () => ({
    title: say`Sign in to Sharebook`,
    content: <LoginPage />,
    ...asStranger(toSignUp.question, toSignUp.way),
  }),
  '/signup': () => ({
    title: say`Create your Sharebook account`,
    content: <SignupWizard />,
    ...asStranger(say`Already have an account?`, toSignIn),
  }),
  '/forgot-password': () => ({
    title: say`Reset your Sharebook password`,
    content: <ForgotPasswordPage />,
    way: toSignIn,
  }),
  '/reset-password': () => ({
    title: say`Choose a new Sharebook password`,
    content: <ResetByLinkPage />,
    way: toSignIn,
  }),
  '/confirm-email': () => ({
    title: say`Confirm your email address for Sharebook`,
    content: <ConfirmEmailPage />,
    way: wayOut(),
  }),
  '/not-me': () => ({
    title: say`An account with your email address`,
    content: <NotMePage />,
    way: wayOut(),
  }),
  '/unsubscribe': () => ({
    title: say`Stop mails from Sharebook`,
    content: <UnsubscribePage />,
    way: wayOut(),
  }),
};

function screenAt(pathname: string): Screen {
  const path = pathname.replace(/\/+$/, '');
  return screens[accountPages.find((page) => page === path) ?? '/login']();
}

/** For pages linked from emails: a signed-in user is offered no sign-in. */
const wayOut = () => (readUser() ? { href: dashboardPath, label: say`Dashboard` } : toSignIn);

const invited = () => new URLSearchParams(window.location.search).get('invite');

/** An invitation opened by a signed-in user asks for no account. */
const asStranger = (question: string, way: Screen['way']) =>
  invited() && readUser() ? { way: wayOut() } : { question, way };

export function AccountApp({ pathname }: { pathname: string }) {
  const { title, content, question, way } = screenAt(pathname);
  // The link between sign-up and sign-in must keep the invitation.
  const invite = invited();
  const href = invite && way.href !== dashboardPath ? `${way.href}?invite=${encodeURIComponent(invite)}` : way.href;
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <AccountFrame question={question} way={{ ...way, href }}>
      {content}
    </AccountFrame>
  );
}
