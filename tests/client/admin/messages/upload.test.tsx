// The upload dialog, with the exact texts of the specification.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { resourceNamed } from '#src/resources/index.ts';
import { openConsole, useServer } from '../console.tsx';
import { sampleRow } from '../samples.ts';

const server = useServer();
afterEach(() => vi.restoreAllMocks());

async function openDialog() {
  openConsole('/app/documents');
  fireEvent.click((await screen.findAllByRole('button', { name: 'Upload Document' }))[0]!);
  return within(await screen.findByRole('dialog', { name: 'Upload Document' }));
}
const agreement = new File(['signed'], 'agreement.pdf', { type: 'application/pdf' });

/** The kind of readers, the classes and the shareholders that were sent. */
function audienceSent() {
  const body = server.callsTo('POST', '/api/documents/upload')[0]?.body as FormData;
  return ['audience', 'share_class_ids', 'shareholder_ids'].map((name) => body.get(name));
}

describe('uploading a document', () => {
  it('is not possible before a file is chosen, and has the type “other” at first', async () => {
    const dialog = await openDialog();
    expect(dialog.getByRole('button', { name: 'Upload' })).toBeDisabled();
    const type = dialog.getByRole('combobox', { name: 'Document Type' });
    expect(type).toHaveValue('other');
    expect(
      within(type)
        .getAllByRole('option')
        .map((option) => (option as HTMLOptionElement).value),
    ).toEqual(['certificate', 'distribution_notice', 'agreement', 'tax_form', 'other']);
    expect(dialog.getByRole('button', { name: 'Choose File' })).toBeEnabled();
    expect(dialog.queryByText(/Selected:/)).toBeNull();
  });

  it('names the chosen file, sends it with its type, closes, and reloads the list', async () => {
    server.answer('POST /api/documents/upload', { status: 201, json: { id: 'd1', name: 'agreement.pdf' } });
    const dialog = await openDialog();
    await userEvent.upload(dialog.getByLabelText('File'), agreement);
    expect(dialog.getByText(/^Selected: agreement\.pdf/)).toBeVisible();
    await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Document Type' }), 'agreement');
    const listsBefore = server.callsTo('GET', '/api/documents/').length;
    fireEvent.click(dialog.getByRole('button', { name: 'Upload' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const body = server.callsTo('POST', '/api/documents/upload')[0]?.body as FormData;
    expect(body.get('document_type')).toBe('agreement');
    expect((body.get('file') as File).name).toBe('agreement.pdf');
    await waitFor(() => expect(server.callsTo('GET', '/api/documents/').length).toBeGreaterThan(listsBefore));
  });

  it('goes to all holders', async () => {
    server.answer('POST /api/documents/upload', { status: 201, json: { id: 'd1', name: 'agreement.pdf' } });
    const dialog = await openDialog();
    await userEvent.upload(dialog.getByLabelText('File'), agreement);
    await userEvent.selectOptions(dialog.getByRole('combobox', { name: /^Visible to/ }), 'All holders');
    fireEvent.click(dialog.getByRole('button', { name: 'Upload' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(audienceSent()).toEqual(['everyone', null, null]);
  });

  it('goes to shareholders by name', async () => {
    server.rows.shareholders = [sampleRow(resourceNamed('shareholders'), { id: 's1', name: 'Grace Hopper' })];
    server.answer('POST /api/documents/upload', { status: 201, json: { id: 'd1', name: 'agreement.pdf' } });
    const dialog = await openDialog();
    await userEvent.upload(dialog.getByLabelText('File'), agreement);
    await userEvent.selectOptions(dialog.getByRole('combobox', { name: /^Visible to/ }), 'Chosen shareholders');
    fireEvent.click(dialog.getByRole('button', { name: 'Upload' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('Choose at least one shareholder.');
    await userEvent.type(dialog.getByRole('combobox', { name: 'Shareholders' }), 'Gra');
    await userEvent.click(await screen.findByRole('option', { name: /^Grace Hopper/ }));
    fireEvent.click(dialog.getByRole('button', { name: 'Upload' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(audienceSent()).toEqual(['shareholders', null, '["s1"]']);
  });

  it('goes to the holders of a class', async () => {
    server.rows['share-classes'] = [sampleRow(resourceNamed('share-classes'), { id: 'c1', name: 'Series A' })];
    server.answer('POST /api/documents/upload', { status: 201, json: { id: 'd1', name: 'agreement.pdf' } });
    const dialog = await openDialog();
    await userEvent.upload(dialog.getByLabelText('File'), agreement);
    const audience = dialog.getByRole('combobox', { name: /^Visible to/ });
    expect(audience).toHaveValue('company');
    await userEvent.selectOptions(audience, 'Holders of a share class');
    expect(dialog.getByText(/Holders who sell lose access/)).toBeVisible();
    fireEvent.click(dialog.getByRole('button', { name: 'Upload' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('Choose at least one share class.');
    await userEvent.click(await dialog.findByRole('checkbox', { name: 'Series A' }));
    fireEvent.click(dialog.getByRole('button', { name: 'Upload' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(audienceSent()).toEqual(['class', '["c1"]', null]);
  });

  it.each([413, 415, 422])('asks for another file if the server refuses one with %i', async (status) => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    server.answer('POST /api/documents/upload', { status, json: { detail: 'This file is refused.' } });
    const dialog = await openDialog();
    await userEvent.upload(dialog.getByLabelText('File'), agreement);
    fireEvent.click(dialog.getByRole('button', { name: 'Upload' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent(
      'agreement.pdf was not uploaded. This file is refused. Choose another file.',
    );
    expect(dialog.queryByRole('button', { name: 'Retry' })).toBeNull();
    expect(dialog.getByRole('button', { name: 'Upload' })).toBeDisabled();
    await userEvent.upload(
      dialog.getByLabelText('File'),
      new File(['other'], 'other.pdf', { type: 'application/pdf' }),
    );
    expect(dialog.getByRole('button', { name: 'Upload' })).toBeEnabled();
    expect(dialog.queryByRole('alert')).toBeNull();
    expect(log).toHaveBeenCalled();
  });

  it('keeps the dialog and the file when the upload fails, and offers Retry', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    server.answer('POST /api/documents/upload', { status: 503, json: { detail: 'The files are away.' } });
    const dialog = await openDialog();
    await userEvent.upload(dialog.getByLabelText('File'), agreement);
    fireEvent.click(dialog.getByRole('button', { name: 'Upload' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('The files are away.');
    expect(dialog.getByRole('button', { name: 'Retry' })).toBeEnabled();
    expect(log).toHaveBeenCalled();
  });

  it('repeats an upload whose answer was lost, with the same idempotency key', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    server.answer('POST /api/documents/upload', () => {
      throw new TypeError('Failed to fetch');
    });
    const dialog = await openDialog();
    await userEvent.upload(dialog.getByLabelText('File'), agreement);
    fireEvent.click(dialog.getByRole('button', { name: 'Upload' }));
    fireEvent.click(await dialog.findByRole('button', { name: 'Retry' }));
    const calls = () => server.callsTo('POST', '/api/documents/upload');
    await waitFor(() => expect(calls()).toHaveLength(2));
    const [first, second] = calls().map(({ headers }) => headers.get('Idempotency-Key'));
    expect(second).toBe(first);
  });
});
