// How the figures of a round come about, in words and numbers: what is opened behind each of them.
import { figures } from '#src/words/figures.ts';
import { say } from '#src/words/say.ts';
import { decimal, formatDecimal, grouped, groupedMoney, ONE } from '#src/domain/figures/decimal.ts';
import type { Decimal } from '#src/domain/figures/decimal.ts';
import { percentage } from '#src/domain/figures/largestRemainder.ts';
import { countedShares } from '#src/domain/inWords.ts';
import { decimalOf, parseFigure } from '../figures.ts';
import { fraction, over, times } from '#src/domain/figures/fraction.ts';
import type { Fraction } from '#src/domain/figures/fraction.ts';
import type { RunTable } from './runScenario.ts';
import type { RoundFigures } from './roundStep.ts';
import type { RoundStep } from './steps.ts';

export interface RoundDerivations {
  price: string[];
  pool_increase: string[];
  /** In the order of the round's investors and conversions. */
  investors: string[][];
  conversions: string[][];
}

const METHOD_WORDS: Record<RoundStep['method'], string> = {
  percent_ownership: say`The pre-money valuation is divided by all shares before the new ones: the table, the increase of the pool and what converts.`,
  pre_money: say`The pre-money valuation is divided by the table and the increase of the pool, without what converts: those who convert dilute the new money as well.`,
  dollars_invested: say`The valuation and the money that converts are divided together by all shares before the new ones: the table, the increase of the pool and what converts.`,
};

/** `before` and `after`: the tables around the round. `after` is that of a round. */
export function roundDerivations(before: RunTable, after: RunTable, step: RoundStep): RoundDerivations {
  const round = after.round!;
  return {
    price: priceLines(round, step),
    pool_increase: poolLines(before, after, step),
    investors: round.investors.map((each, index) => [
      ...partLines(each, step.investors[index]!, before),
      ...investorLines(each, round),
    ]),
    conversions: round.conversions.map((each) => [...seriesLines(each, round), ...conversionLines(each)]),
  };
}

function priceLines(round: RoundFigures, { method, pre_money }: RoundStep): string[] {
  const exact = parseFigure(round.exact_price.exact);
  const valuation = parseFigure(String(pre_money));
  // A price with a longer fraction is written by its decimals alone.
  if (!exact || !valuation) return [METHOD_WORDS[method], rounded(round.exact_price.decimal, round.price)];
  const converted = round.conversions.reduce((sum, { amount }) => sum + decimal(amount), 0n);
  const worth = method === 'dollars_invested' ? add(valuation, converted) : valuation;
  const sum =
    method === 'dollars_invested' && converted > 0n
      ? `(${money(valuation)} + ${groupedMoney(formatDecimal(converted))})`
      : money(worth);
  return [
    METHOD_WORDS[method],
    `${sum} ÷ ${shares(over(worth, exact))} = ${figures(decimalOf(exact, 10))}`,
    rounded(round.exact_price.decimal, round.price),
  ];
}

const rounded = (exact: string, price: string): string =>
  exact === price
    ? say`The price needs no rounding.`
    : say`Rounded once, to four decimals: ${figures(price)}. All shares are calculated with this price.`;

const add = (a: Fraction, b: Decimal): Fraction => ({ n: a.n * ONE + b * a.d, d: a.d * ONE });
const money = (value: Fraction): string => groupedMoney(decimalOf(value, 2));
const shares = (value: Fraction): string => say`${grouped(decimal(decimalOf(value, 4)))} shares`;

function poolLines(before: RunTable, after: RunTable, { pool }: RoundStep): string[] {
  const increase = decimal(after.round!.pool_increase);
  if (!pool) return [say`The pool stays as it is.`];
  const had = say`Before the round ${grouped(decimal(before.pool_available))} are available.`;
  if ('increase' in pool) return [say`${countedShares(increase)} are added to the pool, as entered.`, had];
  const target = parseFigure(String(pool.target));
  const reached = percentage(decimal(after.pool_available), decimal(after.total), 4);
  return [
    say`After the round ${target ? figures(decimalOf(times(target, fraction(100n, 1n)), 4)) : String(pool.target)} % of all shares are to be available for grants.`,
    had,
    increase === 0n
      ? say`That is enough, so nothing is added.`
      : say`${countedShares(increase)} are added: the exact number, rounded up to a whole share. Prices are rounded after it, which can move the part by a few millionths.`,
    `${grouped(decimal(after.pool_available))} ÷ ${grouped(decimal(after.total))} = ${figures(reached)} %`,
  ];
}

/** Of one whose amount follows those of the others. */
function partLines(
  { shareholder_id, amount }: RoundFigures['investors'][number],
  { pro_rata }: RoundStep['investors'][number],
  { rows, total }: RunTable,
): string[] {
  if (pro_rata === null || pro_rata === undefined) return [];
  const last = say`of all the new money is ${groupedMoney(amount)}, rounded down to the cent.`;
  if (pro_rata !== 'held') {
    const part = parseFigure(String(pro_rata));
    return [`${part ? figures(decimalOf(times(part, fraction(100n, 1n)), 4)) : String(pro_rata)} % ${last}`];
  }
  const own = decimal(rows.find((row) => row.shareholder_id === shareholder_id)?.total ?? '0');
  return [
    say`Buys the same part of the new shares as they have before the round: ${grouped(own)} ÷ ${grouped(decimal(total))} = ${figures(percentage(own, decimal(total), 4))} %.`,
    say`This part ${last}`,
  ];
}

function investorLines(
  { amount, shares: bought, paid, left }: RoundFigures['investors'][number],
  { price }: RoundFigures,
): string[] {
  return [
    say`${groupedMoney(amount)} ÷ ${figures(price)} = ${countedShares(decimal(bought))}, rounded down to whole shares (rule R1)`,
    `${grouped(decimal(bought))} × ${figures(price)} = ${groupedMoney(paid)}${decimal(left) > 0n ? say`; ${groupedMoney(left)} buys no whole share and is not called` : ''}`,
  ];
}

const BINDING_WORDS: Record<string, string> = {
  cap: say`The cap gives more shares than the discount or the price of the round, so it counts.`,
  discount: say`The discount gives more shares than the cap, so it counts.`,
  round: say`It converts at the price of the round.`,
  percent: say`It converts into its fixed part of the shares before the new money.`,
};

function conversionLines({
  binding,
  formula,
  amount,
  price,
  shares: made,
}: RoundFigures['conversions'][number]): string[] {
  const last =
    formula.length > 0
      ? formula
      : price === null
        ? [say`${countedShares(decimal(made))}, rounded down to whole shares (rule R1)`]
        : [
            say`${groupedMoney(amount)} ÷ ${figures(price)} = ${countedShares(decimal(made))}, rounded down to whole shares (rule R1)`,
          ];
  return [...(BINDING_WORDS[binding] ? [BINDING_WORDS[binding]] : []), ...last];
}

/** Of what has a series of its own. */
function seriesLines({ share_class_id }: RoundFigures['conversions'][number], { series }: RoundFigures): string[] {
  const own = series.find((each) => each.share_class_id === share_class_id);
  if (!own) return [];
  return [
    say`It becomes ${own.name}: the rights of the round’s class, with the preference and the original issue price of what was paid, ${figures(own.price)} a share. ${groupedMoney(own.preference)} is paid first for its ${countedShares(decimal(own.shares))}.`,
  ];
}
