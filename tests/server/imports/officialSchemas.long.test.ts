// What our own commands write into the ledger must be valid Open Cap Format, by the format's own schemas.
import { describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import { shareholders } from '#src/resources/shareholders.ts';
import { hasShared } from '#tests/domain/sharedMaterial.ts';
import * as given from '#tests/support/given.ts';
import { faultsOf, SCHEMAS } from '#tests/support/officialSchemas.ts';
import { signUpCompany } from '#tests/support/people.ts';
import type { Reply } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

describe.skipIf(!hasShared(SCHEMAS))('an object that a command writes', () => {
  const server = useTestServer();

  async function done(reply: Promise<Reply>): Promise<Row> {
    const { status, text, body } = await reply;
    expect([status < 300, text]).toEqual([true, text]);
    return body;
  }

  it('is valid: every movement of a certificate, and a change of the authorized shares', async () => {
    const company = await signUpCompany(server);
    const buyer = await given.shareholder(company);
    const share_class_id = (await given.shareClass(company, { par_value: '0.0001' })).id;
    const certificates: Row[] = [];
    for (let n = 0; n < 5; n += 1) certificates.push(await given.certificate(company, { share_class_id }));
    await given.certificate(company, { share_class_id, price_per_share: '1.25', certificate_number: 'X 1' });
    const verb = (n: number, name: string, body: Row) =>
      done(company.post(`/api/certificates/${String(certificates[n]!.id)}/${name}`, { date: '2024-06-30', ...body }));
    await verb(0, 'transfer', { to_shareholder_id: buyer.id, quantity: '400', consideration: 'A gift' });
    await verb(1, 'transfer', { to_shareholder_id: buyer.id });
    await verb(2, 'cancel', { reason: 'Issued in error' });
    await verb(3, 'cancel', { quantity: '1', reason: 'Issued in error' });
    await verb(4, 'repurchase', { quantity: '250', price_per_share: '0.0005', reason: 'Left the company' });
    const authorize = `/api/share-classes/${String(share_class_id)}/authorize`;
    const change = { date: '2024-07-01', reason: 'By the board' };
    await done(company.post(authorize, { ...change, authorized_shares: '20000000' }));
    const unlimited = await company.post(authorize, { ...change, authorized_shares: 'UNLIMITED' });
    expect(unlimited.status).toBe(422); // The format has no such adjustment.
    const { types, faults } = await faultsOf(server, company);
    expect(faults).toEqual([]);
    expect(types).toEqual([
      'STAKEHOLDER',
      'STOCK_CLASS',
      'TX_STOCK_CANCELLATION',
      'TX_STOCK_CLASS_AUTHORIZED_SHARES_ADJUSTMENT',
      'TX_STOCK_ISSUANCE',
      'TX_STOCK_REPURCHASE',
      'TX_STOCK_TRANSFER',
    ]);
  });

  const address = {
    street_1: '1 Main St',
    street_2: 'Floor 2',
    city: 'Austin',
    state: 'TX',
    postal_code: '78701',
    country: 'US',
  };

  it.each([
    ['a person with everything', { ...address, email: 'ada@example.com' }],
    ['a person without address and email', { email: null }],
    ['a person of whom only the city is known', { city: 'Austin' }],
    [
      'an entity with everything',
      { type: 'entity', entity_name: 'Engines LP', first_name: null, last_name: null, ...address },
    ],
    [
      'an entity without email',
      { type: 'entity', entity_name: 'Engines LP', first_name: null, last_name: null, email: null },
    ],
  ])('is valid: %s, and after an edit', async (_what, extra) => {
    const company = await signUpCompany(server);
    const holder = await given.shareholder(company, extra);
    const url = `/api/shareholders/${String(holder.id)}`;
    const edited = await done(company.put(url, { ...holder, email: 'new@example.com', ...address }));
    await done(company.put(url, { ...edited, email: null, street_2: null, country: null }));
    expect((await faultsOf(server, company)).faults).toEqual([]);
  });

  it('is valid: a shareholder of every relationship', async () => {
    const company = await signUpCompany(server);
    const { relationship } = shareholders.fields;
    if (relationship?.kind !== 'choice') throw new Error('The field relationship must be a choice.');
    for (const value of relationship.values) await given.shareholder(company, { relationship: value });
    expect((await faultsOf(server, company)).faults).toEqual([]);
  });

  it.each([
    ['common stock', { par_value: '0.00001' }],
    ['common stock of unlimited number', { authorized_shares: 'UNLIMITED' }],
    ['common stock without an authorized number', { authorized_shares: 'NOT APPLICABLE', votes_per_share: 0 }],
    ['preferred stock without a price', { class_type: 'PREFERRED' }],
  ])('is valid: %s', async (_what, extra) => {
    const company = await signUpCompany(server);
    await given.shareClass(company, extra);
    expect((await faultsOf(server, company)).faults).toEqual([]);
  });

  it('is valid: preferred stock that converts, and after an edit', async () => {
    const company = await signUpCompany(server);
    const common = await given.shareClass(company);
    const preferred = await given.shareClass(company, {
      class_type: 'PREFERRED',
      price_per_share: '2.5',
      liquidation_preference_multiple: '1',
      participation_cap_multiple: '3',
      seniority: 2,
      conversion_ratio: '1.5',
      converts_to_share_class_id: common.id,
    });
    const priceless = await given.shareClass(company, {
      class_type: 'PREFERRED',
      conversion_ratio: '1',
      converts_to_share_class_id: common.id,
    });
    await done(company.put(`/api/share-classes/${String(preferred.id)}`, { ...preferred, votes_per_share: 10 }));
    await done(company.put(`/api/share-classes/${String(priceless.id)}`, { ...priceless, name: 'Series Seed' }));
    expect((await faultsOf(server, company)).faults).toEqual([]);
  });
});
