// What a cap table counts: the four bases, the definitions shown with them, and how much a holding counts in each. Ratios are
// exact; each holder and class is rounded down once.
import { say } from '#src/words/say.ts';
import { multiply, multiplyByRatio, ONE_TO_ONE, parseDecimal } from '../figures/decimal.ts';
import type { Decimal, Ratio } from '../figures/decimal.ts';
import type { ClassFacts, ConversionRight, RatioChangeRow, SecurityKind } from '../ledger/core/types.ts';

export const bases = ['outstanding', 'as_converted', 'fully_diluted', 'voting'] as const;
export type Basis = (typeof bases)[number];

export const basisWords: Record<Basis, { label: string; unit: string; definition: string }> = {
  outstanding: {
    label: say`Outstanding`,
    unit: say`shares`,
    definition: say`counts stock that has been issued and not cancelled, repurchased or converted. Options, warrants, convertibles and the pool are shown but not counted.`,
  },
  as_converted: {
    label: say`As converted`,
    unit: say`shares`,
    definition: say`counts outstanding stock with preferred at its conversion ratio on the day, rounded down for each holder and class. Options, warrants, convertibles and the pool are shown but not counted.`,
  },
  fully_diluted: {
    label: say`Fully diluted`,
    unit: say`shares`,
    definition: say`counts outstanding stock with preferred as converted, options and other grants not yet exercised, warrants, and the part of each plan’s reserve that is not granted. SAFEs and notes are listed by amount and not counted until they convert.`,
  },
  voting: {
    label: say`Voting`,
    unit: say`votes`,
    definition: say`counts outstanding stock times the votes a share of its class has. Options, warrants, convertibles and the pool have no vote.`,
  },
};

/** What counts beside stock in the fully diluted table. */
export const instrumentWords = {
  options: say`Options and other grants`,
  warrants: say`Warrants`,
  pool: say`Unallocated pool`,
};

export function isBasis(text: string): text is Basis {
  return (bases as readonly string[]).includes(text);
}

/** Shares of one kind and class that one holder has; never of a convertible. */
export type Position = {
  stakeholder_id: string;
  kind: SecurityKind;
  stock_class_id: string | null;
  quantity: Decimal;
};

/** A class with its figures of one day. */
export type ClassOnDay = {
  facts: ClassFacts;
  /** A number of shares, "UNLIMITED" or "NOT APPLICABLE". */
  authorized: string;
  /** Shares of common for one share; 1 : 1 for common itself. */
  ratio: Ratio;
  /** What its shares convert into, at the ratio of the day. `to` is null where the class does not say into which common class. */
  converts: Pick<Conversion, 'to' | 'ratio'> | null;
  /** Decimals of its shares: ten where the class, or the class it converts into, has fractions; else none. */
  places: number;
};

/**
 * The ratio at which preferred counts on a day: that of the last adjustment up to it (on one day, the last in the list), else of
 * the class's right, else its price over its conversion price, else one to one. Of several rights, the one into the common class
 * with the fewest votes above zero.
 */
export function ratioOn(
  facts: ClassFacts,
  changes: readonly RatioChangeRow[],
  classes: ReadonlyMap<string, ClassFacts>,
  date: string,
): Ratio {
  return facts.class_type === 'PREFERRED'
    ? ratioOfRight(facts, rightToCommon(facts.conversion_rights, classes), changes, date)
    : ONE_TO_ONE;
}

/** `to` is null where no class is named and there is not exactly one common class. `price`: the price at which a share converts. */
export type Conversion = { to: string | null; ratio: Ratio; price: Decimal | null; right: ConversionRight | undefined };

/**
 * What its shares convert into, each right at its ratio of the day. Common stock may convert too, although it counts one to one.
 * Preferred that names no class converts into the company's one common class.
 */
export function conversionsOn(
  facts: ClassFacts,
  changes: readonly RatioChangeRow[],
  classes: ReadonlyMap<string, ClassFacts>,
  date: string,
): Conversion[] {
  const at = (right: ConversionRight | undefined, to: string | null): Conversion => {
    const ratio = ratioOfRight(facts, right, changes, date);
    const said = latestOf(facts, changes, date)?.conversion_price ?? right?.conversion_price;
    const price = parseDecimal(said ?? facts.price_per_share);
    const inverse = { numerator: ratio.denominator, denominator: ratio.numerator };
    return { to, ratio, price: said || price === null ? price : multiplyByRatio(price, inverse, 10, 'HALF_UP'), right };
  };
  const named = facts.conversion_rights.filter((right) => right.converts_to_stock_class_id !== null);
  if (named.length > 0 || facts.class_type !== 'PREFERRED')
    return named.map((right) => at(right, right.converts_to_stock_class_id));
  const common = [...classes.values()].filter((each) => each.class_type === 'COMMON');
  return [at(rightToCommon(facts.conversion_rights, classes), common.length === 1 ? common[0]!.id : null)];
}

/** The conversion by which tables count the class; null where it converts into nothing, or into a class that does not exist. */
export function conversionOn(
  facts: ClassFacts,
  changes: readonly RatioChangeRow[],
  classes: ReadonlyMap<string, ClassFacts>,
  date: string,
): Conversion | null {
  const counted = rightToCommon(facts.conversion_rights, classes);
  const found = conversionsOn(facts, changes, classes, date).find(({ right }) => right === counted);
  return found && (found.to === null || classes.has(found.to)) ? found : null;
}

function ratioOfRight(
  facts: ClassFacts,
  right: ConversionRight | undefined,
  changes: readonly RatioChangeRow[],
  date: string,
): Ratio {
  const change = latestOf(facts, changes, date);
  return (
    (change && positiveRatio(change.numerator, change.denominator)) ??
    (right && positiveRatio(right.numerator, right.denominator)) ??
    (right && positiveRatio(facts.price_per_share, right.conversion_price)) ??
    ONE_TO_ONE
  );
}

const latestOf = ({ id }: ClassFacts, changes: readonly RatioChangeRow[], date: string) =>
  latest(
    changes.filter((row) => row.stock_class_id === id),
    date,
  );

/** The last row in force at the end of the day. The list is in ledger order. */
export function latest<R extends { effective_date: string }>(rows: readonly R[], date: string): R | null {
  let found: R | null = null;
  for (const row of rows) {
    if (row.effective_date <= date && row.effective_date >= (found?.effective_date ?? '')) found = row;
  }
  return found;
}

/** Decimals of its shares: ten where the class, or the class it converts into, has fractions; else none. */
export function placesOf(facts: ClassFacts, classes: ReadonlyMap<string, ClassFacts>): number {
  const target = rightToCommon(facts.conversion_rights, classes)?.converts_to_stock_class_id;
  return facts.allows_fractions || (target && classes.get(target)?.allows_fractions) ? 10 : 0;
}

function rightToCommon(
  rights: readonly ConversionRight[],
  classes: ReadonlyMap<string, ClassFacts>,
): ConversionRight | undefined {
  const votes = (right: ConversionRight): Decimal | null => {
    const target = classes.get(right.converts_to_stock_class_id ?? '');
    const count = target?.class_type === 'COMMON' ? parseDecimal(target.votes_per_share) : null;
    return count !== null && count > 0n ? count : null;
  };
  let best: ConversionRight | undefined;
  for (const right of rights) {
    const count = votes(right);
    const least = best && votes(best);
    if (!best || (count !== null && (least === null || least === undefined || count < least))) best = right;
  }
  return best;
}

function positiveRatio(numerator: string | null, denominator: string | null): Ratio | null {
  const [n, d] = [parseDecimal(numerator), parseDecimal(denominator)];
  return n !== null && d !== null && n > 0n && d > 0n ? { numerator: n, denominator: d } : null;
}

/** The votes of one share. A number below zero, which a package may hold, counts as none. */
export function votesOf({ votes_per_share }: ClassFacts): Decimal {
  const votes = parseDecimal(votes_per_share) ?? 0n;
  return votes > 0n ? votes : 0n;
}

/** How much one holder's shares of one class count, rounded down. */
export function countedStock(quantity: Decimal, stockClass: ClassOnDay, basis: Basis): Decimal {
  if (basis === 'outstanding') return quantity;
  if (basis === 'voting') return multiply(quantity, votesOf(stockClass.facts), 10, 'DOWN');
  return atRatio(quantity, stockClass);
}

/** How much shares under warrants count: only in the fully diluted table, and at the ratio of their class, if any. */
export function countedWarrants(quantity: Decimal, stockClass: ClassOnDay | undefined, basis: Basis): Decimal {
  if (basis !== 'fully_diluted') return 0n;
  return stockClass ? atRatio(quantity, stockClass) : quantity;
}

function atRatio(quantity: Decimal, { facts, ratio, places }: ClassOnDay): Decimal {
  if (facts.class_type !== 'PREFERRED' || ratio.numerator === ratio.denominator) return quantity;
  return multiplyByRatio(quantity, ratio, places, 'DOWN');
}
