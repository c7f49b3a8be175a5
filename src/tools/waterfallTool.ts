// Who gets what of an exit, and at which prices that changes.
import { say } from '../words/say.ts';
import { AppError } from '../domain/errors.ts';
import { allocate } from '../domain/figures/largestRemainder.ts';
import { fraction, isBelow, minus, roundedTo, sumOf, times, whole, NOTHING } from '../domain/figures/fraction.ts';
import type { Fraction } from '../domain/figures/fraction.ts';
import { waterfallOf } from '../domain/model/waterfall.ts';
import type { Breakpoint, ExitTerms, Payout, PreferredClass } from '../domain/model/waterfall.ts';
import { orZero } from './entered.ts';
import { exactMoney, money, partsOf, shares } from './shown.ts';
import type { Entered, Line, Table, Tool } from './tool.ts';

export const waterfallTool: Tool = {
  path: '/tools/waterfall',
  title: say`Exit waterfall calculator`,
  lead: say`Who gets what when the company is sold: debt and costs, preferences by rank, then what is shared. Each class converts if that pays it more.`,
  description: say`Who gets what in an exit: preferences by rank, participation, caps, conversions and options, with every figure’s derivation. Nothing that you type leaves your browser.`,
  fields: [
    { name: 'proceeds', label: say`Price of the company`, kind: 'money' },
    { name: 'costs', label: say`Costs and debt`, kind: 'money', optional: true, help: say`Paid before all holders` },
  ],
  lists: [
    {
      name: 'classes',
      title: say`Preferred classes`,
      one: say`class`,
      add: say`Add a class`,
      columns: [
        { name: 'name', label: say`Class`, kind: 'text' },
        { name: 'as_converted_shares', label: say`Shares as converted`, kind: 'shares' },
        { name: 'preference', label: say`Preference`, kind: 'money' },
        { name: 'rank', label: say`Rank, 1 is first`, kind: 'rank' },
        {
          name: 'participating',
          label: say`After its preference`,
          kind: 'choice',
          choices: [
            ['no', say`Non-participating`],
            ['yes', say`Participating`],
          ],
        },
        {
          name: 'total_cap',
          label: say`Participation cap`,
          kind: 'money',
          optional: true,
          when: ({ participating }) => participating === 'yes',
        },
      ],
      fresh: { name: '', as_converted_shares: '', preference: '', rank: '1', participating: 'no', total_cap: '' },
    },
    {
      name: 'common',
      title: say`Common stock`,
      one: say`holder`,
      add: say`Add a holder`,
      columns: [
        { name: 'name', label: say`Holder`, kind: 'text' },
        { name: 'shares', label: say`Shares`, kind: 'shares' },
      ],
      fresh: { name: '', shares: '' },
    },
    {
      name: 'options',
      title: say`Options and warrants`,
      one: say`option`,
      add: say`Add options`,
      columns: [
        { name: 'name', label: say`Holder`, kind: 'text' },
        { name: 'shares', label: say`Options`, kind: 'shares' },
        { name: 'strike', label: say`Exercise price`, kind: 'money' },
      ],
      fresh: { name: '', shares: '', strike: '' },
    },
  ],
  example: {
    fields: { proceeds: '61,000,000', costs: '1,000,000' },
    rows: {
      classes: [
        {
          name: 'Series B',
          as_converted_shares: '1,500,000',
          preference: '9,000,000',
          rank: '1',
          participating: 'no',
          total_cap: '',
        },
        {
          name: 'Series A',
          as_converted_shares: '2,000,000',
          preference: '5,000,000',
          rank: '2',
          participating: 'yes',
          total_cap: '10,000,000',
        },
      ],
      common: [{ name: say`Founders`, shares: '7,500,000' }],
      options: [{ name: say`Employees`, shares: '500,000', strike: '0.50' }],
    },
  },
  results: (entered) => {
    const costs = orZero(entered.figures['costs']);
    const price = orZero(entered.figures['proceeds']);
    const net = isBelow(price, costs) ? NOTHING : minus(price, costs);
    const terms = termsOf(entered);
    const names = namesOf(entered);
    const { breakpoints, at } = waterfallOf(terms);
    const paid = at(net);
    const lines: Line[] = [
      {
        label: say`For the holders`,
        value: money(net),
        how: say`${exactMoney(price)} − ${exactMoney(costs)} of costs and debt`,
      },
      perShareLine(terms, paid, net),
      ...terms.classes.map((each, index) => classLine(each, names.get(each.id)!, paid.payout[index]!.amount, paid)),
    ];
    return { lines, tables: [payoutTable(names, paid, net), breakpointTable(names, breakpoints, costs)] };
  },
};

function termsOf({ rows }: Entered): ExitTerms {
  const of = (name: string) => rows[name] ?? [];
  if (of('common').length === 0) {
    const sentence = say`Add a holder of common stock, who gets what is left.`;
    throw new AppError('invalid_fields', sentence, { fields: { common: sentence } });
  }
  return {
    classes: of('classes').map(({ figures, texts }, index) => ({
      id: `classes.${index}`,
      as_converted_shares: orZero(figures['as_converted_shares']),
      preference: orZero(figures['preference']),
      rank: Number(orZero(figures['rank']).n),
      participating: texts['participating'] === 'yes',
      total_cap: figures['total_cap'] ?? null,
    })),
    common: of('common').map(({ figures }, index) => ({ id: `common.${index}`, shares: orZero(figures['shares']) })),
    options: of('options').map(({ figures }, index) => ({
      id: `options.${index}`,
      shares: orZero(figures['shares']),
      strike: orZero(figures['strike']),
    })),
  };
}

const namesOf = ({ rows }: Entered): Map<string, string> =>
  new Map(
    ['classes', 'common', 'options'].flatMap((list) =>
      (rows[list] ?? []).map(({ texts }, index): [string, string] => [`${list}.${index}`, texts['name']!]),
    ),
  );

/** Who shares the rest at this level, and what they get and bring beside it. */
function perShareLine({ classes, common, options }: ExitTerms, paid: Payout, net: Fraction): Line {
  const level = paid.per_common_share;
  const label = say`A share of common stock`;
  if (level.n === 0n)
    return { label, value: money(level), how: say`The preferences take everything, in the order of their ranks` };
  const taking: Fraction[] = common.map(({ shares: count }) => count);
  const kept: Fraction[] = [];
  for (const each of classes) {
    const isCapped =
      each.participating &&
      each.total_cap !== null &&
      !isBelow(times(each.as_converted_shares, level), minus(each.total_cap, each.preference));
    if (paid.convert.includes(each.id)) taking.push(each.as_converted_shares);
    else if (isCapped) kept.push(each.total_cap!);
    else {
      kept.push(each.preference);
      if (each.participating) taking.push(each.as_converted_shares);
    }
  }
  const exercised = options.filter(({ strike }) => isBelow(strike, level));
  taking.push(...exercised.map((each) => each.shares));
  const strikes = sumOf(exercised.map((each) => times(each.shares, each.strike)));
  const plus = strikes.n > 0n ? say` + ${exactMoney(strikes)} for exercising options` : '';
  const less = kept.length > 0 ? say` − ${exactMoney(sumOf(kept))} that classes keep` : '';
  return {
    label,
    value: exactMoney(level),
    how: say`(${exactMoney(net)}${less}${plus}) / ${shares(sumOf(taking))} shares that take part = ${exactMoney(level)}`,
  };
}

function classLine(each: PreferredClass, name: string, amount: Fraction, paid: Payout): Line {
  const { as_converted_shares: count, preference, participating, total_cap } = each;
  const converted = say`${shares(count)} shares × ${exactMoney(paid.per_common_share)} = ${exactMoney(times(count, paid.per_common_share))}`;
  const line = (how: string): Line => ({ label: name, value: money(amount), how });
  if (paid.convert.includes(each.id))
    return line(
      participating
        ? say`Converts: ${converted}, more than its cap of ${exactMoney(total_cap ?? preference)}`
        : say`Converts: ${converted}, more than its preference of ${exactMoney(total_cap ?? preference)}`,
    );
  if (isBelow(amount, preference))
    return line(say`What is left at its rank, of a preference of ${exactMoney(preference)}`);
  if (!participating)
    return line(say`Keeps its preference of ${exactMoney(preference)}; converted it would not get more`);
  if (total_cap !== null && !isBelow(amount, total_cap))
    return line(say`Its cap of ${exactMoney(total_cap)}: preference and part of the rest together`);
  return line(say`Its preference of ${exactMoney(preference)} and ${converted}`);
}

function payoutTable(names: ReadonlyMap<string, string>, { payout }: Payout, net: Fraction): Table {
  // In cents that add up to the cent, by the largest remainder.
  const common = payout.reduce((units, { amount }) => units * fraction(amount.d, units).n, 1n);
  const weights = payout.map(({ id, amount }) => ({ id, weight: times(amount, whole(common)).n }));
  const cents = roundedTo(net, 2);
  const paid = allocate(times(cents, whole(100n)).n, weights);
  const parts = partsOf(weights.map(({ weight }) => weight));
  return {
    caption: say`Who gets what`,
    heads: [say`Who`, say`Gets`, ''],
    rows: [
      ...payout.map(({ id }, index) => [names.get(id)!, money(fraction(paid[index]!, 100n)), parts[index]!]),
      [say`All`, money(cents), net.n > 0n ? '100%' : '0%'],
    ],
    hasTotal: true,
  };
}

const WHAT: Record<Breakpoint['reasons'][number]['what'], string> = {
  preference_paid: say`preference paid`,
  discount_paid: say`discount paid`,
  cap_reached: say`cap reached`,
  converts: say`converts`,
  exercises: say`options exercised`,
};

const breakpointTable = (
  names: ReadonlyMap<string, string>,
  breakpoints: readonly Breakpoint[],
  costs: Fraction,
): Table => ({
  caption: say`Where the course changes`,
  heads: [say`From a price of`, say`What happens`],
  rows: breakpoints.map(({ proceeds, reasons }) => [
    money(sumOf([proceeds, costs])),
    reasons.map(({ id, what }) => `${names.get(id)!}: ${WHAT[what]}`).join('; '),
  ]),
  hasTotal: false,
});
