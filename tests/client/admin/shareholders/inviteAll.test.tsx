// Inviting all shareholders from their list: how many mails go, the progress, and what became of each.
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { InvitationRow } from '#src/contract/invitations.ts';
import { openConsole, useServer } from '../console.tsx';

const server = useServer();
const PATH = '/api/portal/invitations';
const rowOf = (n: number, outcome: InvitationRow['outcome'], detail: string | null = null): InvitationRow => ({
  shareholder_id: `h${n}`,
  name: `Holder ${n}`,
  email: outcome === 'no_email' ? null : `h${n}@example.com`,
  outcome,
  detail,
});
const many = Array.from({ length: 45 }, (_, at) => rowOf(at + 1, 'ready'));

async function openDialog(rows: InvitationRow[]) {
  server.answer(`GET ${PATH}`, { json: { rows } });
  openConsole('/app/shareholders');
  await userEvent.click(await screen.findByRole('button', { name: 'Invite all' }));
  return within(await screen.findByRole('dialog', { name: 'Invite all to the portal' }));
}
const sentIds = () =>
  server.callsTo('POST', PATH).map(({ body }) => (body as { shareholder_ids: string[] }).shareholder_ids.length);

it('says how many mails go and who is left out, and sends in parts', async () => {
  const dialog = await openDialog([...many, rowOf(90, 'no_email'), rowOf(91, 'already_linked')]);
  expect(await dialog.findByText('45 mails')).toBeVisible();
  expect(dialog.getByText('1 shareholder: no email address')).toBeVisible();
  expect(dialog.getByText('1 shareholder: already in the portal')).toBeVisible();
  server.answer(`POST ${PATH}`, ({ body }) => ({
    json: {
      rows: (body as { shareholder_ids: string[] }).shareholder_ids.map((id) =>
        id === 'h7'
          ? rowOf(7, 'too_often', 'We cannot send mail to this address now.')
          : rowOf(Number(id.slice(1)), 'invited'),
      ),
    },
  }));
  await userEvent.click(dialog.getByRole('button', { name: 'Send 45 invitations' }));
  expect(await dialog.findByText('44 invitations were sent.')).toBeVisible();
  expect(sentIds()).toEqual([20, 20, 5]);
  expect(within(dialog.getByRole('list', { name: 'Not invited' })).getByText('Holder 7')).toBeVisible();
  expect(dialog.getByText('We cannot send mail to this address now.')).toBeVisible();
});

it('after a failure sends only the others', async () => {
  const dialog = await openDialog(many);
  let calls = 0;
  server.answer(`POST ${PATH}`, ({ body }) => {
    calls += 1;
    if (calls === 2) return { status: 503, json: { detail: 'Sharebook is busy.' } };
    return {
      json: {
        rows: (body as { shareholder_ids: string[] }).shareholder_ids.map((id) =>
          rowOf(Number(id.slice(1)), 'invited'),
        ),
      },
    };
  });
  await userEvent.click(await dialog.findByRole('button', { name: 'Send 45 invitations' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent('Sharebook is busy.');
  expect(dialog.getByText(/25 shareholders are still to be invited/)).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Send the others' }));
  await waitFor(() => expect(dialog.getByText('45 invitations were sent.')).toBeVisible());
  expect(sentIds()).toEqual([20, 20, 20, 5]);
  const keys = server.callsTo('POST', PATH).map(({ headers }) => headers.get('idempotency-key'));
  expect(keys[2]).toBe(keys[1]);
});

it('says that nobody is left, without a button to send', async () => {
  const dialog = await openDialog([rowOf(1, 'already_invited')]);
  expect(await dialog.findByText(/Nobody is left to invite/)).toBeVisible();
  expect(dialog.queryByRole('button', { name: /^Send/ })).not.toBeInTheDocument();
});

it('is offered to nobody who only reads', async () => {
  openConsole('/app/shareholders', { role: 'viewer' });
  await screen.findByRole('heading', { name: 'Shareholders' });
  expect(screen.queryByRole('button', { name: 'Invite all' })).not.toBeInTheDocument();
});
