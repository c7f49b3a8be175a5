// The contact for shareholders and the logo: in the settings, in the frame, and where holders look for help.
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { mara, membershipOf, openConsole, useServer } from '../console.tsx';

const server = useServer();
const contact = { name: 'Investor relations', email: 'ir@acme.example', phone: '+15551234567' };
const signedInWith = (extra: object, user: object = {}) =>
  server.answer('GET /api/auth/me', {
    json: { user: { ...mara, ...user }, memberships: [membershipOf({ ...mara, ...user }, extra)], active: 'acme' },
  });
const picture = (bytes = 10, type = 'image/png') => new File([new Uint8Array(bytes)], 'logo.png', { type });

async function openSettings() {
  openConsole('/app/settings/company');
  return within(await screen.findByRole('region', { name: 'Logo' }));
}

it('a logo is uploaded, shown in the settings and in the frame, and removed', async () => {
  signedInWith({});
  const card = await openSettings();
  expect(card.getByText(/No logo yet/)).toBeVisible();
  expect(card.queryByRole('button', { name: 'Remove logo' })).not.toBeInTheDocument();
  server.answer('PUT /api/organization/logo', { json: { logo: 'abc' } });
  server.answer('GET /api/organization/logo', { json: 'picture' });
  signedInWith({ logo: 'abc' });
  await userEvent.upload(card.getByLabelText('Logo'), picture());
  expect(await card.findByRole('img', { name: 'The company’s logo' })).toHaveAttribute(
    'src',
    expect.stringMatching(/^data:/),
  );
  expect(document.querySelectorAll('.company img')).toHaveLength(1);
  expect((server.callsTo('PUT', '/api/organization/logo')[0]!.body as FormData).get('file')).toBeInstanceOf(File);
  server.answer('DELETE /api/organization/logo', { status: 204 });
  signedInWith({ logo: null });
  await userEvent.click(card.getByRole('button', { name: 'Remove logo' }));
  expect(await card.findByText(/No logo yet/)).toBeVisible();
});

it('a picture that is too large is not sent, and a refusal is shown', async () => {
  signedInWith({});
  const card = await openSettings();
  await userEvent.upload(card.getByLabelText('Logo'), picture(201 * 1024));
  expect(await card.findByRole('alert')).toHaveTextContent('A logo has at most 200 kB.');
  expect(server.callsTo('PUT', '/api/organization/logo')).toEqual([]);
  server.answer('PUT /api/organization/logo', {
    status: 422,
    json: { code: 'bad_image', detail: 'A logo is square or wide. Crop it or use another one.' },
  });
  await userEvent.upload(card.getByLabelText('Logo'), picture());
  await waitFor(() => expect(card.getByRole('alert')).toHaveTextContent('A logo is square or wide.'));
});

it('who only reads has no card for the logo', async () => {
  openConsole('/app/settings/company', { role: 'viewer' });
  await screen.findByRole('region', { name: 'Company' });
  expect(screen.queryByRole('region', { name: 'Logo' })).not.toBeInTheDocument();
});

it('the contact is shown to who waits for approval', async () => {
  const pending = { role: 'shareholder', account_type: 'shareholder', membership_status: 'pending' } as const;
  signedInWith({ status: 'pending', holder_contact: contact }, pending);
  openConsole('/app/dashboard', pending);
  expect(await screen.findByText(/waiting for approval/)).toBeVisible();
  expect(await screen.findByRole('link', { name: 'ir@acme.example' })).toHaveAttribute(
    'href',
    'mailto:ir@acme.example',
  );
  expect(screen.getByRole('link', { name: '+15551234567' })).toHaveAttribute('href', 'tel:+15551234567');
});

it('the contact is shown on an empty portfolio', async () => {
  const holder = { role: 'shareholder', account_type: 'shareholder' } as const;
  signedInWith({ shareholder_id: 'h1', holder_contact: contact }, holder);
  server.answer('GET /api/portfolio', { json: [] });
  openConsole('/app/portfolio', holder);
  const list = within(await screen.findByRole('list', { name: 'Questions' }));
  expect(list.getByText('Investor relations')).toBeVisible();
});
