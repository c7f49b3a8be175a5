// A holder's statement says why a warrant or a SAFE has no value, in the words of the portfolio; it is not for want of a price.
import { expect, it } from 'vitest';
import * as given from '#tests/support/given.ts';
import { signUpCompany, signUpShareholder } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();

it('the statement of a holder of a warrant, a SAFE and stock without a price', async () => {
  const owner = await signUpCompany(server);
  const holder = await given.shareholder(owner);
  const portal = await signUpShareholder(server, owner, holder);
  const common = await given.shareClass(owner, { name: 'Common', price_per_share: '3.00' });
  const own = { shareholder_id: holder.id };
  await given.warrant(owner, { ...own, share_class_id: common.id, exercise_price: '2' });
  await given.convertible(owner, own);
  await given.certificate(owner, { ...own, share_class_id: (await given.shareClass(owner)).id });
  const { text, status } = await portal.get(`/api/shareholders/${String(holder.id)}/holdings-statement.csv`);
  expect([status, text]).toEqual([200, text]);
  const lineOf = (word: string) => text.split('\n').find((line) => line.includes(word));
  expect(lineOf('Warrant, Common')).toContain('Known when it is exercised');
  expect(lineOf('SAFE')).toContain('Known when a round converts it');
  expect(lineOf('Certificate')).toContain('No price on record');
});
