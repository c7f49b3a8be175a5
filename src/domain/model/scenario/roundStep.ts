// A round as the ledger would post it (../../round/pricedRound.ts): the same prices, and shares rounded down line by line. Only what
// that arithmetic does not know is solved by the model: the size of a pool that is a part of the whole, and convertibles with terms
// that the ledger's round refuses (docs/decisions/scenarios-and-models.md#a-round-of-a-scenario-is-the-ledgers-round).
import { say } from '#src/words/say.ts';
import { exactly, unitsOf } from '#src/domain/figures/exactly.ts';
import { AppError } from '#src/domain/errors.ts';
import { formatDecimal, ONE, parseDecimal } from '#src/domain/figures/decimal.ts';
import type { Decimal } from '#src/domain/figures/decimal.ts';
import { issueAt, issueFault, pricedRound } from '#src/domain/round/pricedRound.ts';
import type { RoundConvertible } from '#src/domain/round/pricedRound.ts';
import { decimalOf, figureOf, figureReader } from '../figures.ts';
import type { Figure } from '../figures.ts';
import { ceilingOf, minus, times } from '#src/domain/figures/fraction.ts';
import type { Fraction } from '#src/domain/figures/fraction.ts';

import { solveRound } from '../round.ts';
import type { PoolTerms, RoundTerms } from '../roundTerms.ts';
import { roundedRound } from '../roundedRound.ts';
import { amountOf, fault, positiveOf, wholeSharesOf } from './input.ts';
import { classFor, priceWarningsOf, withIssued } from './roundClass.ts';
import { classOfLine, seriesFigures, seriesOf } from './roundSeries.ts';
import type { Converted, RoundConversion, SeriesFigures } from './roundSeries.ts';
import { payingInvestors } from './investors.ts';
import { newId, withHolder, withShares } from './state.ts';
import type { OpenConvertible, Plan, ScenarioState } from './state.ts';
import type { RoundStep } from './steps.ts';
import { countedOf } from './table.ts';
import type { Counted } from './table.ts';

export interface RoundFigures {
  share_class_id: string;
  series: SeriesFigures[];
  price: string;
  /** Before it is rounded to the price. */
  exact_price: Figure;
  /** Price times all shares without those bought with new money; with them. */
  pre_money: string;
  post_money: string;
  new_money: string;
  new_shares: string;
  pool_increase: string;
  equity_plan_id: string | null;
  conversions: RoundConversion[];
  investors: { shareholder_id: string; name: string; amount: string; shares: string; paid: string; left: string }[];
  price_warnings: string[];
}

interface Posted {
  price: Decimal;
  exact_price: Fraction;
  conversions: Converted[];
  issues: { shares: Decimal; paid: Decimal; left: Decimal }[];
}

/** `classNames`: those that other steps name. Refuses (422): the fields at fault, no_answer. */
export function roundStep(
  state: ScenarioState,
  step: RoundStep,
  classNames: readonly string[] = [],
): { state: ScenarioState; round: RoundFigures } {
  const stockClass = classFor(state, step);
  const counted = countedOf(state);
  if (counted.total <= 0n) throw fault('', say`Nobody holds shares before the round, so it has no price.`);
  const converting = convertingOf(state, step.converts);
  const valuation = positiveOf(step.pre_money, 'pre_money');
  const investors = payingInvestors(state, step, counted);
  const wanted = termsOf(step, { counted, converting, valuation, money: investors.map(({ amount }) => amount) });
  const pool_increase = poolIncrease(step, wanted);
  const posted = converting.some(({ terms: { type } }) => type === 'fixed_pct' || type === 'mfn')
    ? byModel({ ...wanted, pool: { increase: exactly(pool_increase) } }, converting, investors)
    : byLedger({ step, counted, pool_increase, valuation, converting, investors });
  const plan = pool_increase > 0n ? planOf(state, step.equity_plan_id) : null;
  const { price, conversions } = posted;
  const series = seriesOf(state, { step, stockClass, price, conversions, classNames });
  const classIds = posted.conversions.map((each) => classOfLine(each, series, stockClass.id));
  const lots = [
    ...converting.map(({ holder }, index) => ({
      holder,
      class_id: classIds[index]!,
      quantity: parseDecimal(posted.conversions[index]!.shares)!,
    })),
    ...investors.map(({ id }, index) => ({
      holder: id,
      class_id: stockClass.id,
      quantity: posted.issues[index]!.shares,
    })),
  ].filter(({ quantity }) => quantity > 0n);
  const issuedOf = (id: string) =>
    lots.reduce((sum, { class_id, quantity }) => (class_id === id ? sum + quantity : sum), 0n);
  const ofRound = withIssued(state, stockClass, issuedOf(stockClass.id), posted.price);
  const grown = series.reduce(
    (so_far, each) => withIssued(so_far, each.made, issuedOf(each.made.id), each.price),
    ofRound,
  );
  const after: ScenarioState = {
    ...grown,
    holders: investors.reduce((holders, { id, name }) => withHolder(holders, id, name), state.holders),
    lots: lots.reduce(
      (all, { holder, class_id, quantity }) => withShares(all, holder, class_id, quantity),
      [...state.lots],
    ),
    plans: plan ? increased(state.plans, plan, pool_increase) : state.plans,
    convertibles: state.convertibles.filter((each) => !converting.includes(each)),
  };
  const bought = posted.issues.reduce((sum, each) => sum + each.shares, 0n);
  const paid = posted.issues.reduce((sum, each) => sum + each.paid, 0n);
  const total = countedOf(after).total;
  const worth = (value: Decimal) => decimalOf(times(exactly(posted.price), exactly(value)), 2);
  return {
    state: after,
    round: {
      share_class_id: stockClass.id,
      series: seriesFigures(after, series, issuedOf),
      price: formatDecimal(posted.price),
      exact_price: figureOf(posted.exact_price),
      pre_money: worth(total - bought),
      post_money: worth(total),
      new_money: formatDecimal(paid),
      new_shares: formatDecimal(bought),
      pool_increase: formatDecimal(pool_increase),
      equity_plan_id: plan?.id ?? null,
      conversions: posted.conversions.map((each, index) => ({ ...each, share_class_id: classIds[index]! })),
      investors: investors.map(({ id, name, amount }, index) => {
        const { shares: own, paid: cost, left } = posted.issues[index]!;
        const written = { shares: formatDecimal(own), paid: formatDecimal(cost), left: formatDecimal(left) };
        return { shareholder_id: id, name, amount: formatDecimal(amount), ...written };
      }),
      price_warnings: priceWarningsOf(state, stockClass, { price, shares: bought }),
    },
  };
}

/** Refuses (422): an unknown plan. Without any plan, a new one. */
export function planOf({ plans }: ScenarioState, id: string | null | undefined): Plan {
  const found = id ? plans.find((plan) => plan.id === id) : plans[0];
  if (found) return found;
  if (id) throw fault('equity_plan_id', say`Unknown equity plan.`);
  return { id: newId(say`Equity plan`), name: say`Equity plan`, class_ids: [], reserved: 0n, available: 0n };
}

export function increased(plans: readonly Plan[], plan: Plan, by: Decimal): Plan[] {
  const more = { ...plan, reserved: plan.reserved + by, available: plan.available + by };
  return plans.includes(plan) ? plans.map((each) => (each === plan ? more : each)) : [...plans, more];
}

function convertingOf({ convertibles }: ScenarioState, converts: RoundStep['converts']): OpenConvertible[] {
  if (converts === 'all') return [...convertibles];
  const chosen = new Set(converts);
  if (chosen.size < converts.length) throw fault('converts', say`A convertible is named twice.`);
  const found = convertibles.filter(({ terms }) => chosen.has(terms.id));
  const unknown = converts.find((id) => !found.some(({ terms }) => terms.id === id));
  if (unknown !== undefined) throw fault('converts', say`There is no convertible “${unknown}” that could convert.`);
  return found;
}

interface Given {
  counted: Counted;
  converting: readonly OpenConvertible[];
  valuation: Decimal;
  money: readonly Decimal[];
}

function termsOf({ pool, method }: RoundStep, { counted, converting, valuation, money }: Given): RoundTerms {
  const ids = new Set(converting.map(({ terms }) => terms.id));
  return {
    outstanding_fully_diluted: exactly(counted.total - counted.pool),
    unallocated_pool: exactly(counted.pool),
    pre_money: exactly(valuation),
    new_money: exactly(money.reduce((sum, each) => sum + each, 0n)),
    method,
    pool: poolTerms(pool),
    instruments: converting.map(({ terms }) => ({ ...terms, better_of: terms.better_of.filter((id) => ids.has(id)) })),
  };
}

function poolTerms(pool: RoundStep['pool']): PoolTerms {
  if (!pool) return null;
  if ('target' in pool) return { target: figureReader()(pool.target, 'pool.target') };
  return { increase: exactly(amountOf(pool.increase, 'pool.increase')) };
}

/** Whole shares. A target is met by the exact solution, rounded up; prices are rounded after it. */
function poolIncrease({ pool }: RoundStep, terms: RoundTerms): Decimal {
  if (!pool) return 0n;
  if (!('target' in pool))
    return amountOf(pool.increase, 'pool.increase') === 0n ? 0n : wholeSharesOf(pool.increase, 'pool.increase');
  const { pool_after } = solved(terms);
  return ceilingOf(minus(pool_after, terms.unallocated_pool)) * ONE;
}

/** The model names its instruments by their place; here they are what converts. */
function solved(terms: RoundTerms) {
  return renamed(() => solveRound(terms));
}

function renamed<R>(work: () => R): R {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const fields = Object.entries(error.fields ?? {}).map(([field, sentence]) => [ownField(field), sentence] as const);
    throw new AppError(error.code, error.detail, { status: 422, fields: Object.fromEntries(fields) });
  }
}

function ownField(field: string): string {
  if (field.startsWith('instruments') || field.startsWith('convertibles')) return 'converts';
  return field === 'date' || field === 'outstanding_fully_diluted' ? '' : field;
}

interface LedgerRound extends Pick<Given, 'counted' | 'converting' | 'valuation'> {
  step: RoundStep;
  pool_increase: Decimal;
  investors: readonly { name: string; amount: Decimal }[];
}

function byLedger({ step, counted, pool_increase, valuation, converting, investors }: LedgerRound): Posted {
  const made = renamed(() =>
    pricedRound({
      fully_diluted: counted.total,
      pool_increase,
      pricing: { valuation, method: step.method },
      convertibles: converting.map(ledgerTerms),
      investors: investors.map(({ name, amount }) => ({ name, amount, shares: null })),
    }),
  );
  return {
    price: made.price,
    exact_price: made.exact_price,
    conversions: converting.map((each, index) => {
      const { price, shares, binding, cash, formula } = made.conversions[index]!;
      return conversion(each, { price: formatDecimal(price), shares, binding, cash: formatDecimal(cash), formula });
    }),
    issues: made.issues,
  };
}

function ledgerTerms({ name, terms }: OpenConvertible): RoundConvertible {
  const { amount, cap, discount, type } = terms;
  return { name, amount, cap, isPostMoney: type === 'post_cap', discount: discount.n === 0n ? null : discount };
}

function byModel(
  terms: RoundTerms,
  converting: readonly OpenConvertible[],
  investors: readonly { name: string; amount: Decimal }[],
): Posted {
  const answer = solved(terms);
  const rounded = renamed(() => roundedRound(terms, answer, []));
  const price = unitsOf(rounded.price);
  return {
    price,
    exact_price: answer.price,
    conversions: converting.map((each, index) => {
      const { price: own, shares, residue } = rounded.conversions[index]!;
      const { binding } = answer.conversions[index]!;
      const cash = decimalOf(residue, 2);
      return conversion(each, { price: own && decimalOf(own, 4), shares: unitsOf(shares), binding, cash, formula: [] });
    }),
    issues: investors.map(({ name, amount }, index) => {
      const issue = issueAt({ amount, shares: null }, price);
      const wrong = issueFault(name, issue, price);
      if (wrong !== null) throw fault(`investors.${index}.amount`, wrong);
      return issue;
    }),
  };
}

function conversion(
  { name, holder, terms }: OpenConvertible,
  made: Pick<RoundConversion, 'price' | 'binding' | 'cash' | 'formula'> & { shares: Decimal },
): Converted {
  const amount = decimalOf(terms.amount, 10);
  return { id: terms.id, name, shareholder_id: holder, amount, ...made, shares: formatDecimal(made.shares) };
}
