// The signed-in client: what lives under /app, and what stands outside.
import { BrowserRouter, Route, Routes } from 'react-router-dom';
import { useEffect } from 'react';
import { Console } from './admin/Console.tsx';
import { basename } from './admin/paths.ts';
import './admin/session/backButton.ts';
import { withAccess } from './admin/session/consoleAuth.ts';
import { authProvider } from './auth/authProvider.ts';
import { consoleRoutes } from './consoleRoutes.tsx';
import { dataProvider } from './dataProvider.ts';
import { ConsoleNotFound } from './pages/ConsoleNotFound.tsx';

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
