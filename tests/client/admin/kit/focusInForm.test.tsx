// A choice in a form may change which fields follow; the focus stays where it is.
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { openConsole, useServer } from '../console.tsx';

useServer();

it('keeps the focus in a choice that changes the field beside it', async () => {
  openConsole('/app/distributions/create');
  const amount = await screen.findByRole('combobox', { name: /^Amount/ });
  amount.focus();
  await userEvent.selectOptions(amount, 'total');
  expect(await screen.findByRole('textbox', { name: /^Total/ })).toBeVisible();
  expect(screen.getByRole('combobox', { name: /^Amount/ })).toHaveFocus();
});
