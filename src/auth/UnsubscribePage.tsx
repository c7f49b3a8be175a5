// The page of the link in each mail of notices. Only the button acts, so that a mail scanner stops nothing.
import { say } from '../words/say.ts';
import { useEffect, useState } from 'react';
import { HttpError } from '../httpClient.ts';
import { Alert, FailureAlert } from './Alert.tsx';
import { readUnsubscribing, unsubscribe } from './accountApi.ts';
import { queryParameter } from './navigation.ts';
import { useSubmit } from './useSubmit.ts';
import { WideLink } from './WideLink.tsx';

/** /unsubscribe?token=… */
export function UnsubscribePage() {
  const token = queryParameter('token') ?? '';
  const { busy, failure, submit } = useSubmit();
  const [isDone, setDone] = useState(false);
  const { kinds, problem } = useKinds(token);

  const stop = () =>
    void submit('Unsubscribe', say`The mails could not be stopped. Please try again.`, async () => {
      await unsubscribe(token);
      setDone(true);
    });

  return (
    <main className="auth" id="main">
      <section className="panel">
        <h1>{isDone ? say`You get no more of these mails` : say`Stop these mails?`}</h1>
        {problem && <Alert tone="error">{problem}</Alert>}
        {!problem && !kinds && <output className="sub">{say`Loading...`}</output>}
        {kinds && (
          <ul className="sub">
            {kinds.map((kind) => (
              <li key={kind}>{kind}</li>
            ))}
          </ul>
        )}
        {kinds && !isDone && (
          <>
            <FailureAlert failure={failure} />
            <div className="form-stack">
              <button type="button" className="btn primary wide tall" disabled={busy} onClick={stop}>
                {busy ? say`Stopping...` : say`Stop These Mails`}
              </button>
            </div>
            <p className="after">{say`You still find everything under the bell after signing in.`}</p>
          </>
        )}
        {(isDone || problem) && <WideLink href="/app/you/notifications">{say`Choose your mails in Settings`}</WideLink>}
      </section>
    </main>
  );
}

function useKinds(token: string): { kinds: string[] | null; problem: string | null } {
  const [kinds, setKinds] = useState<string[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    readUnsubscribing(token).then(
      (answer) => setKinds(answer.kinds),
      (cause: unknown) => {
        console.error('Reading the link failed', cause);
        const detail = cause instanceof HttpError ? cause.body.detail : undefined;
        setProblem(detail ?? say`The link could not be checked. Check your connection and reload the page.`);
      },
    );
  }, [token]);
  return { kinds, problem };
}
