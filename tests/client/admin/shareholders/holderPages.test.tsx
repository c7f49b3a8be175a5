// What a holder sees of their own grant and note: the exercise price, and what a passed maturity date means for them.
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { resourceNamed } from '#src/resources/index.ts';
import { openConsole, useServer } from '../console.tsx';
import { sampleRow } from '../samples.ts';

const server = useServer();
const holder = { role: 'shareholder', account_type: 'shareholder' } as const;

it('a grant has its exercise price among its facts', async () => {
  const grant = { exercise_price: '0.5', currency: 'USD', compensation_type: 'OPTION_ISO', status: 'active' };
  server.rows.grants = [sampleRow(resourceNamed('grants'), grant)];
  openConsole('/app/grants/grants-1/show', holder);
  const facts = within(await screen.findByRole('region', { name: 'Facts' }));
  expect(facts.getByText('Exercise price').nextSibling).toHaveTextContent('$0.50');
});

it('the certificates of a holder of nothing else have no tabs', async () => {
  openConsole('/app/certificates', holder);
  await screen.findByRole('heading', { level: 1, name: 'Certificates' });
  await waitFor(() => expect(server.callsTo('GET', '/api/warrants/')).not.toEqual([]));
  expect(screen.queryByRole('navigation', { name: 'Certificates' })).toBeNull();
});

describe('a note', () => {
  const open = (given: object, user?: object) => {
    const note = { kind: 'NOTE', convertible_number: 'NOTE-1', status: 'outstanding', maturity_date: '2025-03-01' };
    server.rows.convertibles = [sampleRow(resourceNamed('convertibles'), { ...note, ...given })];
    openConsole('/app/convertibles/convertibles-1/show', user);
    return screen.findByRole('region', { name: 'History' });
  };
  const matured = () => screen.queryByText(/matured on/);

  it('tells its holder that it matured, and what that means', async () => {
    await open({}, holder);
    expect(matured()).toHaveTextContent('NOTE-1 matured on Mar 1, 2025 and is still outstanding');
    expect(matured()).toHaveTextContent('Acme, Inc. has recorded no repayment, conversion or extension');
    expect(matured()).toHaveTextContent('Your note states what is due to you since that day');
  });
  it('tells the company that it matured, and what to do', async () => {
    await open({});
    expect(matured()).toHaveTextContent('Record what happened to it');
  });
  it.each([
    ['has not matured yet', { maturity_date: '2999-01-01' }],
    ['was converted', { status: 'converted' }],
    ['has no maturity', { maturity_date: null }],
  ])('shows no such notice if it %s', async (_what, given) => {
    await open(given, holder);
    expect(matured()).toBeNull();
  });
});
