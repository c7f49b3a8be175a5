// The cap table on a phone: the view options are one sentence that opens into the controls.
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { ledgerOf, tableOf } from '#tests/domain/ledger/factories.ts';
import { LATER, paperObjects, paperTransactions } from '#tests/support/paperCompany.ts';
import { openConsole, useServer } from '../console.tsx';
import { usePhoneViewport } from '../phone.ts';

const server = useServer();
beforeEach(() => {
  const ledger = ledgerOf(paperTransactions, paperObjects);
  server.answer('GET /api/cap-table/', ({ query }) => {
    const basis = query.get('basis') === 'voting' ? 'voting' : 'outstanding';
    return { json: { ...tableOf(ledger, LATER, { basis, plans: [] }), known_at: null } };
  });
});
usePhoneViewport();

it('shows the view options in one line, which opens the controls', async () => {
  openConsole('/app/cap-table');
  const line = await screen.findByText('Outstanding, today, by holder');
  const fold = line.closest('details');
  expect(fold).not.toHaveAttribute('open');
  await userEvent.click(line);
  expect(fold).toHaveAttribute('open');
  await userEvent.click(screen.getByRole('button', { name: 'By class' }));
  expect(await screen.findByText('Outstanding, today, by class')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Fully diluted' })).toBeVisible();
});
it.each([
  ['outstanding', 'Outstandingshares'],
  ['voting', 'Votingvotes'],
])('by class, %s, starts with the total and the percentage', async (basis, sum) => {
  openConsole(`/app/cap-table?rows=class&basis=${basis}`);
  const row = (await screen.findByText('Kept for conversion')).closest('tr')!;
  const heads = [...row.children].map(({ textContent }) => textContent);
  expect(heads.slice(0, 3)).toEqual(['Share class', sum, 'Ownership%']);
  expect(heads).toContain('Free to issueshares');
});
it('names another day and an earlier entry in the line too', async () => {
  openConsole(`/app/cap-table?as_of=${LATER}&basis=voting&known_at=7`);
  expect(await screen.findByText(/^Voting, .*\d{4}, by holder, as recorded after entry No\. 7$/)).toBeVisible();
});
