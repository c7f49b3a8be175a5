// The signed-in person's own account: who they are, how they sign in, and which mails they get. Everybody has one, also whoever
// belongs to no company or holds shares only.
import { lazy, useEffect, useRef } from 'react';
import type { RefObject } from 'react';
import { useLocation } from 'react-router-dom';
import { shownEmail } from '#src/domain/shownEmail.ts';
import { Card, Facts, Unknown } from '#src/admin/kit/parts/Card.tsx';
import { LazyPart } from '#src/admin/kit/parts/LazyPart.tsx';
import { PageHead } from '#src/admin/kit/parts/PageHead.tsx';
import { Loading } from '#src/admin/kit/parts/states.tsx';
import { roleWord, useMe } from '#src/admin/session/useMe.ts';
import styles from './company.module.css';

const Factors = lazy(() => import('./Factors.tsx'));
const NoticeMails = lazy(() => import('./NoticeMails.tsx'));
const SignInDetails = lazy(() => import('./SignInDetails.tsx'));
const Sessions = lazy(() => import('./Sessions.tsx'));

export default function Account() {
  return (
    <>
      <PageHead title="Your account" about="The same in every company that you belong to." />
      <div className={`stack ${styles.settings}`}>
        <AccountSections />
      </div>
    </>
  );
}

export function AccountSections() {
  const sections = useRef<HTMLDivElement>(null);
  useScrollTo(sections);
  return (
    <div className="stack" ref={sections}>
      <div id="profile" className={styles.section}>
        <Profile />
      </div>
      <div id="sign-in" className={`stack ${styles.section}`}>
        <LazyPart what="Your sign-in">
          <SignInDetails />
        </LazyPart>
        <LazyPart what="Your ways to confirm" fallback={<Loading />}>
          <Factors />
        </LazyPart>
      </div>
      <div id="notifications" className={styles.section}>
        <LazyPart what="Your choice of mails" fallback={<Loading />}>
          <NoticeMails />
        </LazyPart>
      </div>
      <LazyPart what="Your sessions" fallback={<Loading />}>
        <Sessions />
      </LazyPart>
    </div>
  );
}

/**
 * To the section that the menu at the top right names, again as those before it arrive and push it down, until the reader moves.
 */
function useScrollTo(sections: RefObject<HTMLDivElement | null>): void {
  const at = useLocation();
  useEffect(() => {
    if (!at.hash || !sections.current) return;
    const go = () => document.getElementById(at.hash.slice(1))?.scrollIntoView({ block: 'start' });
    const growing = new ResizeObserver(go);
    growing.observe(sections.current);
    const stop = () => growing.disconnect();
    const moves = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const;
    for (const move of moves) window.addEventListener(move, stop, { once: true, passive: true });
    return () => {
      stop();
      for (const move of moves) window.removeEventListener(move, stop);
    };
  }, [at, sections]);
}

function Profile() {
  const { user } = useMe();
  return (
    <Card title="You" about="As entered at sign-up.">
      <Facts
        items={[
          { label: 'Name', value: `${user.first_name} ${user.last_name}`.trim() || <Unknown /> },
          { label: 'Email', value: shownEmail(user.email) },
          { label: 'Role', value: roleWord(user.role) },
          { label: 'Client name', value: user.client_name },
        ]}
      />
    </Card>
  );
}
