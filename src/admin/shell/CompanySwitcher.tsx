// The company and role at the top of the drawer; a switcher if the account belongs to several companies.
import { say } from '#src/words/say.ts';
import { lazy, useState } from 'react';
import { Icon } from '../kit/icons.tsx';
import { LazyPart } from '../kit/parts/LazyPart.tsx';
import { membershipStatus, roleWord, useMe } from '../session/useMe.ts';
import { useCompanyLogo } from '../session/useCompanyLogo.ts';
import { useSwitch } from '../session/useSwitch.ts';
import styles from './shell.module.css';

const JoinDialog = lazy(() => import('./JoinDialog.tsx'));
const FoundDialog = lazy(() => import('./FoundDialog.tsx'));
/** What else the list offers. Each contains a space, so it cannot be a client name. */
const dialogs = { 'join another': JoinDialog, 'create another': FoundDialog } as const;
type DialogName = keyof typeof dialogs;
const isDialog = (value: string): value is DialogName => Object.hasOwn(dialogs, value);

const statusWords = {
  active: '',
  pending: say` · waiting`,
  rejected: say` · declined`,
  none: say` · no company`,
} as const;

export function CompanySwitcher() {
  const { user, memberships, active } = useMe();
  const company = user.client_display_name || say`No company yet`;
  const role = `${roleWord(user.role)}${statusWords[membershipStatus(user)]}`;
  const [opened, setOpened] = useState<DialogName | null>(null);
  const Dialog = opened && dialogs[opened];
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
            aria-label={say`Switch company`}
            value={active ?? ''}
            disabled={isSwitching}
            onChange={({ target: { value } }) => (isDialog(value) ? setOpened(value) : void switchTo(value))}
          >
            {memberships.map(({ client_name, client_display_name }) => (
              <option key={client_name} value={client_name}>
                {client_display_name}
              </option>
            ))}
            <option value={'join another' satisfies DialogName}>{say`Join another company…`}</option>
            <option value={'create another' satisfies DialogName}>{say`Create another company…`}</option>
          </select>
        </>
      )}
      {Dialog && (
        <LazyPart what={say`The dialog`} onClose={() => setOpened(null)}>
          <Dialog onClose={() => setOpened(null)} />
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
