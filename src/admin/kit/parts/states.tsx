// What a screen shows when it has nothing to show: nothing yet, no match, a failure, a refusal, an absent page.
import { say } from '#src/words/say.ts';
import { inSentence } from '#src/words/inSentence.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { HttpError, isOutcomeUnknown } from '#src/httpClient.ts';
import { withDays } from '../format.ts';
import { Icon } from '../icons.tsx';
import type { IconName } from '../icons.tsx';
import { homePath } from '#src/admin/paths.ts';
import { membershipStatus, roleWord, useMe } from '#src/admin/session/useMe.ts';
import { usePageTitle } from './usePageTitle.ts';
import styles from './states.module.css';

interface BlankProps {
  icon: IconName;
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
  bad?: boolean;
  level?: 1 | 2;
}

export function Blank({ icon, title, children, actions, bad = false, level = 2 }: BlankProps) {
  const Heading = level === 1 ? 'h1' : 'h2';
  return (
    <div className={styles.blank}>
      <span className={bad ? `${styles.ico} ${styles.bad}` : styles.ico}>
        <Icon name={icon} />
      </span>
      <Heading className={styles.blankTitle}>{title}</Heading>
      {children && <p>{children}</p>}
      {actions && <div className="acts">{actions}</div>}
    </div>
  );
}

/** Says what could not be read. Retry takes the focus again if the person had pressed it before. */
export function Failed({ what, error, retry }: { what: string; error: unknown; retry: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // A pressed Retry was removed while loading; it gets its focus back.
    if (error && document.activeElement === document.body) button.current?.focus();
  }, [error]);
  const requestId = error instanceof HttpError ? error.body.request_id : undefined;
  return (
    <div className={styles.blank} role="alert">
      <span className={`${styles.ico} ${styles.bad}`}>
        <Icon name="alert" />
      </span>
      <h2 className={styles.blankTitle}>{sayAround`${what} could not be loaded`}</h2>
      <p>{reasonOf(error)}</p>
      <div className="acts">
        <button ref={button} type="button" className="btn" onClick={retry}>
          <Icon name="retry" />
          {say`Retry`}
        </button>
      </div>
      {requestId && <p className="small dim">{sayAround`Request ${requestId}`}</p>}
    </div>
  );
}

/** A read has no inputs to mark, so the field errors themselves are shown. */
function reasonOf(error: unknown): string {
  const reasons = error instanceof HttpError ? Object.values(error.body.errors ?? {}) : [];
  return reasons.length > 0 ? reasons.join(' ') : sentenceOf(error);
}

export function sentenceOf(error: unknown): string {
  if (error instanceof Error && error.message)
    return withDays(/[.!?]$/.test(error.message) ? error.message : `${error.message}.`);
  return say`The server did not answer.`;
}

/** After a write: "Nothing was issued." is added only where the server refused, because only then is it certain. */
export function failureOf(nothing: string, error: unknown): string {
  const sentence = sentenceOf(error);
  return isOutcomeUnknown(error) || sentence.includes(nothing) ? sentence : `${nothing} ${sentence}`;
}

/** In place of a page: one sentence, and the way to the dashboard. */
function WholePage({
  icon,
  title,
  wayBack,
  children,
}: {
  icon: IconName;
  title: string;
  wayBack: string;
  children: ReactNode;
}) {
  const actions = (
    <Link className="btn" to={homePath}>
      {wayBack}
    </Link>
  );
  return (
    <div className={styles.center}>
      <Blank level={1} icon={icon} title={title} actions={actions}>
        {children}
      </Blank>
    </div>
  );
}

/** A page the role may not open: names the page and the role. */
export function Denied({ what }: { what: string }) {
  const { user } = useMe();
  usePageTitle(say`Not allowed`);
  return (
    <WholePage icon="lock" title={say`You cannot see ${what}`} wayBack={say`Back to dashboard`}>
      {membershipStatus(user) === 'active'
        ? say`Your role at ${user.client_display_name || say`this company`} is ${inSentence(roleWord(user.role))}, and it does not include this page. An administrator of the company can change that.`
        : say`You can open it once your membership is active.`}
    </WholePage>
  );
}

export function Loading({ children = say`Loading...` }: { children?: string }) {
  return <output className={styles.loading}>{children}</output>;
}

/** An absent record and a foreign one look the same. */
export function Absent() {
  usePageTitle(say`Not found`);
  return (
    <WholePage icon="search" title={say`Nothing is here`} wayBack={say`Go to dashboard`}>
      {say`The page does not exist, or you may not see this record. Check the address.`}
    </WholePage>
  );
}
