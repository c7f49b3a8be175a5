// What a preferred class converts into after shares were sold below its conversion price.
import { say } from '../words/say.ts';
import { antiDilution } from '../domain/model/antiDilution.ts';
import type { AntiDilution, AntiDilutionMethod, AntiDilutionTerms } from '../domain/model/antiDilution.ts';
import { floorOf, isBelow, over, times, whole } from '../domain/figures/fraction.ts';
import { orZero } from './entered.ts';
import { exactMoney, partsOf, shares } from './shown.ts';
import type { EnteredRow, Line, Table, Tool } from './tool.ts';

export const antiDilutionTool: Tool = {
  path: '/tools/anti-dilution',
  title: say`Anti-dilution calculator`,
  lead: say`What a preferred class converts into after new shares are sold below its conversion price: by the weighted average, or by a full ratchet.`,
  description: say`The conversion price and the shares of a preferred class after a down round, by weighted average or full ratchet, with every figure’s derivation. Nothing that you type leaves your browser.`,
  fields: [
    { name: 'shares', label: say`Preferred shares`, kind: 'shares' },
    { name: 'original_price', label: say`Their original issue price`, kind: 'money' },
    { name: 'conversion_price', label: say`Their conversion price`, kind: 'money', help: say`Before the new shares` },
    { name: 'new_shares', label: say`New shares`, kind: 'shares' },
    { name: 'new_price', label: say`Price of a new share`, kind: 'money' },
    {
      name: 'method',
      label: say`The charter says`,
      kind: 'choice',
      choices: [
        ['weighted_average', say`Weighted average`],
        ['full_ratchet', say`Full ratchet`],
      ],
    },
    {
      name: 'base_shares',
      label: say`Shares that the average counts`,
      kind: 'shares',
      help: say`Before the new shares. Broad-based: all, fully diluted, with options and pool. Narrow-based: what the charter names.`,
    },
  ],
  lists: [
    {
      name: 'holders',
      title: say`Other holders`,
      one: say`holder`,
      add: say`Add a holder`,
      columns: [
        { name: 'name', label: say`Holder`, kind: 'text' },
        { name: 'shares', label: say`Shares as converted`, kind: 'shares' },
      ],
      fresh: { name: '', shares: '' },
    },
  ],
  example: {
    fields: {
      shares: '4,000,000',
      original_price: '2.00',
      conversion_price: '2.00',
      new_shares: '5,000,000',
      new_price: '1.00',
      method: 'weighted_average',
      base_shares: '12,000,000',
    },
    rows: {
      holders: [
        { name: say`Founders`, shares: '7,000,000' },
        { name: say`Options and pool`, shares: '1,000,000' },
      ],
    },
  },
  results: ({ figures, texts, rows }) => {
    const figure = (name: keyof AntiDilutionTerms) => orZero(figures[name]);
    const terms: AntiDilutionTerms = {
      method: texts['method'] as AntiDilutionMethod,
      base_shares: figure('base_shares'),
      shares: figure('shares'),
      original_price: figure('original_price'),
      conversion_price: figure('conversion_price'),
      new_shares: figure('new_shares'),
      new_price: figure('new_price'),
    };
    const after = antiDilution(terms);
    return { lines: linesOf(terms, after), tables: [tableOf(terms, after, rows['holders'] ?? [])] };
  },
};

function linesOf(terms: AntiDilutionTerms, after: AntiDilution): Line[] {
  const { shares: count, original_price } = terms;
  const added = floorOf(after.as_converted) - floorOf(after.as_converted_before);
  return [
    { label: say`Conversion price`, value: exactMoney(after.conversion_price), how: howPrice(terms, after) },
    {
      label: say`Shares as converted`,
      value: shares(whole(floorOf(after.as_converted))),
      how: say`${shares(count)} × ${exactMoney(original_price)} / ${exactMoney(after.conversion_price)} = ${shares(after.as_converted)}; rounded down`,
    },
    {
      label: say`More than before`,
      value: shares(whole(added)),
      how: say`Before the new shares they converted into ${shares(whole(floorOf(after.as_converted_before)))}`,
    },
  ];
}

function howPrice(terms: AntiDilutionTerms, after: AntiDilution): string {
  const { method, base_shares, conversion_price, new_shares, new_price } = terms;
  if (!isBelow(after.conversion_price, conversion_price))
    return say`No share is sold below the conversion price, so it stays as it is`;
  if (method === 'full_ratchet') return say`The price of the new shares, however few they are`;
  const bought = over(times(new_shares, new_price), conversion_price);
  return say`${exactMoney(conversion_price)} × (${shares(base_shares)} + ${shares(bought)} that the same money buys at the old price) / (${shares(base_shares)} + ${shares(new_shares)}) = ${exactMoney(after.conversion_price)}`;
}

/** In whole shares. */
function tableOf(terms: AntiDilutionTerms, after: AntiDilution, holders: readonly EnteredRow[]): Table {
  const lines: [string, bigint, bigint][] = [
    ...holders.map(({ figures, texts }): [string, bigint, bigint] => {
      const { n } = orZero(figures['shares']);
      return [texts['name']!, n, n];
    }),
    [say`The preferred class`, floorOf(after.as_converted_before), floorOf(after.as_converted)],
    [say`New shares`, 0n, terms.new_shares.n],
  ];
  const sum = (place: 1 | 2) => shares(whole(lines.reduce((total, each) => total + each[place], 0n)));
  const [before, now] = [partsOf(lines.map(([, count]) => count)), partsOf(lines.map(([, , count]) => count))];
  return {
    caption: say`Ownership as converted, in whole shares`,
    heads: [say`Who`, say`Before`, '', say`After`, ''],
    rows: [
      ...lines.map(([who, had, has], index) => [
        who,
        shares(whole(had)),
        before[index]!,
        shares(whole(has)),
        now[index]!,
      ]),
      [say`All`, sum(1), '100%', sum(2), '100%'],
    ],
    hasTotal: true,
  };
}
