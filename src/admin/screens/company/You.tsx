// The signed-in person's own pages, tabs of one another: who they are, how they sign in, and which mails they get. Everybody has
// them, also whoever belongs to no company or holds shares only.
import { say } from '#src/words/say.ts';
import { lazy } from 'react';
import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { shownEmail } from '#src/domain/shownEmail.ts';
import { Card, Facts, Unknown } from '#src/admin/kit/parts/Card.tsx';
import { LazyPart } from '#src/admin/kit/parts/LazyPart.tsx';
import { PageHead } from '#src/admin/kit/parts/PageHead.tsx';
import { Blank, Loading } from '#src/admin/kit/parts/states.tsx';
import { roleWord, useMe } from '#src/admin/session/useMe.ts';
import { Language } from './Language.tsx';
import styles from './company.module.css';

const Factors = lazy(() => import('./Factors.tsx'));
const NoticeMails = lazy(() => import('./NoticeMails.tsx'));
const SignInDetails = lazy(() => import('./SignInDetails.tsx'));
const Sessions = lazy(() => import('./Sessions.tsx'));

/** By the last part of their addresses. */
const pages: Record<string, { title: string; about: string; content: ReactNode }> = {
  profile: { title: say`Profile`, about: say`The same in every company that you belong to.`, content: <Profile /> },
  security: {
    title: say`Sign-in and security`,
    about: say`How you prove who you are, and where you are signed in.`,
    content: (
      <>
        <SignInDetails />
        <Factors />
        <Sessions />
      </>
    ),
  },
  notifications: { title: say`Notifications`, about: say`What is mailed to you.`, content: <NoticeMails /> },
};

export default function You() {
  const { tab = '' } = useParams();
  const shown = Object.hasOwn(pages, tab) ? pages[tab] : undefined;
  if (!shown)
    return (
      <div className="card">
        <Blank icon="members" title={say`There is no such page`}>
          {say`Choose one in the menu at the top right.`}
        </Blank>
      </div>
    );
  return (
    <>
      <PageHead title={shown.title} about={shown.about} />
      <div className={`stack ${styles.settings}`}>
        <LazyPart key={tab} what={say`This page`} fallback={<Loading />}>
          {shown.content}
        </LazyPart>
      </div>
    </>
  );
}

function Profile() {
  const { user } = useMe();
  return (
    <>
      <Card title={say`You`} about={say`As entered at sign-up.`}>
        <Facts
          items={[
            { label: say`Name`, value: `${user.first_name} ${user.last_name}`.trim() || <Unknown /> },
            { label: say`Email`, value: shownEmail(user.email) },
            { label: say`Role`, value: roleWord(user.role) },
            { label: say`Client name`, value: user.client_name },
          ]}
        />
      </Card>
      <Language />
    </>
  );
}
