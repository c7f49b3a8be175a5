// What was typed in a dialog survives Escape, a click beside it and a reload, and is offered when the dialog is opened again for the
// same record: in the dialog of every declared verb, and in every dialog of a form. Secrets are never kept.
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { CoreAdminContext } from 'react-admin';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { FormDialog } from '#src/admin/kit/form/FormDialog.tsx';
import { dialogDraftKey } from '#src/admin/kit/verbs/useOpenVerb.ts';
import { wasLeftOpen } from '#src/admin/kit/form/draft.tsx';
import { VerbDialog } from '#src/admin/kit/verbs/VerbDialog.tsx';
import { isNeverKept } from '#src/auth/keptDrafts.ts';
import { saveSession } from '#src/auth/session.ts';
import { dataProvider } from '#src/dataProvider.ts';
import { resourceNamed, resources } from '#src/resources/index.ts';
import { text } from '#src/resources/kit/fields.ts';
import type { Fields } from '#src/resources/kit/fields.ts';
import { verbNameOf, verbs } from '#src/resources/verbs/index.ts';
import { mara, useServer } from '../console.tsx';
import { sampleRow } from '../samples.ts';

useServer();
beforeEach(() => {
  saveSession({ access_token: 'token-1', user: mara });
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

const RESTORED = 'What you typed here before has been restored.';

function open(dialog: ReactNode, path = '/app/records/1/show') {
  cleanup();
  render(
    <MemoryRouter initialEntries={[path]}>
      <CoreAdminContext dataProvider={dataProvider}>{dialog}</CoreAdminContext>
    </MemoryRouter>,
  );
}
const WRITTEN_IN = [
  'textarea',
  'input[type=text]:not([role=combobox])',
  'input:not([type]):not([role=combobox])',
  'input[type=date]',
];
const boxIn = () => screen.getByRole('dialog').querySelector<HTMLInputElement>(WRITTEN_IN.join());
function type(box: HTMLInputElement): string {
  const typed = box.type === 'date' ? '2024-02-02' : '7';
  fireEvent.change(box, { target: { value: typed } });
  return typed;
}
const escape = () => fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
function clickBeside() {
  const beside = document.querySelector<HTMLElement>('.MuiDialog-container')!;
  fireEvent.mouseDown(beside);
  fireEvent.click(beside);
}

describe('the dialog of a verb', () => {
  const withDialog = verbs.filter(({ isAtOnce }) => !isAtOnce);
  const written: string[] = [];

  it.each(withDialog.map((verb) => [verbNameOf(verb), verb] as const))(
    'keeps what was typed: %s',
    async (name, verb) => {
      const resource = resourceNamed(verb.resource);
      const record = sampleRow(resource);
      const onClose = vi.fn<() => void>();
      const dialog = <VerbDialog resource={resource} record={record} verb={verb} onClose={onClose} />;
      const key = dialogDraftKey(resource, record, verb);
      open(dialog);
      await screen.findByRole('dialog', {}, { timeout: 5000 });
      const box = boxIn();
      // A question alone has nothing to keep.
      if (!box) return;
      written.push(name);
      const typed = type(box);
      // A split has a form of its own, which no reload opens again.
      expect([name, wasLeftOpen(key)]).toEqual([name, name !== 'share-classes.split']);
      clickBeside();
      expect(onClose).not.toHaveBeenCalled();
      escape();
      expect(onClose).toHaveBeenCalledOnce();
      expect(screen.queryByRole('dialog', { name: 'Discard your changes?' })).toBeNull();
      expect(wasLeftOpen(key)).toBe(false);
      open(dialog);
      expect(await screen.findByText(RESTORED)).toBeVisible();
      expect(boxIn()).toHaveValue(typed);
      fireEvent.click(screen.getByRole('button', { name: verb.keep ?? 'Cancel' }));
      open(dialog);
      await screen.findByRole('dialog');
      expect(screen.queryByText(RESTORED)).toBeNull();
      expect(boxIn()).not.toHaveValue(typed);
    },
  );

  it('asks for something in most of them', () => {
    expect(written.length).toBeGreaterThan(withDialog.length / 2);
  });
});

describe('the dialog of a form', () => {
  const fields: Fields = { note: text({ label: 'Note' }), tax_id: text({ label: 'Tax number' }) };
  const form = (starts: Record<string, unknown> = {}) => ({
    title: 'Note it',
    fields,
    starts,
    submit: 'Save',
    busy: 'Saving…',
    nothing: 'Nothing was saved.',
  });
  const onClose = vi.fn<() => void>();
  const onSubmit = vi.fn<() => Promise<void>>().mockResolvedValue();
  const show = (starts = {}, path?: string) =>
    open(<FormDialog {...form(starts)} onSubmit={onSubmit} onClose={onClose} />, path);
  const write = (label: string, value: string) =>
    fireEvent.change(screen.getByRole('textbox', { name: new RegExp(label) }), { target: { value } });
  const note = () => screen.getByRole('textbox', { name: /Note/ });

  beforeEach(() => onClose.mockClear());

  it('keeps what was typed at Escape and at a reload, for the same record alone', () => {
    show();
    write('Note', 'For the bank');
    escape();
    expect(onClose).toHaveBeenCalledOnce();
    show();
    expect(screen.getByText(RESTORED)).toBeVisible();
    expect(note()).toHaveValue('For the bank');
    // The page was loaded again.
    show();
    expect(note()).toHaveValue('For the bank');
    show({}, '/app/records/2/show');
    expect(note()).toHaveValue('');
    show({ note: 'Another record' });
    expect(note()).toHaveValue('Another record');
  });

  it('forgets what was saved or cancelled', async () => {
    show();
    write('Note', 'For the bank');
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(onSubmit).toHaveBeenCalled());
    await screen.findByRole('button', { name: 'Save' });
    show();
    expect(note()).toHaveValue('');
    write('Note', 'For the bank');
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    show();
    expect(note()).toHaveValue('');
  });

  it('never keeps a secret, and asks before it is lost', async () => {
    show();
    write('Note', 'For the bank');
    write('Tax number', '123-45-6789');
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('6789');
    expect(JSON.stringify({ ...sessionStorage })).toContain('For the bank');
    escape();
    expect(await screen.findByRole('dialog', { name: 'Discard your changes?' })).toBeVisible();
    expect(onClose).not.toHaveBeenCalled();
  });
});

it('knows every declared field with a number of taxes or banks', () => {
  const secret = /(^|_)(tax_id|tin|ssn|ein|iban|account_number|routing_number|password|token)$/;
  const named = [
    ...resources.flatMap(({ fields }) => Object.keys(fields)),
    'tax_id',
    'bank_account',
    'tin',
    'signature',
    'code',
  ];
  expect(named.filter((name) => secret.test(name) && !isNeverKept(name))).toEqual([]);
  for (const name of [
    'tax_id',
    'bank_account',
    'iban',
    'account_number',
    'routing_number',
    'tin',
    'password',
    'code',
    'signature',
  ])
    expect([name, isNeverKept(name)]).toEqual([name, true]);
  for (const name of ['note', 'reason', 'postal_code', 'bank_account_id', 'prefix', 'bank'])
    expect(isNeverKept(name)).toBe(false);
});
