// What a bank's answer would change, before it does.
import { beforeEach, describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import {
  AMERICAN,
  approvedFor,
  bringIn,
  DEBTOR,
  fileOf,
  IBAN,
  makeBatch,
  resultsCsv,
  withAccount,
} from '#tests/support/distributions/payouts.ts';
import { withControls } from '#tests/support/distributions/bankAnswers.ts';
import { signUpCompany } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let owner: Person;
beforeEach(async () => {
  server.setClock('2030-01-15');
  owner = await signUpCompany(server);
});
const DRY = { dry_run: 'true' };
const statusesOf = async (payments: readonly Row[]) =>
  Promise.all(payments.map(async ({ id }) => (await owner.get(`/api/payments/${String(id)}`)).body.status));

async function sent(execution_date: string) {
  const holders = [await withAccount(owner, IBAN), await withAccount(owner, IBAN)];
  const { distribution, payments } = await approvedFor(owner, holders);
  const batch = (await makeBatch(owner, { filter: { distribution_id: distribution.id }, execution_date })).body;
  return { batch, payments };
}

describe('results with dry_run', () => {
  it('say what would move, and move nothing', async () => {
    const { batch, payments } = await sent('2030-01-15');
    const text = resultsCsv([
      [String(payments[0]!.id), 'completed', 'FT-1', ''],
      [String(payments[1]!.id), 'failed', '', 'AC04'],
      ['stray', 'completed', '', ''],
    ]);
    const before = await owner.get('/api/audit/');
    const dry = await bringIn(owner, batch, text, DRY);
    expect([dry.status, dry.body]).toEqual([
      200,
      {
        completed: 1,
        failed: 1,
        unchanged: 0,
        unknown: ['stray'],
        notices: [],
        warnings: [],
        moves: [
          {
            payment_id: payments[0]!.id,
            shareholder: expect.any(String),
            amount: payments[0]!.amount,
            currency: 'USD',
            from: 'processing',
            to: 'completed',
            date: '2030-01-15',
            note: 'FT-1',
          },
          {
            payment_id: payments[1]!.id,
            shareholder: expect.any(String),
            amount: payments[1]!.amount,
            currency: 'USD',
            from: 'processing',
            to: 'failed',
            date: null,
            note: expect.stringContaining('closed'),
          },
        ],
      },
    ]);
    expect(await statusesOf(payments)).toEqual(['processing', 'processing']);
    expect((await owner.get('/api/audit/')).rows).toEqual(before.rows);
    const done = await bringIn(owner, batch, text);
    expect(done.body).toMatchObject({ completed: 1, failed: 1, moves: dry.body.moves });
    expect(await statusesOf(payments)).toEqual(['completed', 'failed']);
    expect((await bringIn(owner, batch, text, DRY)).body).toMatchObject({ completed: 0, unchanged: 2, moves: [] });
  });

  it('leave a returned prenote as it is', async () => {
    const { distribution } = await approvedFor(owner, [await withAccount(owner, AMERICAN)]);
    const asked = { format: 'nacha', filter: { distribution_id: distribution.id }, prenotes: true, debtor: DEBTOR };
    const { body: batch } = await makeBatch(owner, { ...asked, execution_date: '2030-01-16' });
    const lines = (await fileOf(owner, batch)).text.split('\n');
    const entry = lines.find((line) => line.startsWith('6'))!;
    const returned = withControls([
      ...lines.slice(0, 2),
      `621${entry.slice(3, 78)}1${entry.slice(79)}`,
      `799R04${entry.slice(79)}`.padEnd(79) + entry.slice(79),
    ]);
    expect((await bringIn(owner, batch, returned, DRY)).body.notices).toEqual([expect.stringContaining('R04')]);
    expect((await owner.get(`/api/payment-batches/${String(batch.id)}`)).body).toMatchObject({ can_cancel: true });
  });

  it('take true and false alone', async () => {
    const { batch } = await sent('2030-01-15');
    expect(await bringIn(owner, batch, resultsCsv([]), { dry_run: 'yes' })).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'dry_run' }] },
    });
  });
});

it('results for a day that has not come count, with a warning', async () => {
  const { batch, payments } = await sent('2030-02-01');
  const text = resultsCsv([[String(payments[0]!.id), 'completed', '', '']]);
  for (const fields of [DRY, {}])
    expect((await bringIn(owner, batch, text, fields)).body).toMatchObject({
      completed: 1,
      warnings: [{ code: 'execution_date_ahead', message: expect.stringContaining('2030-02-01') }],
    });
  expect(await statusesOf(payments)).toEqual(['completed', 'processing']);
  // A file that moves nothing has nothing to warn of.
  expect((await bringIn(owner, batch, text)).body).toMatchObject({ unchanged: 1, warnings: [] });
});
