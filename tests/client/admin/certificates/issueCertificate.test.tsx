// The sections of the issue form: approvals and exemptions, vesting and documents. The form shows the price before it is
// recorded.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { resourceNamed } from '#src/resources/index.ts';
import { openConsole, useServer } from '../console.tsx';
import { sampleRow } from '../samples.ts';

const server = useServer();
afterEach(() => vi.restoreAllMocks());

async function openForm(shareClass: Record<string, unknown> = {}) {
  const common = { name: 'Common', authorized_shares: '12000000', outstanding: '7420000', price_per_share: '2.50' };
  server.rows['share-classes'] = [sampleRow(resourceNamed('share-classes'), { ...common, ...shareClass })];
  server.rows.shareholders = [sampleRow(resourceNamed('shareholders'), { name: 'Grace Hopper' })];
  server.rows['equity-plans'] = [sampleRow(resourceNamed('equity-plans'), { name: 'Plan 2021' })];
  server.rows.legends = [sampleRow(resourceNamed('legends'), { name: 'Securities Act of 1933' })];
  server.rows.certificates = [sampleRow(resourceNamed('certificates'), { certificate_number: 'CS-1' })];
  server.answer('POST /api/certificates/', {
    status: 201,
    json: { id: 'certificates-1', certificate_number: 'CS-1', shareholder_id: 'shareholders-1' },
  });
  openConsole('/app/certificates/create?shareholder_id=shareholders-1&share_class_id=share-classes-1');
  await screen.findByRole('option', { name: 'Common' });
  await userEvent.type(screen.getByLabelText('Number of shares'), '48,000');
  return within(screen.getByRole('region', { name: 'If you issue this' }));
}
const open = (title: string) => fireEvent.click(screen.getByText(title, { selector: 'summary' }));
const issue = () => userEvent.click(screen.getByRole('button', { name: 'Issue 48,000 shares' }));
const sent = () => server.callsTo('POST', '/api/certificates/')[0]?.body as Record<string, unknown>;

describe('the price that will be recorded', () => {
  it.each([
    [{}, '$2.50, the class’s price', 'Unknown'],
    [{ price_per_share: null, par_value: '0.0001' }, '$0.0001, the par value', 'Unknown'],
    [{ price_per_share: null, par_value: null }, '$0.00, as the class has no price', 'Unknown'],
  ])(
    'is the price of the class, else its par value, else zero, and the amount paid is unknown: %j',
    async (shareClass, price, pays) => {
      const preview = await openForm(shareClass);
      expect(await preview.findByText(price)).toBeVisible();
      expect(preview.getByText(pays)).toBeVisible();
    },
  );
  it('is the entered price, and the total paid is the entered total', async () => {
    const preview = await openForm();
    await userEvent.type(screen.getByLabelText(/Price per share/), '3');
    expect(await preview.findByText('$3.00')).toBeVisible();
    open('Approvals and exemptions');
    await userEvent.type(screen.getByLabelText(/Total paid/), '1,000');
    expect(await preview.findByText('$1,000.00')).toBeVisible();
  });
});

describe('the currency sign of the price field', () => {
  it('is that of the currency of the class', async () => {
    const preview = await openForm({ currency: 'EUR' });
    const price = screen.getByLabelText(/Price per share/);
    await waitFor(() => expect(price.closest('.input-box')).toHaveTextContent('€'));
    await userEvent.type(price, '3');
    expect(await preview.findByText('€3.00')).toBeVisible();
  });
});

describe('a refusal', () => {
  it('is cleared by the next attempt, even if the form itself stops that attempt', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await openForm();
    server.answer('POST /api/certificates/', { status: 409, json: { detail: 'The class is full.' } });
    await issue();
    expect(await screen.findByRole('heading', { name: /The class is full/ })).toBeVisible();
    await userEvent.type(screen.getByLabelText('Number of shares'), 'x');
    await userEvent.click(screen.getByRole('button', { name: /^Issue/ }));
    expect(await screen.findByRole('heading', { name: 'One thing to correct:' })).toBeVisible();
    expect(screen.queryByText(/The class is full/)).toBeNull();
  });
});

describe('the optional sections', () => {
  it('send the approvals, several exemptions and the chosen legends', async () => {
    await openForm();
    open('Approvals and exemptions');
    await userEvent.type(screen.getByLabelText(/^Consideration/), 'Services');
    await userEvent.type(screen.getByLabelText(/^Board approval/), '2026-01-10');
    await userEvent.type(screen.getByLabelText(/^Securities exemption/), 'Rule 701');
    await userEvent.click(screen.getByRole('button', { name: 'Add another exemption' }));
    await userEvent.type(screen.getByLabelText(/^Securities exemption 2/), '25102(f)');
    await userEvent.type(screen.getByLabelText(/^Jurisdiction 2/), 'US-CA');
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Securities Act of 1933' }));
    await userEvent.selectOptions(screen.getByLabelText(/^Kind of stock/), 'FOUNDERS_STOCK');
    await issue();
    await waitFor(() => expect(sent()).toBeDefined());
    expect(sent()).toMatchObject({
      quantity: '48000',
      consideration_text: 'Services',
      board_approval_date: '2026-01-10',
      security_law_exemptions: [
        { description: 'Rule 701', jurisdiction: 'US' },
        { description: '25102(f)', jurisdiction: 'US-CA' },
      ],
      stock_legend_ids: ['legends-1'],
      issuance_type: 'FOUNDERS_STOCK',
    });
    expect(sent()).not.toHaveProperty('vesting');
    expect(sent()).not.toHaveProperty('equity_plan_id');
  });

  it('show the vesting dates while the user types, and send the schedule', async () => {
    const preview = await openForm();
    open('Vesting');
    await userEvent.selectOptions(screen.getByLabelText('Vesting'), 'standard');
    await userEvent.clear(screen.getByLabelText('Vesting start'));
    await userEvent.type(screen.getByLabelText('Vesting start'), '2026-01-31');
    expect(await preview.findByText(/^12,000 on .*then 36 times/)).toBeVisible();
    await issue();
    await waitFor(() =>
      expect(sent()).toMatchObject({ vesting: { vesting_start: '2026-01-31', months: 48, cliff_months: 12 } }),
    );
  });

  it('open where a field has to be corrected', async () => {
    await openForm();
    open('Vesting');
    await userEvent.selectOptions(screen.getByLabelText('Vesting'), 'standard');
    await userEvent.clear(screen.getByLabelText('Total months'));
    open('Vesting');
    await issue();
    expect(await screen.findByRole('alert')).toHaveTextContent('One thing to correct:');
    expect(screen.getByLabelText('Total months').closest('details')).toHaveAttribute('open');
  });

  it('attach files to the issued certificate, and name a file that failed', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await openForm();
    open('Documents');
    const [good, bad] = [new File(['%PDF-'], 'consent.pdf'), new File(['x'], 'broken.pdf')];
    await userEvent.upload(screen.getByLabelText('Files to attach'), [good, bad]);
    server.answer('POST /api/documents/upload', ({ body }) =>
      ((body as FormData).get('file') as File).name === 'broken.pdf'
        ? { status: 415, json: { detail: 'This is no PDF.' } }
        : { status: 201, json: { id: 'd1' } },
    );
    await issue();
    expect(await screen.findByText(/issued as CS-1, but broken.pdf was not attached: This is no PDF\./)).toBeVisible();
    const uploads = server.callsTo('POST', '/api/documents/upload').map(({ body }) => body as FormData);
    expect(uploads.map((form) => form.get('security_id'))).toEqual(['certificates-1', 'certificates-1']);
    expect(uploads[0]!.get('shareholder_id')).toBeNull();
    expect(await screen.findByRole('heading', { level: 1, name: 'CS-1' })).toBeVisible();
  });
});

it('creates a share class whose authorized number was typed with separators', async () => {
  server.answer('POST /api/share-classes/', { status: 201, json: { id: 'share-classes-1' } });
  openConsole('/app/share-classes/create');
  await userEvent.type(await screen.findByLabelText('Name'), 'Common');
  await userEvent.type(screen.getByLabelText('Certificate prefix'), 'CS-');
  await userEvent.type(screen.getByLabelText('Authorized'), '10,000,000');
  await userEvent.type(screen.getByLabelText('Votes per share'), '1');
  await userEvent.type(screen.getByLabelText('Seniority'), '1');
  await userEvent.click(screen.getByRole('button', { name: 'Add Share Class' }));
  await waitFor(() =>
    expect(server.callsTo('POST', '/api/share-classes/')[0]?.body).toMatchObject({ authorized_shares: '10000000' }),
  );
});

describe('an empty choice', () => {
  it('says that the choices could not be loaded, and loads them again', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    server.rows.shareholders = [sampleRow(resourceNamed('shareholders'), { name: 'Grace Hopper' })];
    server.answer('GET /api/share-classes/', { status: 503, json: { detail: 'The database is away.' } });
    openConsole('/app/certificates/create');
    const said = await screen.findByText(/The share classes could not be loaded\./);
    server.answer('GET /api/share-classes/', {
      json: [sampleRow(resourceNamed('share-classes'), { name: 'Common' })],
    });
    await userEvent.click(within(said).getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('option', { name: 'Common' })).toBeInTheDocument();
    expect(screen.queryByText(/could not be loaded/)).toBeNull();
  });
  it('says that there is no record yet, and links to the form that adds one', async () => {
    openConsole('/app/certificates/create');
    const said = await screen.findByText(/There is no share class yet\./);
    expect(within(said).getByRole('link', { name: 'Add Share Class' })).toHaveAttribute(
      'href',
      '/app/share-classes/create',
    );
    expect(screen.getByText(/There is no shareholder yet\./)).toBeVisible();
  });
});
