// The bar: menu button and company on small screens, keys, notices, theme, who is signed in, Logout.
import { say } from '#src/words/say.ts';
import { lazy, useState } from 'react';
import { useLogout } from 'react-admin';
import { Icon } from '../kit/icons.tsx';
import { LazyPart } from '../kit/parts/LazyPart.tsx';
import { useCompanyLogo } from '../session/useCompanyLogo.ts';
import { useMe } from '../session/useMe.ts';
import { leave } from './leave.ts';
import { NoticeBell } from './NoticeBell.tsx';
import { chooseTheme, useThemeMode } from './themeMode.ts';
import styles from './shell.module.css';
import { shownEmail } from '#src/domain/shownEmail.ts';

const AccountMenuItems = lazy(() => import('./AccountMenuItems.tsx'));

interface TopBarProps {
  isDrawerOpen: boolean;
  onMenu: () => void;
  onHelp: () => void;
  onSearch: () => void;
}

export function TopBar({ isDrawerOpen, onMenu, onHelp, onSearch }: TopBarProps) {
  const { user } = useMe();
  const logout = useLogout();
  const logo = useCompanyLogo();
  return (
    <header className="bar">
      <button
        type="button"
        className={`icon-btn ${styles.menuBtn}`}
        aria-expanded={isDrawerOpen}
        aria-controls="drawer"
        aria-label={say`Menu`}
        onClick={onMenu}
      >
        <Icon name="menu" />
      </button>
      {logo && <img className={`${styles.logo} ${styles.barLogo}`} src={logo} alt="" />}
      <button
        type="button"
        className={styles.searchBtn}
        aria-label={say`Search`}
        aria-keyshortcuts="Control+K"
        title={say`Search (Ctrl+K)`}
        onClick={onSearch}
      >
        <Icon name="search" />
        <span aria-hidden="true">{say`Search`}</span>
      </button>
      <div className={styles.whose}>
        {/* When the drawer is open beside the page, the company is shown there. */}
        {user.client_display_name && (
          <b className={styles.here} title={user.client_display_name}>
            {user.client_display_name}
          </b>
        )}
        <AccountMenu email={user.email} />
      </div>
      <button
        type="button"
        className={`icon-btn ${styles.keysBtn}`}
        aria-label={say`Keyboard shortcuts`}
        title={say`Keyboard shortcuts (?)`}
        onClick={onHelp}
      >
        <kbd aria-hidden="true">?</kbd>
      </button>
      <NoticeBell />
      <ThemeToggle />
      <button type="button" className="btn sm" onClick={() => void leave(logout)}>
        {say`Logout`}
      </button>
    </header>
  );
}

/** Everybody's own pages, whatever they may do in the company. */
function AccountMenu({ email }: { email: string }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <button
        type="button"
        className={`link ${styles.account}`}
        title={shownEmail(email)}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-label={say`Your account: ${shownEmail(email)}`}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <span className={styles.who}>{shownEmail(email)}</span>
        <Icon name="switcher" small />
      </button>
      {anchor && (
        <LazyPart what={say`The menu`} onClose={() => setAnchor(null)}>
          <AccountMenuItems anchor={anchor} onClose={() => setAnchor(null)} />
        </LazyPart>
      )}
    </>
  );
}

function ThemeToggle() {
  const mode = useThemeMode();
  const other = mode === 'dark' ? 'light' : 'dark';
  const label = other === 'light' ? say`Switch to light theme` : say`Switch to dark theme`;
  return (
    <button type="button" className="icon-btn" aria-label={label} title={label} onClick={() => chooseTheme(other)}>
      <Icon name={mode === 'dark' ? 'moon' : 'sun'} />
    </button>
  );
}
