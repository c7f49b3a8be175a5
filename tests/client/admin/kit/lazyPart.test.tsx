// A part of a screen whose code did not load: the screen stays, and a message names the missing part.
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { lazy, useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LazyPart } from '#src/admin/kit/parts/LazyPart.tsx';
import { ScreenBoundary } from '#src/admin/shell/ScreenBoundary.tsx';
import { useServer } from '../console.tsx';

const server = useServer();
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined));
afterEach(() => vi.restoreAllMocks());

const message = 'Failed to fetch dynamically imported module: http://localhost/assets/CapTableEntries-x.js';
const Absent = lazy<() => null>(() => Promise.reject(new TypeError(message)));
const Faulty = () => {
  throw new Error('A fault of its own');
};

/** A screen that opens a part in a panel over itself. */
function OverScreen() {
  const [isOpen, setOpen] = useState(false);
  return (
    <ScreenBoundary at="/app/cap-table">
      <h1>Cap table</h1>
      <button type="button" onClick={() => setOpen(true)}>
        5,000
      </button>
      {isOpen && (
        <LazyPart what="The entries behind this figure" onClose={() => setOpen(false)}>
          <Absent />
        </LazyPart>
      )}
    </ScreenBoundary>
  );
}
const open = async () => {
  fireEvent.click(screen.getByRole('button', { name: '5,000' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'The entries behind this figure could not be loaded. Check the connection and try again.',
  );
};

describe('a part that could not be loaded', () => {
  it('shows a message over its screen, which stays, and can be closed and opened again', async () => {
    render(<OverScreen />);
    await open();
    expect(screen.getByRole('heading', { name: 'Cap table' })).toBeVisible();
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('alert')).toBeNull();
    await open();
  });

  it('shows the message in its place if it is not a panel', async () => {
    render(
      <ScreenBoundary at="/app/dashboard">
        <LazyPart what="The ownership by class">
          <Absent />
        </LazyPart>
        <p>Upcoming tasks</p>
      </ScreenBoundary>,
    );
    expect(await screen.findByRole('alert')).toHaveTextContent(/^The ownership by class could not be loaded/);
    expect(screen.getByText('Upcoming tasks')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
  });

  it('offers Retry, which reloads the page once the server answers', async () => {
    const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined);
    server.answer('GET /api/config', () => {
      throw new TypeError('Failed to fetch');
    });
    render(<OverScreen />);
    await open();
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('button', { name: 'Retry' })).toBeEnabled();
    expect(reload).not.toHaveBeenCalled();
    server.answer('GET /api/config', { json: { demo: null } });
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  });

  it('does not hide an error of the part itself', () => {
    const part = () =>
      render(
        <LazyPart what="The dialog">
          <Faulty />
        </LazyPart>,
      );
    expect(part).toThrow('A fault of its own');
  });
});
