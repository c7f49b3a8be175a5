// A price that rounds to nothing has no shares: every door refuses it, with one code and one sentence, at the valuation.
import { expect, it } from 'vitest';
import { AppError } from '#src/domain/errors.ts';
import { decimal, parseDecimal } from '#src/domain/figures/decimal.ts';
import { roundFigures } from '#src/domain/model/roundCall.ts';
import type { WrittenInstrument, WrittenRound } from '#src/domain/model/roundCall.ts';
import { roundStep } from '#src/domain/model/scenario/roundStep.ts';
import { typedState } from '#src/domain/model/scenario/startState.ts';
import { pricedRound } from '#src/domain/round/pricedRound.ts';

const SHARES = 18_000_000;

function stateless(pre_money: string, instruments: WrittenRound['instruments'] = []) {
  return roundFigures({
    outstanding_fully_diluted: SHARES,
    unallocated_pool: 0,
    pre_money,
    new_money: 1000,
    method: 'percent_ownership',
    pool: null,
    instruments,
  }).rounded;
}

function byScenario(pre_money: string, convertibles: WrittenRound['instruments'] = []) {
  const start = typedState({
    holders: [{ id: 'ada', name: 'Ada' }],
    classes: [{ id: 'common', name: 'Common', kind: 'COMMON' }],
    holdings: [{ holder: 'ada', class: 'common', shares: SHARES }],
    convertibles,
  });
  return roundStep(start, {
    kind: 'round',
    name: 'Series A',
    class_name: 'Series A',
    pre_money,
    method: 'percent_ownership',
    investors: [{ name: 'Fund', amount: 1000 }],
    converts: 'all',
  }).round;
}

const byLedger = (pre_money: string) =>
  pricedRound({
    fully_diluted: decimal(SHARES),
    pool_increase: 0n,
    pricing: { valuation: parseDecimal(pre_money)!, method: 'percent_ownership' },
    convertibles: [],
    investors: [{ name: 'Fund', amount: decimal(1000), shares: null }],
  });

function refusal(door: () => unknown) {
  try {
    door();
    return null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { code: error.code, status: error.status, detail: error.detail, fields: error.fields };
  }
}

const part: WrittenInstrument = { id: 'part', type: 'fixed_pct', amount: 1000, pct: '0.05' };

it('is refused alike by the stateless call, a scenario and the ledger', () => {
  const sentence = 'At this valuation a share would cost nothing.';
  const refused = { code: 'no_price', status: 422, detail: sentence, fields: { pre_money: sentence } };
  // 899.99 / 18,000,000 is a little less than half of 0.0001.
  expect(refusal(() => stateless('899.99'))).toEqual(refused);
  expect(refusal(() => byScenario('899.99'))).toEqual(refused);
  expect(refusal(() => byLedger('899.99'))).toEqual(refused);
  // A fixed part is what only the models can reckon with.
  expect(refusal(() => stateless('899.99', [part]))).toEqual(refused);
  expect(refusal(() => byScenario('899.99', [part]))).toEqual(refused);
  expect(stateless('900').price).toBe('0.0001');
  expect(byScenario('900').price).toBe('0.0001');
  expect(refusal(() => byLedger('900'))).toBeNull();
});

it('of a conversion is refused at the term that gives it', () => {
  const sentence = 'The price of this conversion would round to nothing.';
  const capped: WrittenInstrument = { id: 'S', type: 'pre_cap', amount: 10, cap: 100 };
  expect(refusal(() => stateless('18000000', [capped]))).toMatchObject({ fields: { 'instruments.0.cap': sentence } });
  const cheap: WrittenInstrument = { id: 'S', type: 'discount', amount: 10, discount: '0.99999' };
  expect(refusal(() => stateless('18000000', [cheap]))).toMatchObject({
    fields: { 'instruments.0.discount': sentence },
  });
});

it('and so is money that buys no whole share, of a scenario with a fixed part or without', () => {
  const buysNothing = (price: string) => ({
    fields: { 'investors.0.amount': `The amount of Fund gives no whole share at ${price}.` },
  });
  expect(refusal(() => byScenario('90000000000'))).toMatchObject(buysNothing('5000'));
  expect(refusal(() => byScenario('90000000000', [part]))).toMatchObject(buysNothing('4750'));
  // 1,052 shares at 0.95 cost 999.40; at 0.9504 they cost 999.8208, which is paid to the cent as in the ledger.
  expect(byScenario('18000000', [part]).investors).toMatchObject([{ shares: '1052', paid: '999.4', left: '0.6' }]);
  expect(byScenario('18007580', [part]).investors).toMatchObject([{ shares: '1052', paid: '999.82', left: '0.18' }]);
});

it('a cap over less than one share has none, and the price of the round counts', () => {
  const { rounded } = roundFigures({
    outstanding_fully_diluted: '0.5',
    unallocated_pool: 0,
    pre_money: 100,
    new_money: 10,
    method: 'percent_ownership',
    pool: null,
    instruments: [{ id: 'S', type: 'pre_cap', amount: 1, cap: 10 }],
  });
  // 0.5 shares and the SAFE's 0.05, at 100 / 0.55.
  expect(rounded).toMatchObject({ price: '181.8182', conversions: { S: { price: '181.8182', shares: '0' } } });
});
