// Who comes first in a distribution: what preferred classes are owed under their dividend terms, and the order in which an
// amount reaches the classes. Exact fractions: nothing is rounded before the holders' lines.
import { say } from '#src/words/say.ts';
import { ONE as UNIT } from '../figures/decimal.ts';
import { fraction, isBelow, minus, over, plus, smaller, sumOf, times, whole, NOTHING } from '../figures/fraction.ts';
import type { Fraction } from '../figures/fraction.ts';
import { decimalOf } from '../model/figures.ts';
import { dueOf, HALF_A_CENT, read, refusal } from './dividendDues.ts';
import type { DistributedClass, Due } from './dividendDues.ts';

/** One step of the order. */
export interface DistributionStep {
  kind: 'arrears' | 'preference' | 'rest';
  /** `per_share`: to twenty places. Not kept of what was approved before it was. */
  classes: { share_class_id: string; name: string; amount: string; per_share?: string }[];
  /** What the classes are owed in this step; null for the rest. */
  due: string | null;
  paid: string;
  /** What earlier dividends gave of that which has accrued: so much less is owed. Null where nothing was. */
  given?: string | null;
}

/** What the classes of a distribution get, for each share. */
export interface ClassAmounts {
  per_share: ReadonlyMap<string, Fraction>;
  steps: DistributionStep[];
  allotments: { share_class_id: string; allotted: string; annual: string }[];
  /** The classes that are owed more than they are given. */
  short: ReadonlySet<string>;
}

type Declared = { total: Fraction } | { per_share: Fraction };

/**
 * In: the classes with their shares at the record date. Preferred classes with dividend terms come first, by seniority: arrears,
 * then the current preference; classes of one seniority are cut in one proportion. The rest goes to the other classes and to
 * those that participate as converted. An amount per share is of the rest; where only preferred classes with terms are named,
 * it is what each of their shares is paid: up to what is owed, unless the class takes part in the rest.
 * Refuses (422): no_dividend_base, no_accrual_day, left_after_preferences, above_preference, senior_not_paid.
 */
export function classAmounts(
  classes: readonly DistributedClass[],
  sharesOf: ReadonlyMap<string, bigint>,
  declared: Declared,
  recordDate: string,
): ClassAmounts {
  const held = classes.flatMap((item) => {
    const shares = sharesOf.get(item.share_class_id) ?? 0n;
    return shares > 0n ? [{ item, shares: fraction(shares, UNIT) }] : [];
  });
  const dues = held
    .flatMap(({ item, shares }) => (item.dividend ? [dueOf(item, item.dividend, shares, recordDate)] : []))
    .sort((a, b) => b.item.seniority - a.item.seniority);
  const takers = held.flatMap(({ item, shares }) => {
    const ratio = shareOfRest(item);
    return ratio === null ? [] : [{ item, ratio, weight: times(shares, ratio) }];
  });
  const weight = sumOf(takers.map((each) => each.weight));
  if ('per_share' in declared && dues.length === held.length && dues.length > 0)
    return amountEach(dues, declared.per_share);
  const limits = limitsOf(declared, dues);
  const first = limits.flatMap(({ members, most }) => paidFirst(members, most));
  const paid = sumOf(first.flatMap(({ parts }) => parts.map(({ amount }) => amount)));
  const rest = 'total' in declared ? minus(declared.total, paid) : times(declared.per_share, weight);
  if (weight.n === 0n && isAbove(rest, NOTHING)) throw leftAfterPreferences(rest, dues);
  const restPerShare = weight.n === 0n ? NOTHING : over(rest, weight);
  const preferred = new Map<string, Fraction>();
  for (const { parts } of first)
    for (const { due, amount } of parts)
      preferred.set(due.item.share_class_id, plus(preferred.get(due.item.share_class_id) ?? NOTHING, amount));
  const per_share = new Map(
    held.map(({ item, shares }) => {
      const ratio = shareOfRest(item);
      const own = over(preferred.get(item.share_class_id) ?? NOTHING, shares);
      return [item.share_class_id, ratio === null ? own : plus(own, times(restPerShare, ratio))];
    }),
  );
  return {
    per_share,
    steps: [
      ...stepsOf(first),
      ...(takers.length === 0 || (dues.length > 0 && rest.n === 0n)
        ? []
        : [
            restStep(
              takers.map(({ item, ratio, weight: own }) => ({
                item,
                perShare: times(restPerShare, ratio),
                amount: times(restPerShare, own),
              })),
            ),
          ]),
    ],
    ...outcomeOf(dues, preferred),
  };
}

/** Preferred classes alone, each share of which is paid the same. What is above a participating class's preference is of the rest. */
function amountEach(dues: readonly Due[], perShare: Fraction): ClassAmounts {
  const asked = dues.map((due) => {
    const owed = plus(due.arrears, due.current);
    const amount = times(perShare, due.shares);
    const takesPart = shareOfRest(due.item) !== null;
    // Half a cent of rounding is not more than what is owed.
    if (!takesPart && isAbove(amount, plus(owed, HALF_A_CENT))) throw abovePreference(due);
    return { due, first: takesPart ? smaller(amount, owed) : amount, amount };
  });
  for (const { due, amount } of asked)
    if (amount.n > 0n && isBelow(plus(amount, HALF_A_CENT), plus(due.arrears, due.current))) refuseBefore(due, asked);
  const levels = [...Map.groupBy(asked, ({ due }) => due.item.seniority).values()];
  const first = levels.flatMap((members) =>
    paidFirst(
      members.map(({ due }) => due),
      new Map(members.map((each) => [each.due.item.share_class_id, each.first])),
    ),
  );
  const more = asked.filter((each) => isAbove(each.amount, each.first));
  return {
    per_share: new Map(dues.map(({ item }) => [item.share_class_id, perShare])),
    steps: [
      ...stepsOf(first),
      ...(more.length === 0
        ? []
        : [
            restStep(
              more.map((each) => {
                const amount = minus(each.amount, each.first);
                return { item: each.due.item, perShare: over(amount, each.due.shares), amount };
              }),
            ),
          ]),
    ],
    ...outcomeOf(dues, new Map(asked.map((each) => [each.due.item.share_class_id, each.first]))),
  };
}

/** What a class is owed is paid before a junior one gets anything, and before any class gets part of a rest. */
function refuseBefore(short: Due, asked: readonly { due: Due; first: Fraction; amount: Fraction }[]): void {
  const others = asked.filter(({ due }) => due !== short);
  const junior = others.find(({ due }) => due.item.seniority < short.item.seniority);
  const taker = others.find((each) => isAbove(each.amount, each.first));
  const other = junior ?? taker;
  if (!other) return;
  const [name, owed, second] = [short.item.name, owedEach(short), other.due.item.name];
  throw refusal(
    'senior_not_paid',
    junior
      ? say`${name} is owed ${owed} a share before ${second} gets anything. Declare a total, which is paid in their order, or ${name} alone.`
      : say`${name} is owed ${owed} a share before ${second} gets more than the ${owedEach(other.due)} a share that it is owed. Declare a total, which is paid in their order, or ${name} alone.`,
  );
}

const owedEach = ({ arrears, current, shares }: Due) => decimalOf(over(plus(arrears, current), shares), 10);

function outcomeOf(dues: readonly Due[], preferred: ReadonlyMap<string, Fraction>) {
  const given = ({ item }: Due) => preferred.get(item.share_class_id) ?? NOTHING;
  return {
    allotments: dues.map((due) => ({
      share_class_id: due.item.share_class_id,
      allotted: money(given(due)),
      annual: decimalOf(due.annual, ANNUAL_PLACES),
    })),
    short: new Set(
      dues.filter((due) => isBelow(given(due), plus(due.arrears, due.current))).map(({ item }) => item.share_class_id),
    ),
  };
}

/** The product of a rate, a price and a quantity with ten decimals each is exact. */
const ANNUAL_PLACES = 30;
const SHARE_PLACES = 20;
const isAbove = (a: Fraction, b: Fraction) => isBelow(b, a);

/** What part of a share counts in the rest; null for a preferred class that gets no more than its preference. */
function shareOfRest({ dividend }: DistributedClass): Fraction | null {
  if (dividend === null) return whole(1n);
  return dividend.participation === 'as_converted' ? read(dividend.conversion_ratio) : null;
}

type Limits = { members: Due[]; most: Map<string, Fraction> | Fraction };

/** The classes that are paid together, most senior first, with the most that they may get. */
function limitsOf(declared: Declared, dues: readonly Due[]): Limits[] {
  const levels = [...Map.groupBy(dues, ({ item }) => item.seniority).values()];
  if ('per_share' in declared)
    return levels.map((members) => ({
      members,
      most: new Map(members.map((due) => [due.item.share_class_id, plus(due.arrears, due.current)])),
    }));
  let left = declared.total;
  return levels.map((members) => {
    const most = smaller(left, sumOf(members.flatMap(({ arrears, current }) => [arrears, current])));
    left = minus(left, most);
    return { members, most };
  });
}

type Paid = { kind: 'arrears' | 'preference'; parts: { due: Due; amount: Fraction }[]; owed: Fraction };

/** Arrears, then the current preference. */
function paidFirst(members: readonly Due[], most: Limits['most']): Paid[] {
  const kinds = [
    { kind: 'arrears', of: ({ arrears }: Due) => arrears },
    { kind: 'preference', of: ({ current }: Due) => current },
  ] as const;
  let left = most;
  return kinds.flatMap(({ kind, of }) => {
    const owed = sumOf(members.map(of));
    if (owed.n === 0n && !(kind === 'preference' && left instanceof Map)) return [];
    const parts = members.map((due) => {
      if (left instanceof Map) {
        const own = left.get(due.item.share_class_id)!;
        // The last of the two takes what half a cent of rounding adds to an amount per share.
        const amount = kind === 'arrears' ? smaller(own, of(due)) : own;
        left.set(due.item.share_class_id, minus(own, amount));
        return { due, amount };
      }
      return { due, amount: owed.n === 0n ? NOTHING : times(smaller(left, owed), over(of(due), owed)) };
    });
    if (!(left instanceof Map)) left = minus(left, smaller(left, owed));
    return owed.n === 0n && parts.every(({ amount }) => amount.n === 0n) ? [] : [{ kind, parts, owed }];
  });
}

const inClass = (item: DistributedClass, amount: Fraction, perShare: Fraction) => ({
  share_class_id: item.share_class_id,
  name: item.name,
  amount: money(amount),
  per_share: decimalOf(perShare, SHARE_PLACES),
});

function stepsOf(paid: readonly Paid[]): DistributionStep[] {
  return paid.map(({ kind, parts, owed }) => {
    const named = parts.filter(
      ({ due, amount }) => amount.n > 0n || (kind === 'arrears' ? due.arrears : due.current).n > 0n,
    );
    const given = sumOf(named.map(({ due }) => (kind === 'arrears' ? due.given.arrears : due.given.current)));
    return {
      kind,
      classes: named.map(({ due, amount }) => inClass(due.item, amount, over(amount, due.shares))),
      due: money(owed),
      paid: money(sumOf(parts.map(({ amount }) => amount))),
      given: given.n === 0n ? null : money(given),
    };
  });
}

const restStep = (
  takers: readonly { item: DistributedClass; perShare: Fraction; amount: Fraction }[],
): DistributionStep => ({
  kind: 'rest',
  classes: takers.map(({ item, perShare, amount }) => inClass(item, amount, perShare)),
  due: null,
  paid: money(sumOf(takers.map(({ amount }) => amount))),
  given: null,
});

function leftAfterPreferences(rest: Fraction, dues: readonly Due[]) {
  const names = dues.map(({ item }) => item.name).join(', ');
  return refusal(
    'left_after_preferences',
    say`${money(rest)} is left after the preference of ${names}, and no other chosen class takes part. Choose another class too, or lower the total.`,
  );
}

const abovePreference = (due: Due) =>
  refusal(
    'above_preference',
    say`${due.item.name} is owed at most ${owedEach(due)} a share. Lower the amount, or choose another class too.`,
  );

/** To the cent, a half rounded up. */
export function money(amount: Fraction): string {
  const [units, cents = ''] = decimalOf(amount, 2).split('.');
  return `${units}.${cents.padEnd(2, '0')}`;
}
