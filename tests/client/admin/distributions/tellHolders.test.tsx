// Telling the holders of a distribution by mail: whom, with which words, and what was refused.
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { DistributionNotices } from '#src/contract/distributions/distributionNotices.ts';
import { resourceNamed } from '#src/resources/index.ts';
import { openConsole, useServer } from '../console.tsx';
import { sampleRow } from '../samples.ts';

const server = useServer();
const row = (name: string, email: string | null, sent_at: string | null = null) => ({
  shareholder_id: name,
  shareholder: name,
  email,
  subject: 'Tidewater: Autumn dividend',
  text: `Dear ${name},\n\nTidewater pays a dividend.`,
  sent_at,
});
const notices: DistributionNotices = {
  rows: [row('Ada', null), row('Grace', 'grace@example.com'), row('Mary', 'mary@example.com', '2026-03-01T10:00:00Z')],
  holders: 3,
  sent: 1,
  without_address: 1,
};
const given = (extra: object = {}, role = 'owner') => {
  server.rows.distributions = [
    { ...sampleRow(resourceNamed('distributions'), { id: 'd1', status: 'approved', ...extra }), payment_sums: [] },
  ];
  server.answer('GET /api/distributions/d1/notices', { json: notices });
  openConsole('/app/distributions/d1/show?step=notify', { role });
};
const opened = async () => {
  return within(await screen.findByRole('region', { name: 'Notify shareholders' }));
};

it('shows each mail and who has no address, and sends', async () => {
  given();
  const step = await opened();
  expect(await step.findByText(/1 mail goes out/)).toBeVisible();
  expect(step.getByText(/1 holder has no email address/)).toBeVisible();
  expect(step.getByText('no email address')).toBeVisible();
  expect(step.getByText(/told on .*mary@example.com/)).toBeVisible();
  await userEvent.click(step.getByText('Grace'));
  expect(step.getByText(/Dear Grace/)).toBeVisible();
  server.answer('POST /api/distributions/d1/notify', { json: { ...notices, sent: 2, sent_now: 1 } });
  await userEvent.click(step.getByRole('button', { name: 'Send 1 mail' }));
  await waitFor(() => expect(server.callsTo('POST', '/api/distributions/d1/notify')).toHaveLength(1));
  expect(server.callsTo('POST', '/api/distributions/d1/notify')).toMatchObject([{ body: {} }]);
  expect(await screen.findByText('1 holder was notified')).toBeVisible();
});
it('stays open and says why when nothing was sent', async () => {
  given();
  const step = await opened();
  const detail = 'This distribution was cancelled.';
  server.answer('POST /api/distributions/d1/notify', {
    status: 409,
    json: { code: 'distribution_not_approved', detail },
  });
  await userEvent.click(await step.findByRole('button', { name: 'Send 1 mail' }));
  expect(await step.findByRole('alert')).toHaveTextContent('Nobody was notified. This distribution was cancelled.');
});
it.each([
  ['a viewer', {}, 'viewer'],
  ['a pending distribution', { status: 'pending' }, 'owner'],
  ['a distribution of the past', { origin: 'brought_in' }, 'owner'],
])('is not offered to or of %s', async (_who, extra, role) => {
  given(extra, role);
  await screen.findByRole('heading', { name: 'Facts' });
  expect(screen.queryByRole('region', { name: 'Notify shareholders' })).toBeNull();
});
