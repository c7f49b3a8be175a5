import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';
import { PATIENCE_MS } from './time/patience.ts';

// A screen is loaded when it is opened. The first screen of a test file is also compiled then.
configure({ asyncUtilTimeout: PATIENCE_MS });

const { happyDOM } = window as unknown as { happyDOM: { setURL(url: string): void } };

// The files of a project share one window, so each test cleans up after itself.
afterEach(() => {
  cleanup();
  happyDOM.setURL('http://localhost:3000/');
  localStorage.clear();
  sessionStorage.clear();
  for (const name of document.documentElement.getAttributeNames()) document.documentElement.removeAttribute(name);
});
