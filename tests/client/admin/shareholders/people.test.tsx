// Giving and removing portal access: the screens show the consequences first.
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { resourceNamed } from '#src/resources/index.ts';
import { openConsole, useServer } from '../console.tsx';
import { sampleRow } from '../samples.ts';

const server = useServer();
const grace = (extra: Record<string, unknown>) =>
  sampleRow(resourceNamed('shareholders'), {
    id: 'h1',
    type: 'individual',
    name: 'Grace Hopper',
    first_name: 'Grace',
    last_name: 'Hopper',
    entity_name: null,
    email: 'grace@example.com',
    is_active: true,
    country: 'US',
    ...extra,
  });
const linked = { state: 'linked', email: 'grace@home.example', invited_at: null };
const writes = () =>
  server.calls.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`);

describe('setting a shareholder inactive', () => {
  const open = async (portal: object) => {
    server.rows.shareholders = [grace({ portal })];
    server.rows.certificates = ['a', 'b'].map((id) => sampleRow(resourceNamed('certificates'), { id }));
    for (const name of ['grants', 'convertibles', 'warrants', 'payments']) server.rows[name] = [];
    server.answer('PUT /api/shareholders/h1', { json: grace({ is_active: false }) });
    server.answer('POST /api/shareholders/h1/unlink', { json: grace({}) });
    openConsole('/app/shareholders/h1');
    await userEvent.selectOptions(await screen.findByLabelText(/^Status/), 'Inactive');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    return within(await screen.findByRole('dialog', { name: 'Set Grace Hopper inactive?' }));
  };

  it('lists what they still hold and the account that loses access, and saves after confirmation', async () => {
    const dialog = await open(linked);
    expect(await dialog.findByText('2 active certificates')).toBeVisible();
    expect(dialog.getByText('grace@home.example')).toBeVisible();
    expect(writes()).toEqual([]);
    await userEvent.click(dialog.getByRole('button', { name: 'Set inactive' }));
    expect(await screen.findByText('Saved')).toBeVisible();
    expect(server.callsTo('PUT', '/api/shareholders/h1')[0]?.body).toMatchObject({ is_active: false });
  });
  it('can remove only the portal access, and saves nothing else', async () => {
    const dialog = await open(linked);
    await userEvent.click(dialog.getByRole('button', { name: 'Remove portal access only' }));
    expect(await screen.findByText('The portal access was removed')).toBeVisible();
    expect(writes()).toEqual(['POST /api/shareholders/h1/unlink']);
  });
  it('saves nothing if they stay active, and does not offer to remove portal access that they do not have', async () => {
    const dialog = await open({ state: 'none', email: null, invited_at: null });
    expect(dialog.queryByRole('button', { name: 'Remove portal access only' })).toBeNull();
    await userEvent.click(dialog.getByRole('button', { name: 'Keep active' }));
    expect(writes()).toEqual([]);
    expect(await screen.findByRole('button', { name: 'Save' })).toBeEnabled();
  });
});

describe('the page of a shareholder', () => {
  it('shows their portal account, and explains unlinking before it happens', async () => {
    server.rows.shareholders = [grace({ portal: linked })];
    openConsole('/app/shareholders/h1/show');
    expect(await screen.findByText('Linked to grace@home.example')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Invite to portal' })).toBeNull();
    await userEvent.click(await screen.findByRole('button', { name: 'Unlink account' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Unlink the account of Grace Hopper?' }));
    expect(dialog.getByText(/can no longer see this shareholder’s certificates/)).toHaveTextContent(
      'grace@home.example',
    );
    server.answer('POST /api/shareholders/h1/unlink', { json: grace({}) });
    await userEvent.type(dialog.getByLabelText(/^Reason/), 'the wrong Grace');
    await userEvent.click(dialog.getByRole('button', { name: 'Unlink account' }));
    expect(await screen.findByText('The account of Grace Hopper was unlinked')).toBeVisible();
    expect(server.callsTo('POST', '/api/shareholders/h1/unlink')[0]?.body).toEqual({ reason: 'the wrong Grace' });
  });
});

describe('the status of a shareholder', () => {
  const openHolder = async (extra: Record<string, unknown>) => {
    server.rows.shareholders = [grace(extra)];
    openConsole('/app/shareholders/h1/show');
    await screen.findByRole('heading', { name: 'Grace Hopper' });
  };
  const none = { email: null, invited_at: null, linked_at: null, seen_at: null };
  it('shows since when they use the portal, and their last visit', async () => {
    const linked_at = '2026-11-03T12:00:00Z';
    await openHolder({ portal: { ...none, ...linked, linked_at, seen_at: '2026-11-20T12:00:00Z' } });
    expect(await screen.findByText('Linked to grace@home.example since Nov 3, 2026')).toBeVisible();
    expect(screen.getByText(/^Nov 20, 2026/)).toBeVisible();
  });
  it('says that they were never invited, and offers an invitation', async () => {
    await openHolder({ portal: { ...none, state: 'none' } });
    expect(await screen.findByText('Never invited')).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Invite to portal' })).toBeVisible();
  });
  it('offers to remind an invited shareholder', async () => {
    const portal = { ...none, state: 'invited', email: 'grace@example.com', invited_at: '2026-11-03T12:00:00Z' };
    await openHolder({ portal });
    expect(await screen.findByText('Invited on Nov 3, 2026: grace@example.com')).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Remind' })).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Invite/ })).not.toBeInTheDocument();
  });
  it('offers to invite again once the invitation has expired', async () => {
    await openHolder({ portal: { ...none, state: 'none', invited_at: '2026-01-03T12:00:00Z' } });
    expect(await screen.findByRole('button', { name: 'Invite again' })).toBeVisible();
  });
  it('shows that they left, and does not offer to end their service again', async () => {
    await openHolder({ service: 'left', service_ended_on: '2026-01-10', portal: { ...none, state: 'none' } });
    expect(await screen.findByText('Left Jan 10, 2026')).toBeVisible();
    await screen.findByRole('button', { name: 'Invite to portal' });
    expect(screen.queryByRole('button', { name: 'End service' })).toBeNull();
  });
  it('counts holdings of other kinds for a holder without shares', async () => {
    server.answer('GET /api/cap-table/', { json: { rows: [], classes: [], total: '0' } });
    await openHolder({ holdings: '1 grant, 1 convertible', portal: { ...none, state: 'none' } });
    expect((await screen.findAllByText(/1 grant, 1 convertible/)).length).toBeGreaterThan(0);
  });
  it('shows the day on which a grant ended', async () => {
    server.answer('GET /api/cap-table/', { json: { rows: [], classes: [], total: '0' } });
    await openHolder({ holdings: '1 grant that ended 2026-04-01', portal: { ...none, state: 'none' } });
    expect(await screen.findByText('1 grant that ended Apr 1, 2026')).toBeVisible();
    expect(screen.getByText('Holds no shares today. On record: 1 grant that ended Apr 1, 2026.')).toBeVisible();
  });
  it('is summarised in the list of shareholders', async () => {
    server.rows.shareholders = [
      grace({
        shares: '1200000',
        fully_diluted_percent: '33.33333333',
        relationship: 'employee',
        service: 'left',
        portal_state: 'linked',
        portal_seen_at: '2026-11-20T12:00:00Z',
      }),
    ];
    openConsole('/app/shareholders');
    const row = within(await screen.findByRole('row', { name: /Grace Hopper/ }));
    for (const text of ['1,200,000', '33.33%', 'Employee', 'Left', 'Seen Nov 20, 2026'])
      expect(row.getByText(text)).toBeVisible();
  });
});

describe('the approval of a request to join', () => {
  const request = (extra: Record<string, unknown>) =>
    sampleRow(resourceNamed('join-requests'), {
      id: 'j1',
      name: 'Grace Hopper',
      email: 'grace@example.com',
      phone_last4: '1234',
      status: 'pending',
      email_verified: false,
      phone_verified: true,
      current_shareholder_id: null,
      shareholder_id: null,
      email_shareholder_id: null,
      invitation_shareholder_id: null,
      ...extra,
    });
  const open = async (extra: Record<string, unknown> = {}) => {
    server.rows['join-requests'] = [request(extra)];
    server.rows.shareholders = [grace({ name: 'Grace B. Hopper' })];
    openConsole('/app/join-requests/j1/show');
    await userEvent.click(await screen.findByRole('button', { name: 'Approve' }));
    return within(await screen.findByRole('dialog', { name: 'Who is Grace Hopper?' }));
  };

  it('marks the shareholder as required, not as optional', async () => {
    const dialog = await open();
    const box = dialog.getByRole('combobox', { name: 'Shareholder' });
    expect(box).toHaveAttribute('aria-required', 'true');
    expect(dialog.queryByText('optional')).toBeNull();
  });
  it('asks for the shareholder only after asking whether they are in the records', async () => {
    const dialog = await open();
    const isKnown = dialog.getByLabelText(/^Is this person in your records/);
    const who = dialog.getByRole('combobox', { name: 'Shareholder' });
    expect(isKnown.compareDocumentPosition(who)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it('says which contacts are proved, and warns of an unproved email address', async () => {
    const dialog = await open();
    expect(dialog.getByText(/signed up with/)).toHaveTextContent(
      'grace@example.com (not proved) and a phone ending in 1234 (proved)',
    );
    expect(dialog.getByText(/The email address has not been confirmed as theirs/)).toBeVisible();
  });
  it('names the record with the same email address, and preselects it if the address is proved', async () => {
    const dialog = await open({ email_verified: true, email_shareholder_id: 'h1' });
    expect(await dialog.findByText(/One record has the same email address/)).toHaveTextContent('Grace B. Hopper');
    await waitFor(() => expect(dialog.getByRole('combobox', { name: 'Shareholder' })).toHaveValue('Grace B. Hopper'));
  });
  it('preselects nobody by an unconfirmed address', async () => {
    const dialog = await open({ email_verified: false, email_shareholder_id: 'h1' });
    expect(await dialog.findByText(/One record has the same email address/)).toBeVisible();
    expect(dialog.getByRole('combobox', { name: 'Shareholder' })).toHaveValue('');
  });
  it('shows each proof once', async () => {
    await open();
    const facts = screen.getAllByText(/^(Email|Phone) proved$/).map(({ parentElement }) => parentElement!.textContent);
    expect(facts).toEqual(['Email provedNo', 'Phone provedYes']);
  });
  it('clears the error of a field that is no longer asked', async () => {
    const dialog = await open();
    await userEvent.click(dialog.getByRole('button', { name: 'Give access as this shareholder' }));
    expect((await dialog.findAllByText(/Choose who this is/)).length).toBeGreaterThan(0);
    await userEvent.selectOptions(
      dialog.getByLabelText(/^Is this person in your records/),
      'No: create a new shareholder',
    );
    await waitFor(() => expect(dialog.queryByText(/Choose who this is/)).toBeNull());
    expect(dialog.queryByRole('alert')).toBeNull();
  });
  it('says that the account has a shareholder already, and relinks it only if the user chooses so', async () => {
    server.answer('POST /api/join-requests/j1/approve', { json: request({}) });
    const dialog = await open({
      email_verified: true,
      current_shareholder_id: 'h1',
      invitation_shareholder_id: 'h2',
    });
    expect(await dialog.findByRole('link', { name: 'Grace B. Hopper' })).toBeVisible();
    expect(dialog.getByText(/Reject the request to keep that one/)).toBeVisible();
    expect(dialog.queryByText(/Nothing shows/)).toBeNull();
    await userEvent.click(dialog.getByRole('button', { name: 'Give access as this shareholder' }));
    expect((await dialog.findAllByText(/An account can be linked to only one shareholder/)).length).toBeGreaterThan(0);
    expect(server.callsTo('POST', '/api/join-requests/j1/approve')).toEqual([]);
    await userEvent.selectOptions(dialog.getByLabelText(/^Current shareholder of the account/), 'Unlink');
    await userEvent.click(dialog.getByRole('button', { name: 'Unlink the first and give access as this shareholder' }));
    await screen.findByText('Grace Hopper was admitted');
    expect(server.callsTo('POST', '/api/join-requests/j1/approve')[0]?.body).toEqual({
      shareholder_id: 'h2',
      unlink_current: true,
    });
  });
});

it('the tabs of a holder show how many securities are open, out of all', async () => {
  server.rows.shareholders = [grace({ holdings: '1 certificate, 1 grant' })];
  const ofStatus = (name: string, statuses: string[]) => {
    server.rows[name] = statuses.map((status, at) =>
      sampleRow(resourceNamed(name), { id: `${name}-${at}`, status, shareholder_id: 'h1' }),
    );
  };
  ofStatus('certificates', ['active']);
  ofStatus('grants', ['active', 'reissued', 'cancelled']);
  openConsole('/app/shareholders/h1/show');
  expect(await screen.findByRole('tab', { name: 'Stock' })).toBeVisible();
  expect(await screen.findByRole('tab', { name: 'Certificates 1' })).toBeVisible();
  expect(await screen.findByRole('tab', { name: 'Grants 1 of 3' })).toBeVisible();
});
