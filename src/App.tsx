// The table of contents of the signed-in client: what lives under /app and who provides it.
import { BrowserRouter, Navigate, Route, Routes } from 'react-router-dom';
import { lazy, useEffect } from 'react';
import { Console } from './admin/Console.tsx';
import { basename, dashboardPath } from './admin/kit/paths.ts';
import { withAccess } from './admin/session/consoleAuth.ts';
import { authProvider } from './auth/authProvider.ts';
import { dataProvider } from './dataProvider.ts';
import { ConsoleNotFound } from './pages/ConsoleNotFound.tsx';
import { Dashboard } from './pages/Dashboard.tsx';

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
const TaxPapers = lazy(() => import('./admin/screens/taxPapers/TaxPapers.tsx'));
const Account = lazy(() => import('./admin/screens/company/Account.tsx'));
const Settings = lazy(() => import('./admin/screens/company/Settings.tsx'));
const HotReloadTest = lazy(() => import('./pages/HotReloadTest.tsx'));

const consoleAuth = withAccess(authProvider);

export function App() {
  return (
    <BrowserRouter>
      <Routes>
        <Route path={`${basename}/*`} element={<SignedIn />} />
        <Route path="*" element={<Outside />} />
      </Routes>
    </BrowserRouter>
  );
}

/** The other pages are separate documents that the server sends. */
function Outside() {
  useEffect(() => window.location.replace(window.location.href), []);
  return null;
}

function SignedIn() {
  return (
    <Console dataProvider={dataProvider} authProvider={consoleAuth} notFound={ConsoleNotFound} routes={consoleRoutes} />
  );
}

const consoleRoutes = (
  <>
    <Route path="/" element={<Navigate to={dashboardPath} replace />} />
    <Route path="/dashboard" element={<Dashboard />} />
    <Route path="/portfolio" element={<Portfolio />} />
    <Route path="/cap-table" element={<CapTable />} />
    <Route path="/analytics" element={<Analytics />} />
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
    <Route path="/tax-papers" element={<TaxPapers />} />
    <Route path="/account" element={<Account />} />
    <Route path="/settings" element={<Settings />} />
    <Route path="/hot-reload-test" element={<HotReloadTest />} />
  </>
);
