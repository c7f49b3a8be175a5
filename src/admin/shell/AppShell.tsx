// The frame of every signed-in page: drawer, bar, banners, and the page in the middle.
import { say } from '#src/words/say.ts';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import type { MouseEvent, ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { LazyPart } from '../kit/parts/LazyPart.tsx';
import { UnderHead } from '../kit/parts/PageHead.tsx';
import { Loading } from '../kit/parts/states.tsx';
import { dashboardPath } from '../paths.ts';
import { isHolder } from '#src/resources/kit/access.ts';
import { useRole } from '../session/useMe.ts';
import { Banners } from './Banners.tsx';
import { CompanySwitcher } from './CompanySwitcher.tsx';
import { Menu } from './Menu.tsx';
import { ScreenBoundary } from './ScreenBoundary.tsx';
import { entryAt, menuEntries } from './menuEntries.ts';
import { StepUp } from './StepUp.tsx';
import { TopBar } from './TopBar.tsx';
import { useFirstTimeZone } from '../session/useFirstTimeZone.ts';
import { useFocusAfterBack } from './useFocusAfterBack.ts';
import { useShortcuts } from './useShortcuts.ts';
import { useWholeText } from './useWholeText.ts';
import styles from './shell.module.css';

const KeyHelp = lazy(() => import('./KeyHelp.tsx'));
const SearchEverything = lazy(() => import('./SearchEverything.tsx'));
const SectionTabs = lazy(() => import('./SectionTabs.tsx'));
const BottomBar = lazy(() => import('./BottomBar.tsx'));

export function AppShell({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const role = useRole();
  // Open on this page only: following one of its links closes the drawer.
  const [openOn, setOpenOn] = useState<string | null>(null);
  const isDrawerOpen = openOn === pathname;
  const setDrawerOpen = (isOpen: boolean) => setOpenOn(isOpen ? pathname : null);
  const [opened, setOpened] = useState<'help' | 'search' | null>(null);
  const openHelp = useCallback(() => setOpened('help'), []);
  const openSearch = useCallback(() => setOpened('search'), []);
  const close = () => setOpened(null);
  useShortcuts(openHelp, openSearch);
  useWholeText();
  useFocusAfterBack();
  const firstTimeZone = useFirstTimeZone();
  useEffect(() => {
    if (!isDrawerOpen) return;
    const close = (event: KeyboardEvent) => event.key === 'Escape' && setOpenOn(null);
    document.addEventListener('keydown', close);
    return () => document.removeEventListener('keydown', close);
  }, [isDrawerOpen]);

  return (
    <div className="shell" data-drawer={isDrawerOpen ? 'open' : 'closed'}>
      <a className={styles.skipLink} href="#main" onClick={focusMain}>
        {say`Skip to content`}
      </a>
      <nav className="drawer" id="drawer" aria-label={say`Main`}>
        <div className={styles.drawerInner}>
          <CompanySwitcher />
          <Menu />
        </div>
      </nav>
      {isDrawerOpen && (
        <button
          type="button"
          className={styles.scrim}
          aria-label={say`Close navigation`}
          onClick={() => setDrawerOpen(false)}
        />
      )}
      <div className="column">
        <TopBar
          isDrawerOpen={isDrawerOpen}
          onMenu={() => setDrawerOpen(!isDrawerOpen)}
          onHelp={openHelp}
          onSearch={openSearch}
        />
        <main className="main" id="main" tabIndex={-1}>
          <Banners firstTimeZone={firstTimeZone} />
          <ScreenBoundary at={pathname}>
            <UnderHead value={pathname === dashboardPath ? null : <Tabs />}>
              <Suspense fallback={<Loading />}>{children}</Suspense>
            </UnderHead>
          </ScreenBoundary>
        </main>
      </div>
      {isHolder(role) && (
        <Suspense>
          <BottomBar />
        </Suspense>
      )}
      <StepUp />
      {opened && (
        <LazyPart what={opened === 'help' ? say`The keyboard shortcuts` : say`The search`} onClose={close}>
          {opened === 'help' ? <KeyHelp onClose={close} /> : <SearchEverything onClose={close} />}
        </LazyPart>
      )}
    </div>
  );
}

/** Their code comes with the page's own. Until then their place is kept, where the menu says that there are some. */
function Tabs() {
  const { pathname } = useLocation();
  const entry = entryAt(menuEntries(useRole()), pathname);
  return (
    <Suspense fallback={entry?.section && <div className={`tabs ${styles.tabsAhead}`} />}>
      <SectionTabs />
    </Suspense>
  );
}

/** Moves the focus by script, because the router's address must not change. */
function focusMain(event: MouseEvent): void {
  event.preventDefault();
  document.getElementById('main')?.focus();
}
