// The console itself: providers around react-admin, the frame, the declared resources and the custom routes.
import { QueryClient } from '@tanstack/react-query';
import CssBaseline from '@mui/material/CssBaseline';
import { createTheme, ThemeProvider } from '@mui/material/styles';
import { CoreAdminContext, CoreAdminUI, CustomRoutes, memoryStore } from 'react-admin';
import type { AuthProvider, DataProvider } from 'react-admin';
import { useMemo } from 'react';
import type { ComponentType, ReactElement } from 'react';
import { readUser } from '../auth/session.ts';
import { i18nProvider } from '../i18n/index.ts';
import { firstScreenOf } from '../resources/firstScreen.ts';
import { Denied, Loading } from './parts/states.tsx';
import { basename } from './paths.ts';
import { resourceElements } from './resourceScreens.tsx';
import { CrashScreen } from './shell/CrashScreen.tsx';
import { AppShell } from './shell/AppShell.tsx';
import { Toasts } from './shell/Toasts.tsx';
import { consoleTheme } from './theme.ts';
import { useThemeMode } from './themeMode.ts';

interface ConsoleProps {
  dataProvider: DataProvider;
  authProvider: AuthProvider;
  /** Routes that App wires: pages are not this folder's to import. */
  routes: ReactElement;
  notFound: ComponentType;
}

export function Console({ dataProvider, authProvider, routes, notFound }: ConsoleProps) {
  const mode = useThemeMode();
  const theme = useMemo(() => createTheme(consoleTheme(mode)), [mode]);
  const queryClient = useMemo(() => newQueryClient(), []);
  const store = useMemo(() => memoryStore(), []);
  return (
    <CoreAdminContext
      basename={basename}
      dataProvider={dataProvider}
      authProvider={authProvider}
      i18nProvider={i18nProvider}
      queryClient={queryClient}
      store={store}
    >
      <ThemeProvider theme={theme}>
        <CssBaseline enableColorScheme />
        <CoreAdminUI
          requireAuth
          loginPage={false}
          disableTelemetry
          title="Sharebook"
          layout={AppShell}
          loading={Starting}
          catchAll={notFound}
          accessDenied={NoAccess}
          error={CrashScreen}
        >
          <CustomRoutes>{routes}</CustomRoutes>
          {resourceElements()}
        </CoreAdminUI>
        <Toasts />
      </ThemeProvider>
    </CoreAdminContext>
  );
}

/**
 * A failed question is shown at once with Retry; asking three times in silence only hides it, and so does waiting in
 * silence for the network to come back.
 */
export function newQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: { queries: { retry: false, networkMode: 'always' }, mutations: { networkMode: 'always' } },
  });
}

/** As app.html paints it before this code is there: nothing moves when the console takes over. */
function Starting() {
  const screen = firstScreenOf(window.location.pathname);
  return (
    <>
      <div className="vh">
        <Loading />
      </div>
      <div className="shell" aria-hidden="true" aria-busy="true">
        <div className="drawer">
          <div className="company" />
        </div>
        <div className="column">
          <div className="bar" />
          <main className="main">
            <div className="head">
              <div>
                <div className="title">
                  <h1>{screen?.title}</h1>
                </div>
                <p>{readUser()?.role === 'shareholder' ? '' : screen?.about}</p>
              </div>
            </div>
          </main>
        </div>
      </div>
    </>
  );
}

function NoAccess() {
  return <Denied what="this page" />;
}
