// A screen whose code did not load: the frame stays, Retry waits for the connection, and other pages can be opened.
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { lazy, Suspense } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CrashScreen } from '#src/admin/shell/CrashScreen.tsx';
import { ScreenBoundary } from '#src/admin/shell/ScreenBoundary.tsx';
import { useServer } from '../console.tsx';

const server = useServer();
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined));
afterEach(() => vi.restoreAllMocks());

const message = 'Failed to fetch dynamically imported module: http://localhost/assets/Settings-x.js';
const Absent = lazy<() => null>(() => Promise.reject(new TypeError(message)));
const shown = (at: string, isAbsent: boolean) => (
  <ScreenBoundary at={at}>
    <Suspense fallback="…">{isAbsent ? <Absent /> : 'The tasks'}</Suspense>
  </ScreenBoundary>
);

describe('a screen that could not be loaded', () => {
  it('offers Retry, which reloads the page once the server answers', async () => {
    const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined);
    server.answer('GET /api/config', () => {
      throw new TypeError('Failed to fetch');
    });
    render(shown('/app/settings/company', true));
    expect(await screen.findByRole('heading', { name: 'This screen could not be loaded' })).toBeVisible();
    expect(screen.getByText('Check the connection and try again.')).toBeVisible();
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('button', { name: 'Retry' })).toBeEnabled();
    expect(reload).not.toHaveBeenCalled();
    server.answer('GET /api/config', { json: { demo: null } });
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  });

  it('does not block other pages', async () => {
    const { rerender } = render(shown('/app/settings/company', true));
    await screen.findByRole('button', { name: 'Retry' });
    rerender(shown('/app/tasks', false));
    expect(await screen.findByText('The tasks')).toBeVisible();
  });
});

describe('a screen that failed', () => {
  const Broken = () => {
    throw new TypeError('a fault of ours');
  };
  const framed = (at: string, isBroken: boolean) => (
    <ScreenBoundary at={at} shown={(error) => <CrashScreen error={error} />}>
      <ScreenBoundary at={at}>{isBroken ? <Broken /> : 'The tasks'}</ScreenBoundary>
    </ScreenBoundary>
  );

  it('shows an explanation and a link to the dashboard, and does not block other pages', async () => {
    const { rerender } = render(framed('/app/settings/company', true));
    expect(await screen.findByRole('heading', { level: 1, name: 'This screen failed' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Back to dashboard' })).toHaveAttribute('href', '/app/dashboard');
    rerender(framed('/app/tasks', false));
    expect(await screen.findByText('The tasks')).toBeVisible();
    expect(screen.queryByText('This screen failed')).toBeNull();
  });
});
