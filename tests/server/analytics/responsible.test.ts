// Of a day with several entries, a holder's chart names first the one that gave them their shares.
import { expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { signUpCompany } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();

it('the entry named of a step is the holder’s own', async () => {
  const owner = await signUpCompany(server);
  const common = await given.shareClass(owner, { name: 'Common', authorized_shares: '100000' });
  const [early, late] = [
    await given.shareholder(owner, { first_name: 'Early', last_name: 'Bird' }),
    await given.shareholder(owner, { first_name: 'Late', last_name: 'Comer' }),
  ];
  for (const { id: shareholder_id } of [early, early, late, early])
    await given.certificate(owner, {
      share_class_id: common.id,
      shareholder_id,
      quantity: '10',
      issue_date: '2024-03-05',
    });
  const { body } = await owner.get(`/api/analytics/dilution?shareholder_id=${String(late.id)}&basis=outstanding`);
  const [first] = body.points as [Row];
  expect([first.transactions_count, first.summary]).toEqual([4, expect.stringContaining('Late Comer')]);
});
