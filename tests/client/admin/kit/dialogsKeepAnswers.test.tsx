// What was typed in a dialog is not lost by a slip: a click beside it does nothing then, and Escape asks.
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { ConsoleDialog } from '#src/admin/kit/parts/ConsoleDialog.tsx';

const question = () => screen.findByRole('dialog', { name: 'Discard your changes?' });
const dialog = () => screen.queryByRole('dialog', { name: 'Note it', hidden: true });
const besideOf = () => document.querySelector<HTMLElement>('.MuiDialog-container')!;
function clickBeside() {
  fireEvent.mouseDown(besideOf());
  fireEvent.click(besideOf());
}

/** A dialog whose second step follows the first, as where a code is sent. */
function Asking({ onClose, isChanged }: { onClose: () => void; isChanged?: boolean }) {
  const [kind, setKind] = useState('company');
  const [step, setStep] = useState(1);
  return (
    <ConsoleDialog title="Note it" onClose={onClose} isChanged={isChanged}>
      {step === 1 ? (
        <>
          <input aria-label="Note" />
          <input aria-label="Amount" defaultValue="100" />
          <label>
            <input type="checkbox" /> Notify shareholders
          </label>
          <select aria-label="Visible to" value={kind} onChange={(event) => setKind(event.target.value)}>
            <option value="company">The company</option>
            <option value="everyone">Everyone</option>
          </select>
          <button type="button" onClick={() => setStep(2)}>
            Save
          </button>
        </>
      ) : (
        <input aria-label="Code" />
      )}
      <button type="button" onClick={onClose}>
        Cancel
      </button>
    </ConsoleDialog>
  );
}

function open(isChanged?: boolean) {
  const onClose = vi.fn<() => void>();
  render(<Asking onClose={onClose} {...(isChanged !== undefined && { isChanged })} />);
  return onClose;
}

const changes: [string, () => Promise<void>][] = [
  ['text', () => userEvent.type(screen.getByLabelText('Note'), 'For the bank')],
  ['a figure that was filled in', () => userEvent.type(screen.getByLabelText('Amount'), '0')],
  ['a box', () => userEvent.click(screen.getByLabelText('Notify shareholders'))],
  ['a choice', () => userEvent.selectOptions(screen.getByLabelText('Visible to'), 'everyone')],
];

it.each(changes)('asks before Escape discards %s, and keeps it when told so', async (_what, change) => {
  const onClose = open();
  await change();
  await userEvent.keyboard('{Escape}');
  expect(await question()).toBeVisible();
  expect(onClose).not.toHaveBeenCalled();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Keep editing' })).toHaveFocus());
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Discard your changes?' })).toBeNull());
  expect(dialog()).not.toBeNull();
  await userEvent.keyboard('{Escape}');
  await question();
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
  expect(onClose).toHaveBeenCalledOnce();
});

it('asks about what a voice or a tool entered without touching the dialog', async () => {
  const onClose = open();
  fireEvent.change(screen.getByLabelText('Visible to'), { target: { value: 'everyone' } });
  await userEvent.keyboard('{Escape}');
  expect(await question()).toBeVisible();
  expect(onClose).not.toHaveBeenCalled();
});

it.each(changes)('a click beside it does nothing once it holds %s', async (_what, change) => {
  const onClose = open();
  await change();
  clickBeside();
  expect(onClose).not.toHaveBeenCalled();
  expect(screen.queryByRole('dialog', { name: 'Discard your changes?' })).toBeNull();
});

it('closes at once while nothing was changed, and after a change that was taken back', async () => {
  const onClose = open();
  await userEvent.click(screen.getByLabelText('Note'));
  clickBeside();
  expect(onClose).toHaveBeenCalledOnce();
  await userEvent.type(screen.getByLabelText('Note'), 'x{Backspace}');
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledTimes(2);
});

it('Escape in the question keeps what was typed', async () => {
  const onClose = open();
  await userEvent.type(screen.getByLabelText('Note'), 'For the bank');
  await userEvent.keyboard('{Escape}');
  await question();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Discard your changes?' })).toBeNull());
  expect(onClose).not.toHaveBeenCalled();
  expect(screen.getByLabelText('Note')).toHaveValue('For the bank');
});

it('does not ask about a step that was done', async () => {
  const onClose = open();
  await userEvent.type(screen.getByLabelText('Note'), 'For the bank');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await userEvent.click(await screen.findByLabelText('Code'));
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
});

/** Its figure comes from the server after the dialog opened. */
function Suggesting({ onClose }: { onClose: () => void }) {
  const [figure, setFigure] = useState('');
  return (
    <ConsoleDialog title="Note it" onClose={onClose}>
      <input aria-label="Shares" value={figure} onChange={({ target }) => setFigure(target.value)} />
      <input aria-label="Price" />
      <output ref={(shown) => void (shown && setTimeout(() => setFigure('13,075,250')))} />
    </ConsoleDialog>
  );
}

it('does not ask about a figure that filled itself in', async () => {
  const onClose = vi.fn<() => void>();
  render(<Suggesting onClose={onClose} />);
  await waitFor(() => expect(screen.getByLabelText('Shares')).toHaveValue('13,075,250'));
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
});

it('asks about what no control shows, such as a file that was dropped', async () => {
  const onClose = open(true);
  clickBeside();
  expect(onClose).not.toHaveBeenCalled();
  await userEvent.click(screen.getByLabelText('Note'));
  await userEvent.keyboard('{Escape}');
  expect(await question()).toBeVisible();
});

it('its own button closes it without a question', async () => {
  const onClose = open();
  await userEvent.type(screen.getByLabelText('Note'), 'For the bank');
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(onClose).toHaveBeenCalledOnce();
});
