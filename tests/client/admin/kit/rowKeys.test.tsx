// Letters act on the row of a list that has the focus.
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { resourceNamed } from '#src/resources/index.ts';
import { openConsole, useServer } from '../console.tsx';
import { sampleRow } from '../samples.ts';

const server = useServer();

it('edits the record of the row to which j has gone', async () => {
  server.rows.tasks = ['First', 'Second'].map(
    (title, at) => sampleRow(resourceNamed('tasks'), { id: `t${at}`, title }) as { id: string },
  );
  openConsole('/app/tasks');
  const second = await screen.findByRole('link', { name: 'Second' });
  await userEvent.keyboard('j');
  await waitFor(() => expect(screen.getByRole('link', { name: 'First' })).toHaveFocus());
  await userEvent.keyboard('j');
  await waitFor(() => expect(second).toHaveFocus());
  await userEvent.keyboard('e');
  expect(await screen.findByLabelText(/^Title/)).toHaveValue('Second');
});

it('does nothing on a row whose record nobody edits', async () => {
  server.rows.certificates = [
    sampleRow(resourceNamed('certificates'), { id: 'c1', certificate_number: 'CS-1' }) as { id: string },
  ];
  openConsole('/app/certificates');
  await screen.findByRole('link', { name: 'CS-1' });
  await userEvent.keyboard('j');
  await waitFor(() => expect(screen.getByRole('link', { name: 'CS-1' })).toHaveFocus());
  await userEvent.keyboard('e');
  expect(screen.getByRole('heading', { level: 1, name: 'Certificates' })).toBeVisible();
});
