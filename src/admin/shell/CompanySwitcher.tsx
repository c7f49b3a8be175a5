// The company and role at the top of the drawer; a switcher if the account belongs to several companies.
import { lazy, useState } from 'react';
import { Icon } from '../kit/icons.tsx';
import { LazyPart } from '../kit/parts/LazyPart.tsx';
import { membershipStatus, roleWord, useMe } from '../session/useMe.ts';
import { useCompanyLogo } from '../session/useCompanyLogo.ts';
import { useSwitch } from '../session/useSwitch.ts';
import styles from './shell.module.css';

const JoinDialog = lazy(() => import('./JoinDialog.tsx'));
/** Contains a space, so it cannot be a client name. */
const JOIN = 'join another';

const statusWords = { active: '', pending: ' · waiting', rejected: ' · declined', none: ' · no company' } as const;

export function CompanySwitcher() {
  const { user, memberships, active } = useMe();
  const company = user.client_display_name || 'No company yet';
  const role = `${roleWord(user.role)}${statusWords[membershipStatus(user)]}`;
  const [isJoining, setJoining] = useState(false);
  const { switchTo, isSwitching } = useSwitch();
  const logo = useCompanyLogo();
  return (
    <div className="company">
      {logo ? (
        <img className={styles.logo} src={logo} alt="" />
      ) : (
        <span className={styles.mono} aria-hidden="true">
          {initials(company)}
        </span>
      )}
      <div>
        <b>{company}</b>
        <span>{role}</span>
      </div>
      {memberships.length > 0 && (
        <>
          <Icon name="switcher" small />
          {/* A native select laid over the block, because keyboards and phones support it well. */}
          <select
            aria-label="Switch company"
            value={active ?? ''}
            disabled={isSwitching}
            onChange={({ target: { value } }) => (value === JOIN ? setJoining(true) : void switchTo(value))}
          >
            {memberships.map(({ client_name, client_display_name }) => (
              <option key={client_name} value={client_name}>
                {client_display_name}
              </option>
            ))}
            <option value={JOIN}>Join another company…</option>
          </select>
        </>
      )}
      {isJoining && (
        <LazyPart what="The dialog" onClose={() => setJoining(false)}>
          <JoinDialog onClose={() => setJoining(false)} />
        </LazyPart>
      )}
    </div>
  );
}

function initials(name: string): string {
  const words = name.split(/[\s,.]+/).filter(Boolean);
  return words
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('');
}
