// The table of contents of the console: the screens under /app that are no resource's own.
import { lazy } from 'react';
import { Navigate, Route } from 'react-router-dom';
import { dashboardPath, settingsPath, youPath } from './admin/paths.ts';
import { Moved } from './admin/kit/parts/Moved.tsx';
import { fetchList } from './admin/resourceScreens.tsx';
import { screenAhead } from './admin/screenAhead.tsx';
import { overTimePath, yearlyTaxFormsPath } from './admin/screens/shared/screenPaths.ts';
import { useRole } from './admin/session/useMe.ts';
import { isHolder } from './resources/kit/access.ts';

const Analytics = lazy(() => import('./admin/screens/analytics/Analytics.tsx'));
const CapTable = lazy(() => import('./admin/screens/capTable/CapTable.tsx'));
const ConvertInRound = lazy(() => import('./admin/screens/convertibles/ConvertInRound.tsx'));
const NoticeFollowed = lazy(() => import('./admin/screens/notices/NoticeFollowed.tsx'));
const Notices = lazy(() => import('./admin/screens/notices/Notices.tsx'));
const Portfolio = lazy(() => import('./admin/screens/portfolio/Portfolio.tsx'));
const ScenarioCompare = lazy(() => import('./admin/screens/scenarios/ScenarioCompare.tsx'));
const SeenAs = lazy(() => import('./pages/SeenAs.tsx'));
const SheetShow = lazy(() => import('./admin/screens/imports/SheetShow.tsx'));
const Statements = lazy(() => import('./admin/screens/payments/Statements.tsx'));
const StartCompany = lazy(() => import('./admin/screens/setup/StartCompany.tsx'));
const Unclaimed = lazy(() => import('./admin/screens/payments/Unclaimed.tsx'));
const Welcome = lazy(() => import('./admin/screens/setup/Welcome.tsx'));
const YearlyTaxForms = lazy(() => import('./admin/screens/yearlyTaxForms/YearlyTaxForms.tsx'));
const Export = lazy(() => import('./admin/screens/company/Export.tsx'));
const Registers = lazy(() => import('./admin/screens/capTable/Registers.tsx'));
const You = lazy(() => import('./admin/screens/company/You.tsx'));
const Settings = lazy(() => import('./admin/screens/company/Settings.tsx'));
const HotReloadTest = lazy(() => import('./pages/HotReloadTest.tsx'));

const dashboard = screenAhead(() => import('./pages/Dashboard.tsx'));

/** The code of the screen at this address, if it is the dashboard or a list, which the server preloads. */
export function fetchScreenAt(path: string): Promise<unknown> | undefined {
  const [, name = ''] = /^\/app\/([^/]+)\/?$/.exec(path) ?? [];
  return name === 'dashboard' ? dashboard.fetch() : fetchList(name);
}

/** A shareholder has no settings of the company. */
const OwnSettings = () => <Moved to={isHolder(useRole()) ? youPath() : settingsPath()} />;

export const consoleRoutes = (
  <>
    <Route path="/" element={<Navigate to={dashboardPath} replace />} />
    <Route path="/dashboard" element={<dashboard.Screen />} />
    <Route path="/portfolio" element={<Portfolio />} />
    <Route path="/cap-table" element={<CapTable />} />
    <Route path="/cap-table/over-time" element={<Analytics />} />
    <Route path="/cap-table/registers" element={<Registers />} />
    <Route path="/convertibles/round" element={<ConvertInRound />} />
    <Route path="/payments/statements/:id?" element={<Statements />} />
    <Route path="/payments/unclaimed" element={<Unclaimed />} />
    <Route path="/shareholders/:id/portal" element={<SeenAs />} />
    <Route path="/notices" element={<Notices />} />
    <Route path="/notices/:id" element={<NoticeFollowed />} />
    <Route path="/imports/sheets/:id" element={<SheetShow />} />
    <Route path="/welcome" element={<Welcome />} />
    <Route path="/welcome/start" element={<StartCompany />} />
    <Route path="/scenarios/compare" element={<ScenarioCompare />} />
    <Route path="/payments/tax-forms" element={<YearlyTaxForms />} />
    <Route path="/export" element={<Export />} />
    <Route path="/settings/:tab" element={<Settings />} />
    <Route path="/you/:tab" element={<You />} />
    <Route path="/analytics" element={<Moved to={overTimePath} />} />
    <Route path="/tax-papers" element={<Moved to={yearlyTaxFormsPath} />} />
    <Route path="/account" element={<Moved to={youPath()} />} />
    <Route path="/settings" element={<OwnSettings />} />
    <Route path="/you" element={<Moved to={youPath()} />} />
    <Route path="/hot-reload-test" element={<HotReloadTest />} />
  </>
);
