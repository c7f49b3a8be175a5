// What SAFEs convert into, and what they own before and after the next round.
import { say } from '../words/say.ts';
import { over } from '../domain/figures/fraction.ts';
import { solveRound } from '../domain/model/round.ts';
import type { RoundTerms } from '../domain/model/roundTerms.ts';
import { roundedRound } from '../domain/model/roundedRound.ts';
import { orZero } from './entered.ts';
import { instrumentList, instrumentsOf } from './instruments.ts';
import { conversionLines, ownershipTable, priceLine } from './roundLines.ts';
import { percent, shares } from './shown.ts';
import type { Tool } from './tool.ts';

export const safeTool: Tool = {
  path: '/tools/safe',
  title: say`SAFE calculator`,
  lead: say`What each SAFE converts into when the next round is priced: by its cap or its discount, whichever gives more shares.`,
  description: say`What SAFEs with post-money caps, pre-money caps and discounts convert into, with every figure’s derivation. Nothing that you type leaves your browser.`,
  fields: [
    {
      name: 'outstanding_fully_diluted',
      label: say`Shares before the round`,
      kind: 'shares',
      help: say`Fully diluted, without the unallocated pool`,
    },
    { name: 'unallocated_pool', label: say`Unallocated pool`, kind: 'shares', optional: true },
    { name: 'pre_money', label: say`Next pre-money valuation`, kind: 'money' },
    { name: 'new_money', label: say`New money`, kind: 'money' },
  ],
  lists: [instrumentList],
  example: {
    fields: {
      outstanding_fully_diluted: '9,000,000',
      unallocated_pool: '1,000,000',
      pre_money: '15,000,000',
      new_money: '5,000,000',
    },
    rows: {
      instruments: [
        {
          ...instrumentList.fresh,
          name: 'Kestrel Ventures',
          type: 'post_cap',
          amount: '500,000',
          cap: '8,000,000',
          discount: '',
        },
        {
          ...instrumentList.fresh,
          name: 'Ingrid Solberg',
          type: 'discount',
          amount: '100,000',
          cap: '',
          discount: '20',
        },
      ],
    },
  },
  results: ({ figures, rows }) => {
    const safes = rows['instruments'] ?? [];
    const entered = instrumentsOf(safes);
    const terms: RoundTerms = {
      outstanding_fully_diluted: orZero(figures['outstanding_fully_diluted']),
      unallocated_pool: orZero(figures['unallocated_pool']),
      pre_money: orZero(figures['pre_money']),
      new_money: orZero(figures['new_money']),
      method: 'percent_ownership',
      pool: null,
      instruments: entered.instruments,
    };
    const solved = solveRound(terms);
    const rounded = roundedRound(terms, solved, []);
    const owned = solved.conversions.map(({ shares: count }, index) => ({
      label: say`${safes[index]!.texts['name']!} before the new money`,
      value: percent(over(count, solved.post_money_base)),
      how: say`${shares(count)} / ${shares(solved.post_money_base)} (all shares before the new money)`,
    }));
    return {
      lines: [...conversionLines(safes, entered, solved, rounded), ...owned, priceLine(terms, solved, rounded)],
      tables: [ownershipTable(safes, terms, rounded)],
    };
  },
};
