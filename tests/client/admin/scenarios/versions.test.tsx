// Earlier versions of a scenario: listed, opened to be read, and taken back as the present one.
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { openConsole, useServer } from '../console.tsx';

const server = useServer();

const start = {
  holders: [{ id: 'a', name: 'Ada' }],
  classes: [{ id: 'c', name: 'Common', kind: 'COMMON' }],
  holdings: [{ holder: 'a', class: 'c', shares: '6000000' }],
};
const versions = [
  { version: 2, changed_at: '2026-07-02T10:00:00.000Z', changed_by: 'Daniel Okafor', what: '1 step removed' },
  { version: 1, changed_at: '2026-07-01T10:00:00.000Z', changed_by: 'Mara Lindqvist', what: 'Created with 1 step' },
];
const record = {
  id: 'scenario-1',
  name: 'Offer B',
  as_of: null,
  posted_at: null,
  created_at: '2026-07-01T10:00:00.000Z',
  changed_at: '2026-07-02T10:00:00.000Z',
  version: 2,
  overtaken: null,
  posted_run: null as object | null,
  start,
  steps: [],
  shares: [],
  versions,
};
const { what: _what, ...first } = versions[1]!;
const earlier = {
  ...first,
  name: 'Offer A',
  as_of: null,
  start,
  steps: [{ kind: 'exit', proceeds: '12000000' }],
};
const given = (changes: Partial<typeof record> = {}) =>
  server.answer('GET /api/scenarios/scenario-1', { json: { ...record, ...changes } });

beforeEach(() => {
  given();
  server.answer('GET /api/scenarios/scenario-1/versions/1', { json: earlier });
  server.answer('PUT /api/scenarios/scenario-1', () => {
    given({ name: 'Offer A', version: 3 });
    return { json: { ...record, version: 3 } };
  });
});

it('are listed with day, person and what changed, and one is opened and taken back', async () => {
  openConsole('/app/scenarios/scenario-1/show');
  await userEvent.click(await screen.findByRole('button', { name: 'Versions' }));
  const list = await screen.findByRole('list', { name: 'Versions' });
  expect(
    within(list)
      .getByText(/Daniel Okafor/)
      .closest('li'),
  ).toHaveTextContent(/1 step removed.*Jul 2, 2026.*Daniel Okafor.*Present/);
  await userEvent.click(within(list).getByRole('link', { name: 'Open version 1' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Offer A' })).toBeVisible();
  expect(
    screen.getByText(/^Version 1, saved on Jul 1, 2026.* by Mara Lindqvist\. It cannot be edited here\./),
  ).toBeVisible();
  expect(screen.getByLabelText('Price of the company', { selector: '.input' })).toBeDisabled();
  expect(screen.queryByRole('button', { name: 'Duplicate' })).toBeNull();
  expect(server.callsTo('PUT', '/api/scenarios/scenario-1')).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Restore this version' }));
  const { name, as_of, start: typed, steps } = earlier;
  await waitFor(() =>
    expect(server.callsTo('PUT', '/api/scenarios/scenario-1')[0]?.body).toEqual({
      name,
      as_of,
      start: typed,
      steps,
      version: 2,
    }),
  );
  expect(await screen.findByRole('button', { name: 'Versions' })).toBeVisible();
  expect(screen.getByRole('heading', { level: 1, name: 'Offer A' })).toBeVisible();
});

it('are read by a viewer, and not taken back where drafts were posted', async () => {
  openConsole('/app/scenarios/scenario-1/show?version=1', { role: 'viewer' });
  expect(await screen.findByText(/^Version 1, saved on/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Restore this version' })).toBeNull();
  expect(screen.getByRole('link', { name: 'To the present version' })).toHaveAttribute(
    'href',
    '/app/scenarios/scenario-1/show',
  );
});

it('say that there is no such version, or that it could not be read', async () => {
  server.answer('GET /api/scenarios/scenario-1/versions/9', { status: 404, json: { detail: 'Not found.' } });
  server.answer('GET /api/scenarios/scenario-1/versions/1', { status: 500, json: { detail: 'It failed.' } });
  const { unmount } = openConsole('/app/scenarios/scenario-1/show?version=9');
  expect(await screen.findByText(/does not exist|not found/i)).toBeVisible();
  unmount();
  openConsole('/app/scenarios/scenario-1/show?version=1');
  const retry = await screen.findByRole('button', { name: /Retry|Try again/ });
  server.answer('GET /api/scenarios/scenario-1/versions/1', { json: earlier });
  await userEvent.click(retry);
  expect(await screen.findByText(/^Version 1, saved on/)).toBeVisible();
});
