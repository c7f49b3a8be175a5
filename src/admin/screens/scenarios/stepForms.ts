// What the form of each step asks, and what a new step begins with.
import type { Step } from '../../../domain/model/scenario/steps.ts';

export interface StepField {
  /** Where the value is in the step, such as "instrument.cap"; also where the engine names a fault. */
  path: string;
  label: string;
  help?: string;
  choices?: readonly (readonly [value: string, label: string])[];
  isText?: true;
}

export const STEP_WORDS: Record<Step['kind'], { label: string; add: string }> = {
  convertible: { label: 'SAFE or note', add: 'SAFE' },
  round: { label: 'Priced round', add: 'Round' },
  pool: { label: 'Larger pool', add: 'Pool' },
  grant: { label: 'Grant', add: 'Grant' },
  split: { label: 'Split', add: 'Split' },
  exit: { label: 'Exit', add: 'Exit' },
};

const METHODS = [
  ['percent_ownership', 'All shares before the money, with conversions'],
  ['pre_money', 'All shares before the money, without conversions'],
  ['dollars_invested', 'With conversions, and their money in the valuation'],
] as const;

const TERMS = [
  ['post_cap', 'Post-money cap'],
  ['pre_cap', 'Pre-money cap'],
  ['discount', 'Discount alone'],
  ['round', 'Price of the round'],
] as const;

const name = { path: 'name', label: 'Name', isText: true } as const;

/** `classes`: those that there are before the step. */
export function fieldsOf(step: Step, classes: readonly { share_class_id: string; name: string }[]): StepField[] {
  switch (step.kind) {
    case 'round':
      return [
        name,
        { path: 'class_name', label: 'Share class', help: 'A class that exists, or a new one.', isText: true },
        { path: 'pre_money', label: 'Pre-money valuation' },
        { path: 'method', label: 'The price is the valuation divided by', choices: METHODS },
      ];
    case 'grant':
      return [
        { path: 'quantity', label: 'Options' },
        { path: 'strike', label: 'Exercise price' },
      ];
    case 'pool':
      return [{ path: 'quantity', label: 'More shares in the pool' }];
    case 'convertible': {
      const { type } = step.instrument;
      return [
        { ...name, label: 'Investor' },
        { path: 'instrument.amount', label: 'Money' },
        { path: 'instrument.type', label: 'Converts by', choices: TERMS },
        ...(type === 'post_cap' || type === 'pre_cap' ? [{ path: 'instrument.cap', label: 'Cap' }] : []),
        ...(type === 'discount'
          ? [{ path: 'instrument.discount', label: 'Discount', help: '0.2 for 20 per cent.' }]
          : []),
      ];
    }
    case 'split':
      return [
        {
          path: 'share_class_id',
          label: 'Share class',
          choices: classes.map((each) => [each.share_class_id, each.name] as const),
        },
        { path: 'numerator', label: 'New shares' },
        { path: 'denominator', label: 'For old shares' },
      ];
    case 'exit':
      return [
        { path: 'proceeds', label: 'Proceeds' },
        { path: 'costs', label: 'Costs, paid first' },
        { path: 'debt', label: 'Debt, paid first' },
      ];
  }
}

/** A new step, with terms that have an answer. */
export function newStep(
  kind: Step['kind'],
  steps: readonly Step[],
  classes: readonly { share_class_id: string }[],
): Step {
  const count = steps.filter((each) => each.kind === kind).length;
  switch (kind) {
    case 'round': {
      const title = count === 0 ? 'Series Seed' : `Series ${String.fromCharCode(64 + count)}`;
      return {
        kind,
        name: title,
        class_name: title,
        pre_money: '10000000',
        method: 'percent_ownership',
        investors: [{ name: `${title} investors`, amount: '2500000' }],
        pool: null,
        converts: 'all',
      };
    }
    case 'grant':
      return { kind, quantity: '1000', name: null, strike: null };
    case 'pool':
      return { kind, quantity: '100000' };
    case 'convertible': {
      const id = `New ${count + 1}`;
      return {
        kind,
        name: `SAFE investor ${count + 1}`,
        instrument: { id, type: 'post_cap', amount: '500000', cap: '10000000' },
      };
    }
    case 'split':
      return { kind, share_class_id: classes[0]?.share_class_id ?? '', numerator: '10', denominator: '1' };
    case 'exit':
      return { kind, proceeds: '50000000', costs: '0', debt: '0' };
  }
}

export function valueAt(step: Step, path: string): string {
  const value = path.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], step);
  return value === null || value === undefined ? '' : String(value);
}

/** The step with another value; an empty optional figure is none. */
export function withValue(step: Step, path: string, value: unknown): Step {
  const set = (at: unknown, [key, ...rest]: string[]): unknown => {
    const copy = (Array.isArray(at) ? [...at] : { ...(at as object) }) as Record<string, unknown>;
    copy[key!] = rest.length === 0 ? value : set(copy[key!], rest);
    return copy;
  };
  return set(step, path.split('.')) as Step;
}

/** As one types it: grouping marks and signs of money are left out. */
export const figureTyped = (text: string): string => text.replaceAll(/[\s,'’_$€£]/g, '');
