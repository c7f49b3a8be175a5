// Notices above every page: this is a sample company, your email address is not confirmed, your membership is not
// active.
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { lazy, useState } from 'react';
import { Link } from 'react-router-dom';
import { sendConfirmation } from '#src/auth/accountApi.ts';
import { takeBanner } from '#src/auth/banner.ts';
import { isHolder } from '#src/resources/kit/access.ts';
import type { Role } from '#src/resources/kit/access.ts';
import { Icon } from '../kit/icons.tsx';
import { settingsPath } from '../paths.ts';
import { LazyPart } from '../kit/parts/LazyPart.tsx';
import { reasonAlone, useAct } from '../kit/parts/useAct.ts';
import { membershipStatus, useMe } from '../session/useMe.ts';
import { useOrganization } from '../session/useOrganization.ts';
import styles from './shell.module.css';
import { shownEmail } from '#src/domain/shownEmail.ts';

// Rarely shown, so not part of the first load.
const NotLinkedYet = lazy(() => import('./NotLinkedYet.tsx'));
const NoCompany = lazy(() => import('./NoCompany.tsx'));

export function Banners({ firstTimeZone }: { firstTimeZone: string | null }) {
  const { user, email_verified, memberships, active } = useMe();
  const { data: organization } = useOrganization();
  const status = membershipStatus(user);
  const own = memberships.find(({ client_name }) => client_name === active);
  const isUnlinked = status === 'active' && isHolder(user.role as Role) && own !== undefined && !own.shareholder_id;
  // A message left by the previous page, shown once.
  const [left] = useState(takeBanner);
  return (
    <>
      {left && (
        <output className={`alert ${left.tone} ${styles.banner}`}>
          <Icon name="info" />
          <span>{left.text}</span>
        </output>
      )}
      {firstTimeZone && (
        <output className={`alert info ${styles.banner}`}>
          <Icon name="info" />
          <span>
            {sayAround`${(<b>{sayAround`The company’s time zone is now ${firstTimeZone.replaceAll('_', ' ')},`}</b>)} taken from your browser. All dates use this time zone. ${(
              <Link className="link" to={settingsPath()}>
                {say`Change it in Settings`}
              </Link>
            )}.`}
          </span>
        </output>
      )}
      {organization?.is_sample && (
        <p className={`alert info ${styles.banner}`}>
          <Icon name="info" />
          <span>
            {sayAround`${(<b>{say`Sample company.`}</b>)} Everything here is invented, so that you can look around. Its owner can remove it in Settings.`}
          </span>
        </p>
      )}
      {email_verified === false && <ConfirmEmail email={user.email} />}
      {user.id !== '' && (status === 'pending' || isUnlinked) && (
        <LazyPart what={say`What happens next`}>
          <NotLinkedYet
            state={status === 'pending' ? 'pending' : 'unlinked'}
            contact={own?.holder_contact ?? null}
            company={user.client_display_name || say`the company`}
            clientName={status === 'pending' ? user.client_name : ''}
            email={user.email}
          />
        </LazyPart>
      )}
      {user.id !== '' && (status === 'rejected' || status === 'none') && (
        <LazyPart what={say`The form for joining a company`}>
          <NoCompany id={user.id} name={user.client_display_name} />
        </LazyPart>
      )}
    </>
  );
}

function ConfirmEmail({ email }: { email: string }) {
  const [isSent, setSent] = useState(false);
  const { act, isBusy, problem } = useAct({ words: reasonAlone });
  const send = () =>
    act(say`The confirmation was not sent again.`, async () => {
      await sendConfirmation();
      setSent(true);
    });

  return (
    <div className={`alert warning ${styles.banner}`}>
      <Icon name="info" />
      <div>
        <p>
          {sayAround`${(<b>{say`Confirm your email address.`}</b>)} We emailed a link to ${shownEmail(email)}. Until you confirm, anyone with access to that mailbox can take over this account by resetting its password.`}
        </p>
        <div>
          {isSent ? (
            <output>{say`The email is on its way. Check your spam folder if it does not arrive.`}</output>
          ) : (
            <button type="button" className="btn" disabled={isBusy} onClick={() => void send()}>
              {isBusy ? say`Sending…` : say`Send the email again`}
            </button>
          )}
        </div>
        {problem && <p role="alert">{problem}</p>}
      </div>
    </div>
  );
}
