// The sign-in page as HTML, as it is for a stranger: seen before its code has loaded, and replaced by it. Until then it is inert.
import { renderToStaticMarkup } from 'react-dom/server';
import { Panel } from '../auth/Panel.tsx';
import { SignInForm } from '../auth/SignInForm.tsx';
import { AccountFrame, toSignUp } from './AccountFrame.tsx';

/** The server writes the sample company's address and password in their places. */
const demoWords = ['__DEMO_EMAIL__', '__DEMO_PASSWORD__'] as const;

const nothing = () => undefined;

/** In the theme that was chosen; empty where this tab keeps something, such as a sentence that belongs above the form. */
const script = `(() => {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  if (sessionStorage.length > 0) document.getElementById('root').textContent = '';
})();`;

/** `page`: account.html of the build. Its styles come first, because nothing is seen before them. */
export function withSignIn(page: string, hasDemo: boolean): string {
  const demo = hasDemo ? { email: demoWords[0], password: demoWords[1] } : null;
  const picture = renderToStaticMarkup(
    <AccountFrame {...toSignUp}>
      <Panel>
        <SignInForm email="" setEmail={nothing} banner={null} invite={null} demo={demo} onAnswer={nothing} />
      </Panel>
    </AccountFrame>,
  );
  const place = '<div id="root"></div>';
  if (!page.includes(place)) throw new Error('account.html has no empty #root.');
  const styles = /\s*<link rel="stylesheet"[^>]*>/.exec(page)?.[0] ?? '';
  return page
    .replace(styles, '')
    .replace('<link', () => `${styles.trim()}\n    <link`)
    .replace(
      place,
      () =>
        `<div id="root"${demo ? ` data-demo="${demoWords.join(' ')}"` : ''} inert>${picture}</div>\n    <script>${script}</script>`,
    );
}
