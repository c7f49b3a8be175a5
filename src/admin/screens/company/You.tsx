// The signed-in person's own pages, tabs of one another: who they are, how they sign in, and which mails they get. Everybody has
// them, also whoever belongs to no company or holds shares only.
import { lazy } from 'react';
import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { shownEmail } from '#src/domain/shownEmail.ts';
import { Card, Facts, Unknown } from '#src/admin/kit/parts/Card.tsx';
import { LazyPart } from '#src/admin/kit/parts/LazyPart.tsx';
import { PageHead } from '#src/admin/kit/parts/PageHead.tsx';
import { Blank, Loading } from '#src/admin/kit/parts/states.tsx';
import { roleWord, useMe } from '#src/admin/session/useMe.ts';
import styles from './company.module.css';

const Factors = lazy(() => import('./Factors.tsx'));
const NoticeMails = lazy(() => import('./NoticeMails.tsx'));
const SignInDetails = lazy(() => import('./SignInDetails.tsx'));
const Sessions = lazy(() => import('./Sessions.tsx'));

/** By the last part of their addresses. */
const pages: Record<string, { title: string; about: string; content: ReactNode }> = {
  profile: { title: 'Profile', about: 'The same in every company that you belong to.', content: <Profile /> },
  security: {
    title: 'Sign-in and security',
    about: 'How you prove who you are, and where you are signed in.',
    content: (
      <>
        <SignInDetails />
        <Factors />
        <Sessions />
      </>
    ),
  },
  notifications: { title: 'Notifications', about: 'What is mailed to you.', content: <NoticeMails /> },
};

export default function You() {
  const { tab = '' } = useParams();
  const shown = Object.hasOwn(pages, tab) ? pages[tab] : undefined;
  if (!shown)
    return (
      <div className="card">
        <Blank icon="members" title="There is no such page">
          Choose one in the menu at the top right.
        </Blank>
      </div>
    );
  return (
    <>
      <PageHead title={shown.title} about={shown.about} />
      <div className={`stack ${styles.settings}`}>
        <LazyPart key={tab} what="This page" fallback={<Loading />}>
          {shown.content}
        </LazyPart>
      </div>
    </>
  );
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
