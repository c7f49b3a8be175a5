// An error is shown at its input and read out with it. The summary lists the errors in page order.
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { resourceNamed } from '#src/resources/index.ts';
import { openConsole, useServer } from '../console.tsx';
import { sampleRow } from '../samples.ts';

const server = useServer();

it('a distribution without a class shows the error at the classes, and in page order in the summary', async () => {
  server.rows['share-classes'] = ['Common', 'Preferred'].map((name) =>
    sampleRow(resourceNamed('share-classes'), { id: name, name }),
  );
  openConsole('/app/distributions/create');
  const box = await screen.findByRole('checkbox', { name: 'Common' });
  await userEvent.click(screen.getByRole('button', { name: 'Create Distribution' }));
  await waitFor(() => expect(box).toHaveAccessibleDescription('Choose at least one share class.'));
  expect(box).toBeInvalid();
  const message = within(screen.getByRole('group', { name: 'Share classes' })).getByText(/^Choose at least one/);
  expect(message.closest('p')!.querySelector('svg')).not.toBeNull();
  const links = within(screen.getByRole('alert')).getAllByRole('link');
  expect(links.map(({ textContent }) => textContent)).toEqual([
    'Name',
    'Amount/Share',
    'Share classes',
    'Payment Date',
  ]);
});

it('the list of payments shows the class, which distinguishes two payments of one holder', async () => {
  const payment = (id: string, share_class: string) =>
    sampleRow(resourceNamed('payments'), { id, distribution: 'Spring', shareholder: 'Grace', share_class });
  server.rows.payments = [payment('p1', 'Common'), payment('p2', 'Series A')];
  openConsole('/app/payments');
  const rows = await screen.findAllByRole('row', { name: /Grace/ });
  expect(rows.map((row) => /Common|Series A/.exec(row.textContent)?.[0])).toEqual(['Common', 'Series A']);
});
