// The console's entry: theme before the first paint, emotion with the page's nonce, then React.
import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { applyTheme } from './admin/themeMode.ts';
import { App } from './App.tsx';
import './admin/index.css';
import { readToken } from './auth/session.ts';
import { watchSession } from './auth/watchSession.ts';

// The content security policy admits only styles that carry this value; the server writes it into the page.
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
const cache = createCache(nonce ? { key: 'sb', nonce } : { key: 'sb' });

function show(): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no element with the id root.');
  createRoot(root).render(
    <StrictMode>
      <CacheProvider value={cache}>
        <App />
      </CacheProvider>
    </StrictMode>,
  );
}

// Who is not signed in has nothing to see here: the landing page is another document.
if (readToken() === null) window.location.replace('/');
else {
  watchSession();
  applyTheme();
  show();
}
