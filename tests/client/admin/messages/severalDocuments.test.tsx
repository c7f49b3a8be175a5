// Many files at once: what is sent for each, a retry after an answer that was lost, and names that cannot be read.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { resourceNamed } from '#src/resources/index.ts';
import { openConsole, useServer } from '../console.tsx';
import { sampleRow } from '../samples.ts';

const server = useServer();
afterEach(() => vi.restoreAllMocks());

async function openDialog() {
  openConsole('/app/documents');
  fireEvent.click((await screen.findAllByRole('button', { name: 'Upload several' }))[0]!);
  return within(await screen.findByRole('dialog', { name: 'Upload several documents' }));
}
const pdf = (name: string) => new File([name], name, { type: 'application/pdf' });
const uploads = () => server.callsTo('POST', '/api/documents/upload');

it('sends a retry after a lost answer with the same key and the same content, and a refused file with a new key', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  server.rows.shareholders = [
    sampleRow(resourceNamed('shareholders'), { id: 's1', name: 'Ana Ruiz', first_name: 'Ana', last_name: 'Ruiz' }),
  ];
  const answers = [
    { status: 503 },
    { status: 422, json: { detail: 'The file is damaged.' } },
    { status: 201, json: { id: 'd1' } },
  ];
  server.answer('POST /api/documents/upload', () => answers.shift()!);
  const dialog = await openDialog();
  await userEvent.upload(await dialog.findByLabelText('Files to upload'), [pdf('W-9 Ruiz.pdf')]);
  fireEvent.click(await dialog.findByRole('button', { name: 'File 1 document' }));
  await dialog.findByRole('alert');
  // What may have been filed already is sent again as it was.
  expect(dialog.getByRole('combobox', { name: 'Type of W-9 Ruiz.pdf' })).toBeDisabled();
  fireEvent.click(dialog.getByRole('button', { name: 'Retry 1 document' }));
  await dialog.findByText('Not filed. The file is damaged.');
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Type of W-9 Ruiz.pdf' }), 'other');
  fireEvent.click(dialog.getByRole('button', { name: 'Retry 1 document' }));
  await dialog.findByText('Filed');
  const keys = uploads().map(({ headers }) => headers.get('Idempotency-Key'));
  expect(keys[0]).toBe(keys[1]);
  expect(keys[2]).not.toBe(keys[1]);
  const sent = uploads().map(({ body }) => body as FormData);
  expect(sent.map((body) => body.get('document_type'))).toEqual(['tax_form', 'tax_form', 'other']);
  expect(sent[0]!.get('audience')).toBe('shareholders');
  expect(sent[0]!.get('shareholder_ids')).toBe('["s1"]');
});

it('says that the names could not be read, and reads them again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  server.answer('GET /api/grants/', { status: 503 });
  const dialog = await openDialog();
  await dialog.findByText('The names to compare with could not be loaded');
  server.answer('GET /api/grants/', { json: [] });
  fireEvent.click(dialog.getByRole('button', { name: 'Retry' }));
  await dialog.findByText('Drop files or a folder here');
  fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
