// The commands of a record's page: the next one is a button, the others stand under Actions.
import { fireEvent, screen, waitFor } from '@testing-library/react';

const button = (name: string) => screen.queryByRole('button', { name });

/** Presses the button of this label or, where it has none, the entry under Actions. */
export async function chooseAction(label: string): Promise<void> {
  const found = await waitFor(() => {
    const either = button(label) ?? button('Actions');
    if (!either) throw new Error(`The page offers no ${label}.`);
    return either;
  });
  fireEvent.click(found);
  if (found.textContent !== label) fireEvent.click(await screen.findByRole('menuitem', { name: label }));
}

/** Whether the page offers it, once its other actions are there. */
export async function isOffered(label: string): Promise<boolean> {
  if (button(label)) return true;
  const more = button('Actions');
  if (!more) return false;
  fireEvent.click(more);
  await screen.findByRole('menu');
  const found = screen.queryByRole('menuitem', { name: label }) !== null;
  fireEvent.keyDown(screen.getByRole('menu'), { key: 'Escape' });
  return found;
}
