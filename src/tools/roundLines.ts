// What a round's figures follow from, for the calculators of rounds and of SAFEs.
import { say } from '../words/say.ts';
import { minus, ONE, over, sumOf, times, NOTHING } from '../domain/figures/fraction.ts';
import type { Fraction } from '../domain/figures/fraction.ts';
import type { Conversion, SolvedRound } from '../domain/model/round.ts';
import type { RoundTerms } from '../domain/model/roundTerms.ts';
import { PRICE_PLACES } from '../domain/round/roundingRule.ts';
import type { RoundedRound } from '../domain/model/roundedRound.ts';
import { exactMoney, money, partsOf, percent, price, shares } from './shown.ts';
import type { EnteredInstruments } from './instruments.ts';
import type { EnteredRow, Line, Table } from './tool.ts';

/** The price of the round, by its method. */
export function priceLine(terms: RoundTerms, solved: SolvedRound, rounded: RoundedRound): Line {
  const { pre_money, instruments, method } = terms;
  const before = minus(solved.total, solved.new_shares);
  const converted = sumOf(instruments.map(({ amount }) => amount));
  const [worth, counted, what] = {
    percent_ownership: [pre_money, before, say`all shares before the new money, with the conversions and the pool`],
    pre_money: [pre_money, solved.pre_money_base, say`shares before the round with the pool, without the conversions`],
    dollars_invested: [
      times(solved.price, before),
      before,
      say`all shares before the new money; the valuation is ${exactMoney(pre_money)} and the converted money ${exactMoney(converted)}`,
    ],
  }[method] as [Fraction, Fraction, string];
  return {
    label: say`Price of a share`,
    value: price(rounded.price),
    how: say`${exactMoney(worth)} / ${shares(counted)} (${what}) = ${exactMoney(solved.price)}; rounded to ${PRICE_PLACES} places by the rule R1`,
  };
}

export function newSharesLine({ new_money }: RoundTerms, rounded: RoundedRound): Line {
  return {
    label: say`New shares`,
    value: shares(rounded.new_shares),
    how: say`${exactMoney(new_money)} / ${price(rounded.price)} = ${shares(over(new_money, rounded.price))}; rounded down by the rule R1, ${money(rounded.residue)} is left`,
  };
}

/** What each instrument converts into, and why. */
export function conversionLines(
  rows: readonly EnteredRow[],
  { instruments, interest }: EnteredInstruments,
  solved: SolvedRound,
  rounded: RoundedRound,
): Line[] {
  return solved.conversions.map((each, index) => {
    const { amount, type, percent: part } = instruments[index]!;
    const legal = rounded.conversions[index]!;
    const label = say`Shares of ${rows[index]!.texts['name']!}`;
    const value = shares(legal.shares);
    if (type === 'fixed_pct')
      return {
        label,
        value,
        how: say`${percent(part!)} × ${shares(solved.post_money_base)} (${BEFORE_NEW_MONEY}) = ${shares(each.shares)}; rounded down by the rule R1`,
      };
    const exact = over(amount, each.shares);
    const grown = interest.get(index);
    const taken =
      each.terms_of === String(index) ? '' : say` (the terms of ${rows[Number(each.terms_of)]!.texts['name']!})`;
    return {
      label,
      value,
      how: say`${grown === undefined ? '' : `${grown}. `}Converts at ${wayOf(each, instruments, solved)}${taken} = ${exactMoney(exact)}; by the rule R1 ${exactMoney(amount)} / ${price(legal.price ?? exact)} is rounded down, ${money(legal.residue)} is left`,
    };
  });
}

const BEFORE_NEW_MONEY = say`shares before the new money, with all conversions`;

/** In words: by the cap, the discount or the price of the round, of the instrument whose terms count. */
function wayOf(
  { binding, terms_of }: Conversion,
  instruments: EnteredInstruments['instruments'],
  { price: exact, post_money_base, pre_money_base }: SolvedRound,
): string {
  const { type, cap, discount } = instruments[Number(terms_of)]!;
  if (binding === 'discount')
    return say`the price less ${percent(discount)}, ${exactMoney(exact)} × ${percent(minus(ONE, discount))}`;
  if (binding !== 'cap') return say`the price of the round`;
  const [base, what] =
    type === 'post_cap'
      ? [post_money_base, BEFORE_NEW_MONEY]
      : [pre_money_base, say`shares before the conversions, with the pool`];
  return say`the cap, ${exactMoney(cap ?? NOTHING)} / ${shares(base)} (${what})`;
}

/** Who owns what before the round and after it, in whole shares. */
export function ownershipTable(rows: readonly EnteredRow[], terms: RoundTerms, rounded: RoundedRound): Table {
  const { outstanding_fully_diluted: holders, unallocated_pool: pool } = terms;
  const lines: [string, bigint, bigint][] = [
    [say`Holders before the round`, holders.n, holders.n],
    ...(rounded.pool_after.n > 0n
      ? [[say`Unallocated pool`, pool.n, rounded.pool_after.n] as [string, bigint, bigint]]
      : []),
    ...rounded.conversions.map(({ shares: count }, index): [string, bigint, bigint] => [
      rows[index]!.texts['name']!,
      0n,
      count.n,
    ]),
    ...(terms.new_money.n > 0n ? [[say`New investors`, 0n, rounded.new_shares.n] as [string, bigint, bigint]] : []),
  ];
  const [before, after] = [partsOf(lines.map(([, count]) => count)), partsOf(lines.map(([, , count]) => count))];
  const sum = (place: 1 | 2) => shares({ n: lines.reduce((total, each) => total + each[place], 0n), d: 1n });
  return {
    caption: say`Ownership, in whole shares`,
    heads: [say`Who`, say`Before`, '', say`After`, ''],
    rows: [
      ...lines.map(([who, had, has], index) => [
        who,
        shares({ n: had, d: 1n }),
        before[index]!,
        shares({ n: has, d: 1n }),
        after[index]!,
      ]),
      [say`All`, sum(1), '100%', sum(2), '100%'],
    ],
    hasTotal: true,
  };
}
