// A priced round: the price, the pool and every conversion at once.
import { say } from '../words/say.ts';
import { minus, times } from '../domain/figures/fraction.ts';
import { solveRound } from '../domain/model/round.ts';
import type { RoundMethod, RoundTerms } from '../domain/model/roundTerms.ts';
import { roundedRound } from '../domain/model/roundedRound.ts';
import { orZero } from './entered.ts';
import { instrumentList, instrumentsOf } from './instruments.ts';
import { conversionLines, newSharesLine, ownershipTable, priceLine } from './roundLines.ts';
import { percent, shares } from './shown.ts';
import type { Line, Tool } from './tool.ts';

export const roundTool: Tool = {
  path: '/tools/round',
  title: say`Priced round calculator`,
  lead: say`What a share costs when SAFEs convert and the pool grows in the same round. The three depend on one another and are solved together, exactly.`,
  description: say`The price of a round with its SAFEs and its option pool, solved exactly, with every figure’s derivation. Nothing that you type leaves your browser.`,
  fields: [
    {
      name: 'outstanding_fully_diluted',
      label: say`Shares before the round`,
      kind: 'shares',
      help: say`Fully diluted, without the unallocated pool`,
    },
    { name: 'unallocated_pool', label: say`Unallocated pool`, kind: 'shares', optional: true },
    { name: 'pre_money', label: say`Pre-money valuation`, kind: 'money' },
    { name: 'new_money', label: say`New money`, kind: 'money' },
    {
      name: 'pool.target',
      label: say`Pool after it, in %`,
      kind: 'percent',
      optional: true,
      help: say`What is unallocated, of all shares after the round`,
    },
    {
      name: 'method',
      label: say`The valuation counts`,
      kind: 'choice',
      choices: [
        ['percent_ownership', say`Conversions and pool`],
        ['pre_money', say`The pool alone`],
        ['dollars_invested', say`Both, plus the converted money`],
      ],
    },
  ],
  lists: [instrumentList],
  example: {
    fields: {
      outstanding_fully_diluted: '9,250,000',
      unallocated_pool: '750,000',
      pre_money: '25,000,000',
      new_money: '4,000,000',
      'pool.target': '10',
      method: 'percent_ownership',
    },
    rows: {
      instruments: [
        {
          ...instrumentList.fresh,
          name: 'Kestrel Ventures',
          type: 'post_cap',
          amount: '750,000',
          cap: '10,000,000',
          discount: '',
        },
        {
          ...instrumentList.fresh,
          name: 'Harbour Seed Fund',
          type: 'post_cap',
          amount: '500,000',
          cap: '13,000,000',
          discount: '20',
        },
      ],
    },
  },
  results: ({ figures, texts, rows }) => {
    const safes = rows['instruments'] ?? [];
    const target = figures['pool.target'];
    const entered = instrumentsOf(safes);
    const terms: RoundTerms = {
      outstanding_fully_diluted: orZero(figures['outstanding_fully_diluted']),
      unallocated_pool: orZero(figures['unallocated_pool']),
      pre_money: orZero(figures['pre_money']),
      new_money: orZero(figures['new_money']),
      method: (texts['method'] ?? 'percent_ownership') as RoundMethod,
      pool: target ? { target } : null,
      instruments: entered.instruments,
    };
    const solved = solveRound(terms);
    const rounded = roundedRound(terms, solved, []);
    const grown = minus(solved.pool_after, terms.unallocated_pool);
    const pool: Line = {
      label: say`Pool after the round`,
      value: shares(rounded.pool_after),
      how:
        target && grown.n > 0n
          ? say`${percent(target)} × ${shares(solved.total)} = ${shares(times(target, solved.total))}; the increase of ${shares(grown)} is rounded up by the rule R1`
          : say`It is at its target already, so it stays as it is`,
    };
    return {
      lines: [
        priceLine(terms, solved, rounded),
        newSharesLine(terms, rounded),
        ...(target ? [pool] : []),
        ...conversionLines(safes, entered, solved, rounded),
      ],
      tables: [ownershipTable(safes, terms, rounded)],
    };
  },
};
