// The state that a scenario starts from: as the ledger has it, written down by the server, or typed in.
import { say } from '#src/words/say.ts';
import { exactly } from '#src/domain/figures/exactly.ts';
import { AppError } from '#src/domain/errors.ts';
import { decimal, ONE_TO_ONE } from '#src/domain/figures/decimal.ts';
import type { Decimal } from '#src/domain/figures/decimal.ts';
import type { Written } from '../figures.ts';
import type { WrittenInstrument } from '../roundCall.ts';
import { parseFigure } from '../figures.ts';
import { isBelow, over, times, NOTHING } from '#src/domain/figures/fraction.ts';
import type { Fraction } from '#src/domain/figures/fraction.ts';
import type { InstrumentType } from '../roundTerms.ts';
import { amountOf, fault, positiveOf } from './input.ts';
import { instrumentsOf } from './instruments.ts';
import { withHolder, withShares } from './state.ts';
import type { Lot, Right, ScenarioClass, ScenarioState } from './state.ts';

/** As the server reads it from the ledger; every figure an exact decimal, or a fraction. */
export interface WrittenState {
  as_of: string;
  holders: { id: string; name: string }[];
  /** How many holders are not shown. */
  others: number;
  /** What the figures leave out, or take otherwise than one might expect, in sentences. */
  notes: string[];
  classes: {
    id: string;
    name: string;
    kind: 'COMMON' | 'PREFERRED';
    ratio: [numerator: string, denominator: string];
    converts_to: string | null;
    places: number;
    allows_fractions: boolean;
    preference_per_share: string;
    participating: boolean;
    /** Times nothing where it has no cap. */
    cap_per_share: string | null;
    /** Both times the price; null where it has none, left out where only the amounts are known. */
    preference_multiple?: string | null;
    cap_multiple?: string | null;
    rank: number;
  }[];
  /** Holder (null: others), class, shares, how many holders have so many. */
  lots: [holder: string | null, class_id: string, quantity: string, count: number][];
  rights: {
    holder: string | null;
    count: number;
    kind: 'options' | 'warrants';
    class_id: string | null;
    plan_id: string | null;
    quantity: string;
    /** What of it can no longer be exercised on the day; left out where it is none. */
    over?: string;
    strike: string | null;
    /** Where splits made the strike: the one before them, and their ratio. */
    origin?: [price: string, numerator: string, denominator: string];
  }[];
  plans: { id: string; name: string; class_ids: readonly string[]; reserved: string; available: string }[];
  convertibles: {
    id: string;
    name: string;
    holder: string;
    invested: string;
    /** With its interest. */
    amount: string;
    is_note: boolean;
    type: InstrumentType;
    cap: string | null;
    discount: string | null;
  }[];
}

const figure = (text: string): Fraction => parseFigure(text)!;
const given = (text: string | null | undefined): Fraction | null =>
  text === null || text === undefined ? null : figure(text);

export function readState(written: WrittenState): ScenarioState {
  const lots = written.lots.map(([holder, class_id, quantity, count]) => ({
    holder,
    class_id,
    quantity: decimal(quantity),
    count: BigInt(count),
  }));
  const held = new Map<string, bigint>();
  for (const { class_id, quantity, count } of lots) held.set(class_id, (held.get(class_id) ?? 0n) + quantity * count);
  return {
    as_of: written.as_of,
    holders: new Map(written.holders.map(({ id, name }) => [id, name])),
    classes: written.classes.map(
      ({ ratio, preference_per_share, cap_per_share, preference_multiple, cap_multiple, ...each }): ScenarioClass => {
        const shares = exactly(held.get(each.id) ?? 0n);
        const [preference, cap] = [figure(preference_per_share), cap_per_share === null ? null : figure(cap_per_share)];
        return {
          ...each,
          ratio: { numerator: decimal(ratio[0]), denominator: decimal(ratio[1]) },
          preference: times(preference, shares),
          total_cap: cap && times(cap, shares),
          preference_per_share: preference,
          cap_per_share: cap ?? NOTHING,
          preference_multiple: preference_multiple === null ? NOTHING : given(preference_multiple),
          cap_multiple: given(cap_multiple),
        };
      },
    ),
    lots,
    rights: written.rights.map(({ quantity, over: gone, strike, count, origin, ...each }) => ({
      ...each,
      count: BigInt(count),
      quantity: decimal(quantity),
      over: gone === undefined ? 0n : decimal(gone),
      strike: strike === null ? null : decimal(strike),
      origin: origin
        ? { price: decimal(origin[0]), ratio: { numerator: decimal(origin[1]), denominator: decimal(origin[2]) } }
        : null,
    })),
    plans: written.plans.map(({ reserved, available, ...each }) => ({
      ...each,
      reserved: decimal(reserved),
      available: decimal(available),
    })),
    convertibles: written.convertibles.map(({ id, name, holder, invested, amount, is_note, type, cap, discount }) => ({
      name,
      holder,
      invested: decimal(invested),
      is_note,
      terms: {
        id,
        type,
        amount: figure(amount),
        cap: cap === null ? null : figure(cap),
        discount: discount === null ? NOTHING : figure(discount),
        percent: null,
        better_of: [],
      },
    })),
  };
}

export interface TypedStart {
  holders: readonly { id: string; name: string }[];
  classes: readonly {
    id: string;
    name: string;
    kind: 'COMMON' | 'PREFERRED';
    /** Of all its shares together. */
    preference?: Written | null | undefined;
    rank?: number | null | undefined;
    participating?: boolean | null | undefined;
    total_cap?: Written | null | undefined;
  }[];
  holdings: readonly { holder: string; class: string; shares: Written }[];
  options?: readonly { id: string; shares: Written; strike: Written }[] | undefined;
  warrants?: readonly { id: string; class: string; shares: Written; strike: Written }[] | undefined;
  convertibles?: readonly WrittenInstrument[] | undefined;
}

/** As `readTypedStart`. Refuses (422): each field at fault, under `start`. */
export function typedState(start: TypedStart): ScenarioState {
  const { state, faults } = readTypedStart(start);
  const [first] = Object.values(faults);
  if (first !== undefined) throw new AppError('invalid_fields', first, { status: 422, fields: faults });
  return state;
}

/**
 * Typed in, without a ledger. Options and warrants whose id is a holder’s belong to them; others have a row of their own. Convertibles belong
 * to a row of their own id. Out: the state, in which a line at fault counts nothing, and the faults by field, under `start`.
 */
export function readTypedStart(start: TypedStart): { state: ScenarioState; faults: Record<string, string> } {
  const faults: Record<string, string> = {};
  const attempt = <R>(work: () => R, fallback: R): R => {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      Object.assign(faults, error.fields);
      return fallback;
    }
  };
  const twice = (all: readonly { id: string }[], field: string) => {
    const seen = new Set<string>();
    for (const [index, { id }] of all.entries()) {
      if (seen.has(id)) faults[`start.${field}.${index}.id`] = say`Two lines have this id.`;
      seen.add(id);
    }
  };
  const unnamed = (all: readonly { name: string }[], field: string) => {
    for (const [index, { name }] of all.entries())
      if (name.trim() === '') faults[`start.${field}.${index}.name`] = say`Give a name.`;
  };
  unnamed(start.holders, 'holders');
  unnamed(start.classes, 'classes');
  twice(start.holders, 'holders');
  twice(start.classes, 'classes');
  twice(start.options ?? [], 'options');
  // Payouts are by the id of a class or a convertible, and of options and warrants together.
  const paid = new Set(['options', 'warrants', ...start.classes.map(({ id }) => id)]);
  for (const [index, { id }] of start.classes.entries())
    if (id === 'options' || id === 'warrants')
      faults[`start.classes.${index}.id`] = say`This word is taken: choose another id.`;
  for (const [index, { id }] of (start.convertibles ?? []).entries())
    if (paid.has(id))
      faults[`start.convertibles.${index}.id`] = say`A class has this id, or the word is taken: choose another.`;
  let holders: ReadonlyMap<string, string> = new Map(start.holders.map(({ id, name }) => [id, name]));
  const lots = start.holdings.reduce((all: Lot[], { holder, class: class_id, shares }, index) => {
    const at = `start.holdings.${index}`;
    if (!holders.has(holder)) faults[`${at}.holder`] = say`There is no holder with this id.`;
    if (!start.classes.some(({ id }) => id === class_id)) faults[`${at}.class`] = say`There is no class with this id.`;
    const quantity = attempt(() => positiveOf(shares, `${at}.shares`), 0n);
    return withShares(all, holder, class_id, quantity);
  }, []);
  const rightOf = (
    { id, shares, strike }: { id: string; shares: Written; strike: Written },
    at: string,
    of: Pick<Right, 'kind' | 'class_id'>,
  ): Right => {
    if (id.trim() === '') faults[`${at}.id`] = say`Give a name.`;
    holders = withHolder(holders, id, id);
    const quantity = attempt(() => positiveOf(shares, `${at}.shares`), 0n);
    const price = attempt(() => amountOf(strike, `${at}.strike`), 0n);
    return { ...of, holder: id, count: 1n, plan_id: null, quantity, over: 0n, strike: price, origin: null };
  };
  const rights = [
    ...(start.options ?? []).map((each, index) =>
      rightOf(each, `start.options.${index}`, { kind: 'options', class_id: null }),
    ),
    ...(start.warrants ?? []).map((each, index) => {
      const at = `start.warrants.${index}`;
      if (!start.classes.some(({ id }) => id === each.class))
        faults[`${at}.class`] = say`There is no class with this id.`;
      return rightOf(each, at, { kind: 'warrants', class_id: each.class });
    }),
  ];
  const classes = start.classes.map((each, index) =>
    attempt(() => typedClass(each, lots, `start.classes.${index}`), null),
  );
  const written = start.convertibles ?? [];
  for (const [index, { id }] of written.entries())
    if (id.trim() === '') faults[`start.convertibles.${index}.id`] = say`Give a name.`;
  const instruments = attempt(() => instrumentsOf(written, 'start.convertibles'), []);
  for (const { id } of instruments) holders = withHolder(holders, id, id);
  const state: ScenarioState = {
    as_of: null,
    holders,
    classes: classes.filter((each) => each !== null),
    lots,
    rights,
    plans: [],
    convertibles: instruments.map((terms, index) => ({
      name: terms.id,
      holder: terms.id,
      invested: attempt(() => amountOf(written[index]!.amount, `start.convertibles.${index}.amount`), 0n),
      is_note: Boolean(written[index]!.interest),
      terms,
    })),
  };
  return { state, faults };
}

function typedClass(each: TypedStart['classes'][number], lots: readonly Lot[], at: string): ScenarioClass {
  const held = lots.reduce((sum: Decimal, lot) => (lot.class_id === each.id ? sum + lot.quantity : sum), 0n);
  const amount = (field: 'preference' | 'total_cap') => {
    const value = each[field];
    return value === null || value === undefined ? null : exactly(amountOf(value, `${at}.${field}`));
  };
  const [preference, total_cap] = [amount('preference') ?? NOTHING, amount('total_cap')];
  if (total_cap !== null && !each.participating)
    throw fault(`${at}.total_cap`, say`A cap is for a class that participates.`);
  if (total_cap !== null && isBelow(total_cap, preference))
    throw fault(`${at}.total_cap`, say`The cap is of preference and participation together: at least the preference.`);
  const perShare = (total: Fraction) => (held === 0n ? NOTHING : over(total, exactly(held)));
  return {
    id: each.id,
    name: each.name,
    kind: each.kind,
    ratio: ONE_TO_ONE,
    converts_to: null,
    places: 0,
    allows_fractions: false,
    preference,
    participating: each.participating ?? false,
    total_cap,
    preference_per_share: perShare(preference),
    cap_per_share: total_cap === null ? NOTHING : perShare(total_cap),
    preference_multiple: null,
    cap_multiple: null,
    rank: each.rank ?? 0,
  };
}
