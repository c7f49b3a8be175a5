// Issuing and transferring: the screen shows the consequences before the button is pressed, and a repeated request has one effect.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { resourceNamed } from '#src/resources/index.ts';
import { openConsole, useServer } from '../console.tsx';
import { sampleRow } from '../samples.ts';

const server = useServer();
afterEach(() => vi.restoreAllMocks());

const common = { name: 'Common', authorized_shares: '12000000', outstanding: '7420000' };
const certificate = {
  certificate_number: 'CS-12',
  quantity: '70000',
  shareholder: 'Elena Petrova',
  share_class: 'Common',
  status: 'active',
};

function givenRecords() {
  server.rows['share-classes'] = [sampleRow(resourceNamed('share-classes'), common)];
  server.rows.shareholders = [sampleRow(resourceNamed('shareholders'), { name: 'Grace Hopper' })];
  server.rows.certificates = [sampleRow(resourceNamed('certificates'), certificate)];
}

describe('issuing a certificate', () => {
  it('shows the authorized shares left while the user types, and names the number on the button', async () => {
    givenRecords();
    openConsole('/app/certificates/create');
    await screen.findByRole('option', { name: 'Common' });
    await userEvent.selectOptions(screen.getByLabelText('Share class'), 'share-classes-1');
    await userEvent.type(screen.getByLabelText('Number of shares'), '10,000');
    await userEvent.type(screen.getByLabelText(/Price per share/), '3.2');
    const preview = within(screen.getByRole('region', { name: 'If you issue this' }));
    expect(await preview.findByText('Common after this: 7,430,000 shares')).toBeVisible();
    expect(preview.getByText('4,570,000 of 12,000,000 authorized left.')).toBeVisible();
    expect(preview.getByText('$32,000.00')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Issue 10,000 shares' })).toBeEnabled();
  });

  it('has the only class chosen, and a few classes in sight, one press each', async () => {
    givenRecords();
    const { unmount } = openConsole('/app/certificates/create');
    await waitFor(() => expect(screen.getByLabelText('Share class')).toHaveValue('share-classes-1'));
    // Whoever empties it leaves it empty.
    await userEvent.selectOptions(screen.getByLabelText('Share class'), '');
    expect(screen.getByLabelText('Share class')).toHaveValue('');
    unmount();
    const [only] = server.rows['share-classes']!;
    server.rows['share-classes'] = [only!, { ...only!, id: 'share-classes-2', name: 'Seed' }];
    openConsole('/app/certificates/create');
    const seed = await screen.findByRole('radio', { name: 'Seed' });
    expect(screen.getAllByRole('radio').filter((each) => (each as HTMLInputElement).checked)).toEqual([]);
    await userEvent.click(seed);
    expect(seed).toBeChecked();
    expect(await screen.findByText(/^Seed after this/)).toBeVisible();
  });

  it('warns when the number exceeds the authorized shares', async () => {
    givenRecords();
    openConsole('/app/certificates/create');
    await screen.findByRole('option', { name: 'Common' });
    await userEvent.selectOptions(screen.getByLabelText('Share class'), 'share-classes-1');
    await userEvent.type(screen.getByLabelText('Number of shares'), '5000000');
    expect(await screen.findByText(/More than the 12,000,000 authorized: 4,580,000 are left/)).toBeVisible();
  });

  it('warns when preferred stock is sold at another price than its class has', async () => {
    givenRecords();
    const terms = { class_type: 'PREFERRED', price_per_share: '5', liquidation_preference_multiple: '1' };
    server.rows['share-classes'] = [sampleRow(resourceNamed('share-classes'), { ...common, ...terms, name: 'Seed' })];
    openConsole('/app/certificates/create');
    await screen.findByRole('option', { name: 'Seed' });
    await userEvent.selectOptions(screen.getByLabelText('Share class'), 'share-classes-1');
    await userEvent.type(screen.getByLabelText('Number of shares'), '10000');
    await userEvent.type(screen.getByLabelText(/Price per share/), '2.5');
    expect(
      await screen.findByText(/^Seed has \$5\.00 as its original issue price on record, and \$2\.50/),
    ).toBeVisible();
    await userEvent.clear(screen.getByLabelText(/Price per share/));
    await userEvent.type(screen.getByLabelText(/Price per share/), '5');
    await waitFor(() => expect(screen.queryByText(/original issue price on record/)).toBeNull());
  });

  it('lists the missing fields in a summary that takes the focus', async () => {
    givenRecords();
    openConsole('/app/certificates/create');
    fireEvent.click(await screen.findByRole('button', { name: 'Issue certificate' }));
    const summary = await screen.findByRole('alert');
    expect(summary).toHaveTextContent('3 things to correct:');
    expect(within(summary).getByRole('link', { name: 'Holder' })).toBeVisible();
    await waitFor(() => expect(summary).toHaveFocus());
    expect(screen.getByLabelText('Number of shares')).toHaveAccessibleDescription(/This is required\./);
    expect(server.callsTo('POST', '/api/certificates/')).toEqual([]);
  });
});

describe('transferring a certificate', () => {
  async function openTransfer() {
    givenRecords();
    openConsole('/app/certificates/certificates-1/show');
    fireEvent.click(await screen.findByRole('button', { name: 'Transfer' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Transfer CS-12' }));
    await userEvent.type(dialog.getByRole('combobox', { name: 'To' }), 'Gra');
    await userEvent.click(await screen.findByRole('option', { name: /^Grace Hopper/ }));
    await userEvent.clear(dialog.getByLabelText('Shares'));
    await userEvent.type(dialog.getByLabelText('Shares'), '45,000');
    return dialog;
  }

  it('shows the balance certificate, and sends figures without separators', async () => {
    server.answer('POST /api/certificates/certificates-1/transfer', { json: { transaction_id: 't1' } });
    const dialog = await openTransfer();
    expect(dialog.getByText('25,000 shares')).toBeVisible();
    fireEvent.click(dialog.getByRole('button', { name: 'Transfer 45,000 shares' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.callsTo('POST', '/api/certificates/certificates-1/transfer')[0]?.body).toMatchObject({
      to_shareholder_id: 'shareholders-1',
      quantity: '45000',
    });
  });

  it('repeats a failed request with the same idempotency key, and keeps the entered values', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    server.answer('POST /api/certificates/certificates-1/transfer', {
      status: 503,
      json: { detail: 'Away for a moment.' },
    });
    const dialog = await openTransfer();
    const path = '/api/certificates/certificates-1/transfer';
    fireEvent.click(dialog.getByRole('button', { name: 'Transfer 45,000 shares' }));
    expect(await dialog.findByText('Away for a moment.')).toBeVisible();
    expect(dialog.getByLabelText('Shares')).toHaveValue('45000');
    expect(dialog.getByText('45,000')).toBeInTheDocument();
    fireEvent.click(dialog.getByRole('button', { name: 'Transfer 45,000 shares' }));
    await waitFor(() => expect(server.callsTo('POST', path)).toHaveLength(2));
    const [first, second] = server.callsTo('POST', path).map(({ headers }) => headers.get('Idempotency-Key'));
    expect(first).toBeTruthy();
    expect(second).toBe(first);
  });
});
