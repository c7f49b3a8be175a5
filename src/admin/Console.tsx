// The console itself: providers around react-admin, the frame, the declared resources and the custom routes.
import { say } from '../words/say.ts';
import { QueryClient } from '@tanstack/react-query';
import { CoreAdminContext, memoryStore, ResourceDefinitionContextProvider, useScrollToTop } from 'react-admin';
import type { AuthProvider, DataProvider } from 'react-admin';
import { Route, Routes, useLocation } from 'react-router-dom';
import { useEffect, useMemo } from 'react';
import type { ComponentType, ReactElement } from 'react';
import { i18nProvider } from '../i18n/index.ts';
import { Denied } from './kit/parts/states.tsx';
import { basename } from './paths.ts';
import { definitions, listCode, resourceRoutes } from './resourceScreens.tsx';
import { CrashScreen } from './shell/CrashScreen.tsx';
import { MeProvider } from './session/MeProvider.tsx';
import { AppShell } from './shell/AppShell.tsx';
import { ScreenBoundary } from './shell/ScreenBoundary.tsx';
import { Toasts } from './shell/Toasts.tsx';

interface ConsoleProps {
  dataProvider: DataProvider;
  authProvider: AuthProvider;
  /** Routes that App passes in: this folder may not import pages. */
  routes: ReactElement;
  notFound: ComponentType;
}

export function Console({ dataProvider, authProvider, routes, notFound }: ConsoleProps) {
  const queryClient = useMemo(() => newQueryClient(), []);
  const store = useMemo(() => memoryStore({ locale: i18nProvider.getLocale() }), []);
  useListsAhead();
  useChanges(queryClient);
  return (
    <CoreAdminContext
      basename={basename}
      dataProvider={dataProvider}
      authProvider={authProvider}
      i18nProvider={i18nProvider}
      queryClient={queryClient}
      store={store}
    >
      <ResourceDefinitionContextProvider definitions={definitions}>
        <MeProvider>
          <Pages routes={routes} notFound={notFound} />
          <Toasts />
        </MeProvider>
      </ResourceDefinitionContextProvider>
    </CoreAdminContext>
  );
}

/**
 * Replaces react-admin's own (CoreAdminUI), which reads its children again in an effect to register each resource and
 * so drew the whole first screen twice.
 */
function Pages({ routes, notFound: NotFound }: Pick<ConsoleProps, 'routes' | 'notFound'>) {
  const { pathname } = useLocation();
  useScrollToTop();
  return (
    <ScreenBoundary at={pathname} shown={(error) => <CrashScreen error={error} />}>
      <AppShell>
        <Routes>
          {routes}
          {resourceRoutes}
          <Route path="/access-denied" element={<Denied what={say`this page`} />} />
          <Route path="*" element={<NotFound />} />
        </Routes>
      </AppShell>
    </ScreenBoundary>
  );
}

/**
 * Most clicks on the first screen open a list: its code comes after everything that this screen needs, before the click.
 * If that load fails, the list loads its code again and reports the failure.
 */
function useListsAhead(): void {
  useEffect(() => {
    const later = setTimeout(() => void listCode().catch(() => undefined), 2_000);
    return () => clearTimeout(later);
  }, []);
}

/** What others do is shown from a moment after the first screen on. */
function useChanges(client: QueryClient): void {
  useEffect(() => {
    let stop = () => {};
    const later = setTimeout(() => {
      import('./session/changes.ts').then(
        ({ followChanges }) => (stop = followChanges(client)),
        () => undefined,
      );
    }, 3_000);
    return () => {
      clearTimeout(later);
      stop();
    };
  }, [client]);
}

/**
 * A failed request is shown at once with Retry: silent retries would hide it, and so would waiting silently for the
 * network to come back.
 */
function newQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: { queries: { retry: false, networkMode: 'always' }, mutations: { networkMode: 'always' } },
  });
}
