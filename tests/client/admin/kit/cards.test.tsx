// A list on a phone: every card opens its record, and shows the details that distinguish it.
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { twoLinesOf } from '#src/admin/kit/list/TwoLines.tsx';
import { resources } from '#src/resources/index.ts';
import { openConsole, useServer } from '../console.tsx';
import { usePhoneViewport } from '../phone.ts';
import { sampleRow, summed } from '../samples.ts';

const server = useServer();
usePhoneViewport();

/** The first card of the list. The menu entries are list items too, so they are filtered out. */
const firstCard = () =>
  waitFor(() => {
    const card = screen.queryAllByRole('listitem').find((item) => item.closest('ul[aria-label]'));
    expect(card).toBeDefined();
    return card!;
  });

/** Messages have their own list, and assignees only fill a select. */
const listed = resources.filter(({ name }) => !['messages', 'assignees', 'audit'].includes(name));

describe.each(listed.map((resource) => [resource.name, resource] as const))('a card of %s', (name, resource) => {
  it('opens the record by its name, and shows every field once', async () => {
    server.rows[name] = [sampleRow(resource)];
    openConsole(`/app/${name}`);
    const card = await firstCard();
    const links = within(card).getAllByRole('link');
    expect(links[0]).toHaveAttribute('href', expect.stringContaining(`/${name}/`));
    const { name: title, figure, details, chip } = twoLinesOf(resource);
    const places = [title, figure, ...details, chip].filter((place) => place !== undefined);
    expect(new Set(places).size).toBe(places.length);
    expect(title).not.toBe('id');
    expect(card).not.toHaveTextContent(`${name}-1`);
  });
});

it.each([
  ['payments', ['Some distribution', 'Some shareholder', 'Some share_class', 'Mar 14, 2025', '$12.50']],
  ['shareholders', ['Some holdings']],
  ['certificates', ['Some certificate_number', 'Some share_class', 'Some shareholder', '1,200']],
])('a card of %s shows the fields that distinguish it', async (name, words) => {
  const resource = resources.find((each) => each.name === name)!;
  server.rows[name] = [sampleRow(resource)];
  openConsole(`/app/${name}`);
  const card = await firstCard();
  for (const word of words) expect(card).toHaveTextContent(word);
});

it.each(['payments', 'certificates', 'grants', 'convertibles', 'warrants'])(
  'a card of %s does not show holders their own name',
  async (name) => {
    server.rows[name] = [sampleRow(resources.find((each) => each.name === name)!)];
    openConsole(`/app/${name}`, { role: 'shareholder', account_type: 'shareholder' });
    expect(await firstCard()).not.toHaveTextContent('Some shareholder');
  },
);

it('related records are cards on the page of a record too', async () => {
  const [distribution, payment] = ['distributions', 'payments'].map((name) =>
    resources.find((each) => each.name === name)!,
  );
  server.rows.distributions = [sampleRow(distribution!, { status: 'approved', payment_sums: [] })];
  server.rows.payments = [sampleRow(payment!)];
  openConsole('/app/distributions/distributions-1/show');
  const card = await firstCard();
  // The page names the distribution, so each card names only the shareholder.
  expect(card).not.toHaveTextContent('Some distribution');
  expect(within(card).getByRole('link', { name: 'Some shareholder' })).toHaveAttribute(
    'href',
    '/app/payments/payments-1/show',
  );
  expect(card).toHaveTextContent('$12.50');
});

it('each row of a distribution shows the amount, with the shares under the name', async () => {
  const distribution = resources.find(({ name }) => name === 'distributions')!;
  server.rows.distributions = [sampleRow(distribution, { status: 'pending', payment_sums: [] })];
  const row = { shareholder_id: 's1', shareholder: 'Grace Hopper', share_class_id: 'share-classes-1', shares: '1000' };
  server.rows['share-classes'] = [
    sampleRow(
      resources.find(({ name }) => name === 'share-classes')!,
      { name: 'Common' },
    ),
  ];
  server.answer('GET /api/distributions/distributions-1/preview', {
    json: summed({
      rows: [
        {
          ...row,
          gross: '1200.50',
          tax: '200.00',
          net: '1000.50',
          excluded_reason: null,
          hold_reasons: [],
          option_shares: '0',
          withholding_rate: '0',
          withholding_reason: null,
        },
      ],
      total_gross: '1200.50',
      total_tax: '200.00',
      total_net: '1000.50',
      steps: [],
      excluded: [],
      rounding_difference: '0.00',
      currency: 'USD',
    }),
  });
  openConsole('/app/distributions/distributions-1/show');
  const name = await screen.findByRole('link', { name: 'Grace Hopper' });
  const [nameCell, amountCell] = within(name.closest('tr')!).getAllByRole('cell');
  await waitFor(() => expect(nameCell).toHaveTextContent('Grace Hopper 1,000 shares, Common'));
  expect(amountCell).toHaveTextContent('1,000.50200.00 withheld');
});
