// The strength of a new password, shown while it is typed.
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { useState } from 'react';
import { PasswordField } from '#src/auth/fields.tsx';
import { NewPasswordField } from '#src/auth/NewPasswordField.tsx';
import { useBrowser } from './browser.ts';

const browser = useBrowser();

function Field({ known }: { known?: string[] }) {
  const [value, setValue] = useState('');
  const field = { label: 'Password', value, onChange: setValue };
  return known ? <NewPasswordField {...field} known={known} /> : <PasswordField {...field} />;
}

it('says in words why one is refused, then how strong it is, and sends nothing', async () => {
  render(<Field known={['Mara Voss', 'Tidewater Labs']} />);
  for (const [password, words] of [
    ['seven c', /at least 8 characters/],
    ['Password1!', /10,000 most common/],
    ['Tidewater2026!', /your company’s name/],
    ['abcabc1999', /^(Weak|Fair)\. /],
    ['correct horse battery staple', /^Strong$/],
  ] as const) {
    await userEvent.clear(screen.getByLabelText('Password'));
    await userEvent.type(screen.getByLabelText('Password'), password);
    expect(await screen.findByText(words)).toBeVisible();
  }
  await userEvent.clear(screen.getByLabelText('Password'));
  expect(screen.queryByText('Strong')).not.toBeInTheDocument();
  expect(browser.calls).toEqual([]);
});

it('is not shown where an existing password is asked', async () => {
  render(
    <>
      <Field />
      <Field known={[]} />
    </>,
  );
  for (const box of screen.getAllByLabelText('Password')) await userEvent.type(box, 'correct horse battery staple');
  expect(await screen.findAllByText('Strong')).toHaveLength(1);
});

it('has its place at once, before its code has arrived', async () => {
  const { container } = render(<Field known={[]} />);
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'correct horse battery staple' } });
  expect(container.querySelector('.strength')).toHaveTextContent(/^$/);
  expect(await screen.findByText('Strong')).toBeVisible();
});
