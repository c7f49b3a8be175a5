// What a round's figures follow from, for the calculators of rounds and of SAFEs.
import { AppError } from '../domain/errors.ts';
import { minus, ONE, over, sumOf, times, ZERO } from '../domain/model/fraction.ts';
import type { Fraction } from '../domain/model/fraction.ts';
import type { Instrument, InstrumentType, RoundTerms, SolvedRound } from '../domain/model/round.ts';
import { PRICE_PLACES } from '../domain/model/roundedRound.ts';
import type { RoundedRound } from '../domain/model/roundedRound.ts';
import { orZero } from './entered.ts';
import { exactMoney, money, partsOf, percent, price, shares } from './shown.ts';
import type { EnteredRow, Line, List, Table } from './tool.ts';

export const safeList: List = {
  name: 'instruments',
  title: 'SAFEs and other convertibles',
  one: 'SAFE',
  add: 'Add a SAFE',
  columns: [
    { name: 'name', label: 'Holder', kind: 'text' },
    {
      name: 'type',
      label: 'Terms',
      kind: 'choice',
      choices: [
        ['post_cap', 'Post-money cap'],
        ['pre_cap', 'Pre-money cap'],
        ['discount', 'Discount only'],
      ],
    },
    { name: 'amount', label: 'Money', kind: 'money' },
    { name: 'cap', label: 'Cap', kind: 'money', optional: 'unsaid' },
    { name: 'discount', label: 'Discount in %', kind: 'percent', optional: true },
  ],
  fresh: { name: '', type: 'post_cap', amount: '', cap: '', discount: '' },
};

/** Refuses: invalid_fields where a cap is missing. */
export function instrumentsOf(rows: readonly EnteredRow[]): Instrument[] {
  const faults: Record<string, string> = {};
  const instruments = rows.map(({ figures, texts }, index): Instrument => {
    const type = (texts['type'] ?? 'post_cap') as InstrumentType;
    if (type !== 'discount' && !figures['cap']) faults[`instruments.${index}.cap`] = 'Fill in the cap of these terms.';
    return {
      id: String(index),
      type,
      amount: orZero(figures['amount']),
      cap: type === 'discount' ? null : (figures['cap'] ?? null),
      discount: orZero(figures['discount']),
      percent: null,
      better_of: [],
    };
  });
  const [first] = Object.values(faults);
  if (first !== undefined) throw new AppError('invalid_fields', first, { fields: faults });
  return instruments;
}

/** The price of the round, by its method. */
export function priceLine(terms: RoundTerms, solved: SolvedRound, rounded: RoundedRound): Line {
  const { pre_money, instruments, method } = terms;
  const before = minus(solved.total, solved.new_shares);
  const converted = sumOf(instruments.map(({ amount }) => amount));
  const [worth, counted, what] = {
    percent_ownership: [pre_money, before, 'all shares before the new money, with the conversions and the pool'],
    pre_money: [pre_money, solved.pre_money_base, 'shares before the round with the pool, without the conversions'],
    dollars_invested: [
      times(solved.price, before),
      before,
      `all shares before the new money; the valuation is ${exactMoney(pre_money)} and the converted money ${exactMoney(converted)}`,
    ],
  }[method] as [Fraction, Fraction, string];
  return {
    label: 'Price of a share',
    value: price(rounded.price),
    how: `${exactMoney(worth)} / ${shares(counted)} (${what}) = ${exactMoney(solved.price)}; rounded to ${PRICE_PLACES} places by the rule R1`,
  };
}

export function newSharesLine({ new_money }: RoundTerms, rounded: RoundedRound): Line {
  return {
    label: 'New shares',
    value: shares(rounded.new_shares),
    how: `${exactMoney(new_money)} / ${price(rounded.price)} = ${shares(over(new_money, rounded.price))}; rounded down by the rule R1, ${money(rounded.residue)} is left`,
  };
}

/** What each instrument converts into, and why. */
export function conversionLines(
  rows: readonly EnteredRow[],
  { instruments }: RoundTerms,
  solved: SolvedRound,
  rounded: RoundedRound,
): Line[] {
  return solved.conversions.map((each, index) => {
    const { amount, cap, discount, type } = instruments[index]!;
    const legal = rounded.conversions[index]!;
    const exact = over(amount, each.shares);
    const base = type === 'post_cap' ? solved.post_money_base : solved.pre_money_base;
    const what =
      type === 'post_cap'
        ? 'shares before the new money, with all conversions'
        : 'shares before the conversions, with the pool';
    const byCap = `the cap, ${exactMoney(cap ?? ZERO)} / ${shares(base)} (${what})`;
    const byDiscount = `the price less ${percent(discount)}, ${exactMoney(solved.price)} × ${percent(minus(ONE, discount))}`;
    const way = each.binding === 'cap' ? byCap : each.binding === 'discount' ? byDiscount : 'the price of the round';
    return {
      label: `Shares of ${rows[index]!.texts['name']!}`,
      value: shares(legal.shares),
      how: `Converts at ${way} = ${exactMoney(exact)}; by the rule R1 ${exactMoney(amount)} / ${price(legal.price ?? exact)} is rounded down, ${money(legal.residue)} is left`,
    };
  });
}

/** Who owns what before the round and after it, in whole shares. */
export function ownershipTable(rows: readonly EnteredRow[], terms: RoundTerms, rounded: RoundedRound): Table {
  const { outstanding_fully_diluted: holders, unallocated_pool: pool } = terms;
  const lines: [string, bigint, bigint][] = [
    ['Holders before the round', holders.n, holders.n],
    ...(rounded.pool_after.n > 0n
      ? [['Unallocated pool', pool.n, rounded.pool_after.n] as [string, bigint, bigint]]
      : []),
    ...rounded.conversions.map(({ shares: count }, index): [string, bigint, bigint] => [
      rows[index]!.texts['name']!,
      0n,
      count.n,
    ]),
    ...(terms.new_money.n > 0n ? [['New investors', 0n, rounded.new_shares.n] as [string, bigint, bigint]] : []),
  ];
  const [before, after] = [partsOf(lines.map(([, count]) => count)), partsOf(lines.map(([, , count]) => count))];
  const sum = (place: 1 | 2) => shares({ n: lines.reduce((total, each) => total + each[place], 0n), d: 1n });
  return {
    caption: 'Ownership, in whole shares',
    heads: ['Who', 'Before', '', 'After', ''],
    rows: [
      ...lines.map(([who, had, has], index) => [
        who,
        shares({ n: had, d: 1n }),
        before[index]!,
        shares({ n: has, d: 1n }),
        after[index]!,
      ]),
      ['All', sum(1), '100%', sum(2), '100%'],
    ],
    hasTotal: true,
  };
}
