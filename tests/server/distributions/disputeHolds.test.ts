// Which payments a dispute would hold is known before it is sent.
import { beforeEach, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { approveSeen } from '#tests/support/given.ts';
import { signUpCompany, signUpShareholder } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let owner: Person;
beforeEach(async () => {
  owner = await signUpCompany(server);
});

it('the pending payments of its class, and no other', async () => {
  const [common, other] = [await given.shareClass(owner), await given.shareClass(owner)];
  const holder = await given.shareholder(owner);
  const [certificate] = [
    await given.certificate(owner, { shareholder_id: holder.id, share_class_id: common.id, quantity: '100' }),
    await given.certificate(owner, { shareholder_id: holder.id, share_class_id: other.id, quantity: '100' }),
  ];
  const person = await signUpShareholder(server, owner, holder);
  const page = () => person.get(`/api/certificates/${String(certificate!.id)}`);
  expect((await page()).body.dispute_would_hold).toEqual([]);
  const declare = async (name: string, share_class_ids: unknown[]) => {
    const made = await given.distribution(owner, { name, share_class_ids, amount_per_share: '1' });
    expect((await approveSeen(owner, made)).status).toBe(200);
  };
  await declare('Spring', [common.id]);
  await declare('Summer', [other.id]);
  expect((await page()).body.dispute_would_hold).toEqual([
    { payment_id: expect.any(String), distribution: 'Spring', amount: '100.00', currency: 'USD' },
  ]);
  const sees = (await owner.get(`/api/certificates/${String(certificate!.id)}`)).body as Row;
  expect(sees.dispute_would_hold).toEqual([]);
  expect(
    (await person.post(`/api/certificates/${String(certificate!.id)}/dispute`, { reason: 'I hold 200.' })).status,
  ).toBe(200);
  expect((await page()).body.dispute_would_hold).toEqual([]);
});
