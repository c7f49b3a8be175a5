// The steps of a distribution: where it stands follows from its records, and the work goes on at the first that can be done.
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { currentStep, stepsOf } from '#src/admin/screens/distributions/steps/stepsOf.ts';
import type { Standing } from '#src/admin/screens/distributions/steps/stepsOf.ts';
import { resourceNamed } from '#src/resources/index.ts';
import { openConsole, useServer } from '../console.tsx';
import { sampleRow, seenPreview } from '../samples.ts';

const pending: Standing = {
  status: 'pending',
  counts: {},
  held: 0,
  lacking: { count: 0, to_ask: 0 },
  notices: undefined,
  approval: { refusal: null },
};
const approved: Standing = {
  ...pending,
  status: 'approved',
  approval: undefined,
  notices: { holders: 3, sent: 0, without_address: 1 },
};
const told = { holders: 3, sent: 2, without_address: 1 };

describe('the step at which the work goes on', () => {
  it.each<[string, Standing, string | null | undefined]>([
    ['asks who was not asked', { ...pending, lacking: { count: 3, to_ask: 1 } }, 'missing'],
    ['approves once all were asked', { ...pending, lacking: { count: 3, to_ask: 0 } }, 'approve'],
    ['waits for another person to approve', { ...pending, approval: { refusal: 'second_person_needed' } }, 'approve'],
    ['makes the file', { ...approved, counts: { pending: 3 }, held: 1 }, 'file'],
    [
      'brings in the answer before what was left out',
      { ...approved, counts: { pending: 2, processing: 1 } },
      'results',
    ],
    ['makes a file of what was left out', { ...approved, counts: { pending: 2, completed: 1 } }, 'file'],
    [
      'pays first, once it is approved',
      { ...approved, counts: { pending: 3 }, lacking: { count: 3, to_ask: 1 } },
      'file',
    ],
    ['looks at what failed', { ...approved, counts: { completed: 2, failed: 1 } }, 'results'],
    ['tells the holders', { ...approved, counts: { completed: 2, pending: 1 }, held: 1 }, 'notify'],
    ['waits for what is held', { ...approved, counts: { completed: 2, pending: 1 }, held: 1, notices: told }, 'file'],
    ['is nowhere once all is done', { ...approved, status: 'paid', counts: { completed: 3 }, notices: told }, null],
    ['is not known until all was read', { ...pending, lacking: undefined }, undefined],
    ['goes on past what could not be read', { ...pending, lacking: null }, 'approve'],
  ])('%s', (_what, standing, step) => {
    expect(currentStep(stepsOf(standing))).toBe(step);
  });
});

const server = useServer();
const given = (extra: object) => {
  const row = sampleRow(resourceNamed('distributions'), { id: 'd1', name: 'Spring', origin: null, ...extra });
  server.rows.distributions = [row];
  server.answer('GET /api/distributions/d1/preview', { json: seenPreview('a', '0.10') });
  server.answer('GET /api/distributions/d1/lacking', { json: { count: 0, to_ask: 0, rows: [] } });
  server.answer('GET /api/distributions/d1/notices', { json: { rows: [], holders: 0, sent: 0, without_address: 0 } });
  server.answer('GET /api/distributions/d1/batches', { json: [] });
};
const step = (name: RegExp) => screen.findByRole('button', { name });

it('opens the step that comes next, and any other by a press that the address keeps', async () => {
  given({ status: 'pending' });
  openConsole('/app/distributions/d1/show');
  await waitFor(async () => expect(await step(/^Approve To approve/)).toHaveAttribute('aria-expanded', 'true'));
  await userEvent.click(await step(/^Notify/));
  expect(await screen.findByText('Holders are notified once the amounts are fixed.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Approve distribution' })).toBeNull();
});

it.each([
  ['a viewer', { status: 'pending' }, 'viewer'],
  ['a cancelled one', { status: 'cancelled' }, 'owner'],
  ['one of the past', { status: 'paid', origin: 'brought_in' }, 'owner'],
] as const)('are not shown to or of %s', async (_who, extra, role) => {
  given(extra);
  openConsole('/app/distributions/d1/show', { role });
  await screen.findByRole('heading', { name: 'Facts' });
  expect(screen.queryByRole('list', { name: 'Steps' })).toBeNull();
});
