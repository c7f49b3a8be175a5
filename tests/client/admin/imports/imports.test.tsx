// The screens of an import: reading a package, settling differences, comparing totals and applying.
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { formatDay } from '#src/admin/kit/format.ts';
import { openConsole, useServer } from '../console.tsx';

const server = useServer();
afterEach(() => vi.restoreAllMocks());

const checked = {
  id: 'imp-1',
  file_name: 'acme.ocf.zip',
  status: 'checked',
  applied: false,
  errors: 2,
  warnings: 1,
  objects: 3,
  created_at: '2026-07-13T10:00:00.000Z',
  actor: 'Mara Lind',
  counts: { STAKEHOLDER: 2, TX_STOCK_ISSUANCE: 1 },
  steps: [],
  findings: [
    {
      rule: 'other_content',
      severity: 'error',
      object_type: 'STAKEHOLDER',
      object_id: 'ada',
      message: 'STAKEHOLDER ada is there already.',
      times: 1,
    },
    {
      rule: 'E1',
      severity: 'error',
      object_type: 'TX_STOCK_ISSUANCE',
      object_id: 'i3',
      message: 'TX_STOCK_ISSUANCE i3: its stakeholder_id nobody does not exist.',
      times: 1,
    },
    {
      rule: 'W1',
      severity: 'warning',
      object_type: 'TX_STOCK_ISSUANCE',
      object_id: 'i1',
      message: 'TX_STOCK_ISSUANCE i1 is dated before the formation.',
      times: 1,
    },
  ],
};
const tieOut = {
  as_of: '2026-06-30',
  total: { before: '0', after: '1500' },
  classes: [{ share_class_id: 'common', name: 'Common', authorized: '10000', before: '0', after: '1500' }],
  rows: [
    {
      shareholder_id: 'ada',
      name: 'Ada King',
      before: '0',
      after: '1500',
      options: '360000',
      options_before: '0',
      warrants: '0',
      warrants_before: '0',
    },
  ],
  instruments: [
    { kind: 'options', before: '0', after: '360000' },
    { kind: 'warrants', before: '0', after: '0' },
  ],
  convertibles: [{ kind: 'SAFE', currency: 'USD', count: 1, amount: '50000', before: '0' }],
  conflicts: [
    {
      object_type: 'STAKEHOLDER',
      object_id: 'ada',
      name: 'Ada King',
      differences: [{ field: 'name.legal_name', ours: 'Ada', theirs: 'Ada King' }],
    },
  ],
};
beforeEach(() => {
  server.rows.imports = [checked];
  server.answer('GET /api/ocf/imports/imp-1/tie-out', { json: tieOut });
});

type Sent = { dry_run?: boolean; choices: { objects: Record<string, string> } } & Record<string, unknown>;
const sent = () => server.callsTo('POST', '/api/ocf/imports/imp-1/apply').map(({ body }) => body as Sent);
const answerApply = (answer: (body: Sent) => object) =>
  server.answer('POST /api/ocf/imports/imp-1/apply', ({ body }) => ({
    json: { import_id: 'imp-1', applied: false, counts: {}, findings: [], ...answer(body as Sent) },
  }));
const tooMany = {
  rule: 'E13',
  severity: 'error',
  object_type: 'STOCK_CLASS',
  object_id: 'common',
  message: 'STOCK_CLASS common: 500 shares are outstanding, more than the 100 authorized.',
  times: 1,
};

describe('a choice between two versions', () => {
  const readWith = (findings: object[]) => void (server.rows.imports = [{ ...checked, findings }]);
  const choose = async (name: string) => userEvent.click(await screen.findByRole('radio', { name }));
  const other = checked.findings[0]!;

  it('that breaks a rule is checked again, and its errors are shown and can be accepted', async () => {
    readWith([other]);
    const fact = (label: string) => screen.getByText(label, { selector: 'dt' }).nextElementSibling;
    answerApply(({ choices }) => ({ findings: choices.objects.ada === 'theirs' ? [tooMany, tooMany, tooMany] : [] }));
    openConsole('/app/imports/imp-1/show');
    await choose('Take theirs');
    expect(await screen.findByRole('progressbar', { name: 'Checking again' })).toBeVisible();
    await waitFor(() => expect(screen.getAllByText('3 errors')).toHaveLength(2));
    expect(screen.getAllByText(tooMany.message)).toHaveLength(3);
    expect([fact('Errors'), fact('Warnings')].map((each) => each?.textContent)).toEqual(['3', '0']);
    expect(screen.getByRole('checkbox', { name: 'Apply anyway and accept 3 errors' })).not.toBeChecked();
    expect(screen.getByRole('button', { name: 'Apply import' })).toBeDisabled();
    await choose('Keep ours');
    expect(screen.queryByText(tooMany.message)).toBeNull();
    expect(screen.getByRole('button', { name: 'Apply import' })).toBeEnabled();
    expect(sent()).toMatchObject([{ dry_run: true, choices: { objects: { ada: 'theirs' } } }]);
  });
  it('that settles an error leaves nothing to accept, and is checked again when the page is reopened', async () => {
    readWith([other, tooMany]);
    answerApply(() => ({ findings: [{ ...other, severity: 'warning' }] }));
    const { unmount } = openConsole('/app/imports/imp-1/show');
    expect(await screen.findByRole('checkbox', { name: /accept 1 error/ })).toBeVisible();
    await choose('Take theirs');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Apply import' })).toBeEnabled());
    expect(screen.queryByRole('checkbox', { name: /accept/ })).toBeNull();
    unmount();
    openConsole('/app/imports/imp-1/show');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Apply import' })).toBeEnabled());
    expect(screen.queryByText(tooMany.message)).toBeNull();
  });
  it('that could not be checked says so, and Retry checks it', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    readWith([other]);
    server.answer('POST /api/ocf/imports/imp-1/apply', () => {
      throw new TypeError('Failed to fetch');
    });
    openConsole('/app/imports/imp-1/show');
    await choose('Take theirs');
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Your choices could not be checked. Check the connection and try again.',
    );
    answerApply(() => ({ findings: [tooMany] }));
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText(tooMany.message)).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });
  it('is checked once when made several times in quick succession', async () => {
    readWith([other]);
    answerApply(() => ({ findings: [tooMany] }));
    openConsole('/app/imports/imp-1/show');
    await choose('Take theirs');
    await choose('Keep ours');
    await choose('Take theirs');
    expect(await screen.findByText(tooMany.message)).toBeVisible();
    expect(sent()).toHaveLength(1);
  });
});

describe('importing a package', () => {
  it('shows errors that came up after the first check', async () => {
    server.rows.imports = [{ ...checked, findings: [] }];
    server.answer('GET /api/ocf/imports/imp-1/tie-out', { json: { ...tieOut, conflicts: [] } });
    answerApply(() => ({ findings: [tooMany] }));
    openConsole('/app/imports/imp-1/show');
    await userEvent.click(await screen.findByRole('button', { name: 'Apply import' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Nothing was applied: errors remain.');
    expect(screen.getByText(tooMany.message)).toBeVisible();
    expect(screen.getByRole('checkbox', { name: 'Apply anyway and accept 1 error' })).toBeVisible();
  });
  it('checks it without saving, and opens the page of its findings', async () => {
    server.answer('POST /api/ocf/import', { json: { import_id: 'imp-1', applied: false, counts: {}, findings: [] } });
    openConsole('/app/imports');
    const file = new File(['zip'], 'acme.ocf.zip', { type: 'application/zip' });
    await userEvent.upload(await screen.findByLabelText(/Choose a file/), file);
    expect(await screen.findByRole('heading', { level: 1, name: 'acme.ocf.zip' })).toBeVisible();
    expect(server.callsTo('POST', '/api/ocf/import')[0]!.query.get('dry_run')).toBe('true');
    expect(screen.getByRole('heading', { name: 'Something an entry refers to is not in the package' })).toBeVisible();
  });
  it('shows on the page why a package could not be read', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    server.answer('POST /api/ocf/import', { status: 422, json: { detail: 'The package has no manifest.' } });
    openConsole('/app/imports');
    await userEvent.upload(
      await screen.findByLabelText(/Choose a file/),
      new File(['x'], 'x.zip', { type: 'application/zip' }),
    );
    expect(await screen.findByRole('alert')).toHaveTextContent('The package has no manifest.');
  });
  it('is not applied before a version is chosen and the errors are accepted, and sends both', async () => {
    answerApply((body) => {
      if (body.dry_run) return { findings: checked.findings.slice(1) };
      server.rows.imports = [{ ...checked, status: 'applied', applied: true }];
      return { applied: true };
    });
    openConsole('/app/imports/imp-1/show');
    const apply = within(await screen.findByRole('region', { name: 'Apply' }));
    expect(await screen.findByText('Choose a version for 1 record first.')).toBeVisible();
    expect(apply.getByRole('button', { name: 'Apply import' })).toBeDisabled();
    await userEvent.click(screen.getByRole('radio', { name: 'Take theirs' }));
    expect(apply.getByRole('button', { name: 'Apply import' })).toBeDisabled();
    const accept = apply.getByRole('checkbox', { name: 'Apply anyway and accept 1 error' });
    expect(accept).toBeDisabled();
    await waitFor(() => expect(accept).toBeEnabled());
    expect(apply.getByRole('button', { name: 'Apply import' })).toBeDisabled();
    await userEvent.click(accept);
    await userEvent.click(apply.getByRole('button', { name: 'Apply anyway' }));
    expect(await screen.findByText(/This import has been applied/)).toBeVisible();
    expect(sent().at(-1)).toMatchObject({ accept_findings: true, choices: { objects: { ada: 'theirs' } } });
  });
  it('does not offer to accept errors that prevent the import, and says so when the server refuses', async () => {
    const message =
      'TX_STOCK_CANCELLATION k of 2021-01-01 is already recorded (entry No. 3). This package would change its effect.';
    const inTheWay = { object_type: 'TX_STOCK_CANCELLATION', object_id: 'k', severity: 'error', message, times: 1 };
    const findings = [{ ...inTheWay, rule: 'read_otherwise' }];
    server.rows.imports = [{ ...checked, findings }];
    server.answer('GET /api/ocf/imports/imp-1/tie-out', { json: { ...tieOut, conflicts: [] } });
    server.answer('POST /api/ocf/imports/imp-1/apply', {
      json: { import_id: 'imp-1', applied: false, counts: {}, findings },
    });
    openConsole('/app/imports/imp-1/show');
    const apply = within(await screen.findByRole('region', { name: 'Apply' }));
    expect(apply.getByText(/1 entry above prevents the import and cannot be accepted/)).toBeVisible();
    expect(apply.queryByRole('checkbox', { name: /accept/ })).toBeNull();
    await userEvent.click(apply.getByRole('button', { name: 'Apply import' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(
      /^Nothing was applied: .+ Take those entries back, or undo their imports, first/,
    );
  });
  it('keeps choices and typed figures when the page is left', async () => {
    const { unmount } = openConsole('/app/imports/imp-1/show');
    await userEvent.click(await screen.findByRole('radio', { name: 'Keep ours' }));
    await userEvent.type(screen.getByRole('textbox', { name: 'Your figure for Common' }), '1,400');
    expect(await screen.findByText('Differs')).toBeVisible();
    expect(screen.getByText('+100')).toBeVisible();
    unmount();
    openConsole('/app/imports/imp-1/show');
    expect(await screen.findByRole('radio', { name: 'Keep ours' })).toBeChecked();
    expect(screen.getByRole('textbox', { name: 'Your figure for Common' })).toHaveValue('1,400');
  });
  it('counts findings, and offers no choice after applying', async () => {
    const again = { ...checked.findings[2]!, message: 'TX_STOCK_ISSUANCE i1 is dated before it once more.' };
    server.rows.imports = [{ ...checked, findings: [...checked.findings, again] }];
    const { unmount } = openConsole('/app/imports/imp-1/show');
    expect(await screen.findByText('Rule W1 · 2 findings')).toBeVisible();
    expect(screen.getByText(/or accept the errors below/)).toBeVisible();
    unmount();
    server.rows.imports = [{ ...checked, status: 'applied', applied: true }];
    openConsole('/app/imports/imp-1/show');
    expect(await screen.findByText('2 errors accepted or settled')).toBeVisible();
    expect(screen.queryByText(/below|Choose above/)).toBeNull();
  });
  it('shows the warnings of a package without errors', async () => {
    server.rows.imports = [{ ...checked, findings: checked.findings.slice(2) }];
    server.answer('GET /api/ocf/imports/imp-1/tie-out', { json: { ...tieOut, conflicts: [] } });
    openConsole('/app/imports/imp-1/show');
    expect(await screen.findByText('1 warning, no error')).toBeVisible();
  });
  it('compares totals of options, warrants and convertibles too, by class and by holder', async () => {
    openConsole('/app/imports/imp-1/show');
    await userEvent.type(await screen.findByLabelText('Your figure for Options and other grants'), '360,000');
    expect(await screen.findByText('Agrees')).toBeVisible();
    await userEvent.type(screen.getByLabelText('Your figure for SAFE, USD'), '60,000');
    expect(await screen.findByText('Differs')).toBeVisible();
    expect(screen.getByText('−10,000')).toBeVisible();
    expect(screen.queryByLabelText('Your figure for Warrants')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'By holder' }));
    expect(screen.getByLabelText('Your figure for Ada King, options')).toBeVisible();
    expect(screen.getByText('1 total of the tie-out differs from your figures.')).toBeVisible();
  });
  it('lists differences apart from problems, with formatted figures', async () => {
    server.rows.imports = [{ ...checked, findings: checked.findings.slice(0, 1) }];
    const differences = [
      { field: 'initial_shares_authorized', ours: '1000000', theirs: '2000000.5' },
      { field: 'tax_ids.0.tax_id', ours: '123456789', theirs: null },
    ];
    const conflicts = [{ ...tieOut.conflicts[0]!, differences }];
    server.answer('GET /api/ocf/imports/imp-1/tie-out', { json: { ...tieOut, conflicts } });
    openConsole('/app/imports/imp-1/show');
    expect(await screen.findByText('2,000,000.5')).toBeVisible();
    expect(screen.getByText('123456789')).toBeVisible();
    expect(screen.getByText('No problems other than the differences listed above.')).toBeVisible();
    expect(screen.queryByText(/the package is sound/)).toBeNull();
  });
  it('shows an import as applied when another tab applied it first', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    server.rows.imports = [{ ...checked, errors: 0, findings: [] }];
    server.answer('GET /api/ocf/imports/imp-1/tie-out', { json: { ...tieOut, conflicts: [] } });
    openConsole('/app/imports/imp-1/show');
    server.answer('POST /api/ocf/imports/imp-1/apply', () => {
      server.rows.imports = [{ ...checked, status: 'applied', applied: true, findings: [] }];
      return { status: 409, json: { detail: 'This import is already applied. Undo it first to import it again.' } };
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Apply import' }));
    expect(await screen.findByText(/This import has been applied. Its holders/)).toBeVisible();
    expect(screen.queryByText(/Nothing was applied/)).toBeNull();
  });
  it('writes one entry in the singular, and lists the other records it added', async () => {
    const step = { step: 'applied', entries: 1, actor: 'Mara Lind', at: '2026-07-13T11:00:00.000Z' };
    const brought = { VESTING_TERMS: 1, STAKEHOLDER: 2 };
    server.rows.imports = [{ ...checked, status: 'applied', applied: true, steps: [step], brought }];
    openConsole('/app/imports/imp-1/show');
    expect((await screen.findByText('Applied', { selector: 'b' })).closest('li')).toHaveTextContent(
      /^Applied, 1 entry, 1 vesting schedule, 2 holders/,
    );
  });
  it('does not offer to apply a package again that has not the payments of its spreadsheet', async () => {
    const at = '2026-07-13T11:00:00.000Z';
    const steps = ['applied', 'undone'].map((step) => ({ step, entries: 0, actor: 'Mara Lind', at }));
    const brought = { DISTRIBUTION: 1, PAYMENT: 14 };
    server.rows.imports = [{ ...checked, status: 'undone', errors: 0, findings: [], steps, brought }];
    openConsole('/app/imports/imp-1/show');
    expect(await screen.findByText(/continue with that spreadsheet/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Apply import' })).toBeNull();
    expect(screen.getByText('Undone', { selector: 'b' }).closest('li')).toHaveTextContent(
      /^Undone, 1 distribution, 14 payments/,
    );
  });
  it('offers to undo an applied import, and shows its steps', async () => {
    server.rows.imports = [
      {
        ...checked,
        status: 'applied',
        applied: true,
        steps: [
          { step: 'applied', entries: 39, actor: 'Mara Lind', at: '2026-07-13T11:00:00.000Z', accepted_findings: true },
        ],
      },
    ];
    server.answer('POST /api/ocf/imports/imp-1/undo', {
      status: 409,
      json: { detail: 'TX_STOCK_TRANSFER t1 of 2026-01-01 depends on this.' },
    });
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    openConsole('/app/imports/imp-1/show');
    expect(await screen.findByText(/39 entries/)).toBeVisible();
    await userEvent.click(await screen.findByRole('button', { name: 'Undo import' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Undo the import' }));
    await waitFor(() =>
      expect(dialog.getByRole('alert')).toHaveTextContent(`t1 of ${formatDay('2026-01-01')} depends on this`),
    );
  });
});

it('offers to bring in the package of everything that was exported', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const sentence = 'This is a full export of a company from Sharebook.';
  server.answer('POST /api/ocf/import', ({ query }) =>
    query.get('from_export') === 'true'
      ? { json: { import_id: 'imp-1', applied: false, findings: [] } }
      : { status: 422, json: { code: 'whole_export', detail: sentence } },
  );
  openConsole('/app/imports');
  const everything = new File(['PK'], 'acme-company.zip', { type: 'application/zip' });
  await userEvent.upload(await screen.findByLabelText(/Choose a file, or drop it here/), everything);
  expect(await screen.findByText(sentence)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Import company.ocf.zip' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'acme.ocf.zip' })).toBeVisible();
  expect(server.callsTo('POST', '/api/ocf/import').at(-1)!.query.get('dry_run')).toBe('true');
});
