// The console's entry: theme before the first paint, then React.
// Shared styles come first, so that each folder's own styles override them.
import './admin/index.css';
import './firstFont.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { noticesPath } from './admin/paths.ts';
import { applyTheme } from './admin/shell/themeMode.ts';
import { App } from './App.tsx';
import { expireFirstCalls } from './firstCalls.ts';
import { fetchScreenAt } from './consoleRoutes.tsx';
import { readToken, rememberAsked } from './auth/session.ts';
import { watchSession } from './auth/watchSession.ts';

function show(): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no element with the id root.');
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}

// Signed-out visitors go to the landing page, which is a separate document; those who followed a mail’s link, to the sign-in.
if (readToken() === null) {
  rememberAsked();
  window.location.replace(window.location.pathname.startsWith(`${noticesPath}/`) ? '/login' : '/');
} else {
  expireFirstCalls();
  watchSession();
  applyTheme();
  // The page shows its heading meanwhile (index.html). What could not be loaded is said by the screen itself.
  void Promise.resolve(fetchScreenAt(window.location.pathname)).then(show, show);
}
