// What a preferred class converts into after a down round, by HTTP.
import { beforeAll, describe, expect, it } from 'vitest';
import { casesOf } from './cases.ts';
import { signUpCompany } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let owner: Person;
beforeAll(async () => {
  owner = await signUpCompany(server);
});

const TERMS = {
  method: 'weighted_average',
  base_shares: 200,
  shares: 100,
  original_price: '1.00',
  conversion_price: '1.00',
  new_shares: 100,
  new_price: '0.50',
};
const answerTo = (changes: object = {}) => owner.post('/api/model/anti-dilution', { ...TERMS, ...changes });

const rounds = casesOf('rounds');
describe.skipIf(!rounds['RD-07'])('the weighted average of the worked cases', () => {
  it.each(['RD-07', 'RD-08'])('%s', async (id) => {
    const { inputs, expected } = rounds[id]!;
    const { body } = await answerTo({
      base_shares: inputs.base,
      shares: inputs.preferred,
      original_price: inputs.oldPrice,
      conversion_price: inputs.oldPrice,
      new_shares: inputs.newShares,
      new_price: inputs.newPrice,
    });
    expect(body.conversion_price).toEqual(expected.newConversionPrice);
    const { exact } = expected.asConverted ?? expected.asConvertedExact;
    expect(body).toMatchObject({
      as_converted: { exact },
      rounded: { as_converted: String(expected.floor ?? exact) },
    });
  });
});

describe('anti-dilution', () => {
  it('averages the prices by what the same money buys', async () => {
    expect((await answerTo()).body).toEqual({
      conversion_price: { exact: '5/6', decimal: '0.8333333333' },
      ratio: { exact: '6/5', decimal: '1.2' },
      as_converted: { exact: '120', decimal: '120' },
      added: { exact: '20', decimal: '20' },
      rounded: { as_converted: '120', added: '20' },
    });
  });

  it('by a full ratchet takes the new price, and at the old price or without a share nothing', async () => {
    const added = async (changes: object) => (await answerTo(changes)).body.rounded;
    expect(await added({ method: 'full_ratchet', new_shares: 1 })).toEqual({ as_converted: '200', added: '100' });
    for (const unchanged of [{ new_price: 1 }, { new_price: 2 }, { new_shares: 0 }])
      for (const method of ['weighted_average', 'full_ratchet'])
        expect(await added({ ...unchanged, method })).toEqual({ as_converted: '100', added: '0' });
  });

  it.each([
    ['base_shares', 0],
    ['original_price', '0'],
    ['conversion_price', '-1'],
    ['new_price', 0],
    ['shares', -1],
    ['new_shares', '-1/3'],
    ['method', 'narrow'],
    ['new_shares', '1e400'],
  ])('refuses %s %s at its field', async (field, value) => {
    const { status, body } = await answerTo({ [field]: value });
    expect([status, (body.errors as { field: string }[]).map((each) => each.field)]).toEqual([422, [field]]);
  });
});
