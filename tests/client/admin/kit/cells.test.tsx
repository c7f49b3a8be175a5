// The cells of the lists in the specification: texts, chips and their colours.
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { formatDay } from '#src/admin/kit/format.ts';
import { resourceNamed } from '#src/resources/index.ts';
import { openConsole, useServer } from '../console.tsx';
import { sampleRow } from '../samples.ts';

const server = useServer();

async function rowOf(name: string, given: Record<string, unknown>) {
  server.rows[name] = [sampleRow(resourceNamed(name), given)];
  openConsole(`/app/${name}`);
  const button = await screen.findByRole('button', { name: /^Actions for/ });
  return within(button.closest('tr')!);
}

type Expected = [value: string, word: string, tone: string];

describe('status chips', () => {
  it.each<[string, string, Expected[]]>([
    [
      'distributions',
      'status',
      [
        ['pending', 'Pending', 'warning'],
        ['approved', 'Approved', 'info'],
        ['paid', 'Paid', 'success'],
        ['cancelled', 'Cancelled', 'error'],
      ],
    ],
    [
      'payments',
      'status',
      [
        ['completed', 'Completed', 'success'],
        ['processing', 'Processing', 'info'],
        ['pending', 'Pending', 'warning'],
        ['failed', 'Failed', 'error'],
      ],
    ],
    [
      'certificates',
      'status',
      [
        ['active', 'Active', 'success'],
        ['transferred', 'Transferred', 'neutral'],
      ],
    ],
    [
      'tasks',
      'status',
      [
        ['completed', 'Completed', 'success'],
        ['in_progress', 'In progress', 'info'],
        ['pending', 'Pending', 'warning'],
        ['cancelled', 'Cancelled', 'error'],
      ],
    ],
    [
      'tasks',
      'priority',
      [
        ['urgent', 'Urgent', 'error'],
        ['high', 'High', 'warning'],
        ['medium', 'Medium', 'info'],
        ['low', 'Low', 'neutral'],
      ],
    ],
    ['documents', 'status', [['available', 'Available', 'neutral']]],
  ])('of %s by %s have the word and the colour of each value', async (name, field, expected) => {
    server.rows[name] = expected.map(([value], index) =>
      sampleRow(resourceNamed(name), { id: `row-${index}`, [field]: value }),
    );
    openConsole(`/app/${name}`);
    const buttons = await screen.findAllByRole('button', { name: /^Actions for/ });
    const rows = buttons.map((button) => within(button.closest('tr')!));
    for (const [index, [, word, tone]] of expected.entries()) {
      expect(rows[index]!.getAllByText(word).map((chip) => chip.dataset.tone)).toContain(tone);
    }
  });
});

describe('cells', () => {
  it('names a shareholder and says Active or Inactive', async () => {
    const row = await rowOf('shareholders', { name: 'Grace Hopper', is_active: false });
    expect(row.getByRole('link', { name: 'Grace Hopper' })).toHaveAttribute(
      'href',
      '/app/shareholders/shareholders-1/show',
    );
    expect(row.getByText('Inactive')).toBeVisible();
  });

  it('shows shares with separators', async () => {
    const row = await rowOf('certificates', { num_shares: 3_000_000, certificate_number: 'CS-1' });
    expect(row.getByText('3,000,000')).toBeVisible();
    expect(row.getByRole('link', { name: 'CS-1' })).toBeVisible();
  });

  it('shows the amount per share with a dollar sign', async () => {
    expect((await rowOf('distributions', { amount_per_share: '0.0275' })).getByText('$0.0275')).toBeVisible();
  });

  it('shows a payment with two decimals, its names, and N/A without a date', async () => {
    const row = await rowOf('payments', {
      amount: '1031.2',
      scheduled_date: null,
      distribution: 'Q3 dividend',
      shareholder: 'Grace Hopper',
    });
    expect(row.getByText('$1,031.20')).toBeVisible();
    expect(row.getByText('N/A')).toBeVisible();
    expect(row.getByRole('link', { name: 'Q3 dividend' })).toBeVisible();
    expect(row.getByRole('link', { name: 'Grace Hopper' })).toBeVisible();
  });

  it.each([
    ['1031', '$1,031.00'],
    [1031.5, '$1,031.50'],
    ['1031.2000000000', '$1,031.20'],
  ])('shows the payment %s as %s', async (amount, text) => {
    expect((await rowOf('payments', { amount })).getByText(text)).toBeVisible();
  });

  it('shows the size of a document in KB with two decimals', async () => {
    expect((await rowOf('documents', { file_size: 86_118 })).getByText('84.10 KB')).toBeVisible();
  });

  it.each([
    ['CE_STAKEHOLDER_STATUS', 'Stakeholder status'],
    ['CE_STAKEHOLDER_RELATIONSHIP', 'Stakeholder relationship'],
    ['TX_STOCK_ISSUANCE', 'Stock issuance'],
  ])('names the kind of the entry %s', async (object_type, words) => {
    expect((await rowOf('transactions', { object_type })).getByText(words)).toBeVisible();
  });

  it('says of a scenario that it was not posted, and that its start was typed in', async () => {
    const row = await rowOf('scenarios', { name: 'Offer', as_of: null, posted_at: null });
    expect(row.getByText('Not posted')).toBeVisible();
    expect(row.getByText('Typed in')).toBeVisible();
    expect(row.queryByText('N/A')).toBeNull();
  });

  it('shows a due date, or N/A', async () => {
    expect((await rowOf('tasks', { due_date: '2025-03-14' })).getByText(formatDay('2025-03-14'))).toBeVisible();
  });
});

describe('a payment whose date has passed', () => {
  it.each([
    ['pending', 1],
    ['processing', 1],
    ['completed', 0],
    ['failed', 0],
  ])('has, while it is %s, the mark “Late” %i times', async (status, marks) => {
    const row = await rowOf('payments', { status, scheduled_date: '2025-03-14' });
    expect(row.getByText(/Mar 14, 2025/)).toBeVisible();
    expect(row.queryAllByText('Late')).toHaveLength(marks);
  });
});

it('a payment is shown as cancelled, not as failed, when its distribution was cancelled', async () => {
  const row = await rowOf('payments', { status: 'failed', failure_reason: 'distribution_cancelled' });
  expect(row.getByText('Cancelled')).toHaveAttribute('data-tone', 'neutral');
  expect(row.queryByText('Failed')).toBeNull();
});

describe('a task whose due date has passed', () => {
  it.each([
    ['pending', 1],
    ['in_progress', 1],
    ['completed', 0],
    ['cancelled', 0],
  ])('has, while it is %s, the mark “Overdue” %i times', async (status, marks) => {
    const row = await rowOf('tasks', { status, due_date: '2025-03-14' });
    expect(row.queryAllByText('Overdue')).toHaveLength(marks);
    expect(row.getByText('Some assignee')).toBeVisible();
  });
});
