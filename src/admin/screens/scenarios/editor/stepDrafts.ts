// Steps as they are edited: figures as typed, a step's name, and what a new one begins with.
import { ungrouped } from '#src/domain/figures/ungrouped.ts';
import { say } from '#src/words/say.ts';
import { decimal, parseDecimal, toFixed } from '#src/domain/figures/decimal.ts';
import { decimalOf, parseFigure } from '#src/domain/model/figures.ts';
import { fraction, times } from '#src/domain/figures/fraction.ts';
import type { Run, RunTable } from '#src/domain/model/scenario/runScenario.ts';
import type { RoundStep, Step } from '#src/domain/model/scenario/steps.ts';
import { formatMoney, formatShares } from '#src/admin/kit/format.ts';

export const STEP_KINDS = ['round', 'convertible', 'pool', 'grant', 'warrant', 'split', 'exit'] as const;

export const KIND_WORDS: Record<Step['kind'], { label: string; add: string }> = {
  round: { label: say`Round`, add: say`Priced round` },
  convertible: { label: say`SAFE or note`, add: say`SAFE or note` },
  pool: { label: say`Pool`, add: say`Larger pool` },
  grant: { label: say`Grant`, add: say`Grant` },
  warrant: { label: say`Warrant`, add: say`Warrant` },
  split: { label: say`Split`, add: say`Split` },
  exit: { label: say`Exit`, add: say`Exit` },
};

export function stepName(step: Step | undefined): string {
  if (!step) return say`Start`;
  if (step.kind === 'round') return step.name.trim() || KIND_WORDS.round.label;
  return KIND_WORDS[step.kind].label;
}

/** One line under the name. */
export function stepSummary(step: Step, table: RunTable | undefined): string {
  switch (step.kind) {
    case 'round': {
      const money = table?.round?.new_money;
      return money
        ? say`${formatMoney(toFixed(decimal(money), 2))} at ${formatMoney(step.pre_money)} pre-money`
        : say`Priced round`;
    }
    case 'convertible':
      return say`${formatMoney(step.instrument.amount)} from ${step.name || say`a new investor`}`;
    case 'pool':
      return say`${formatShares(step.quantity)} more shares`;
    case 'grant':
      return say`${formatShares(step.quantity)} options${step.name ? say` for ${step.name}` : ''}`;
    case 'warrant':
      return say`${formatShares(step.quantity)} shares at ${formatMoney(step.strike)} for ${step.name || say`a new holder`}`;
    case 'split':
      return say`${step.numerator} for ${step.denominator}`;
    case 'exit':
      return formatMoney(step.proceeds);
  }
}

const ROUND_NAMES = ['Seed', 'Series A', 'Series B', 'Series C', 'Series D'];

/** Begins with figures that make sense after the last table, so that something is seen at once. */
export function newStep(kind: Step['kind'], steps: readonly Step[], { tables }: Run): Step {
  const last = tables.at(-1)!;
  // Two steps with one name would be for one person.
  const someone = (wanted: string) => freeName(wanted, [...namesIn(steps), ...last.rows.map(({ name }) => name)]);
  switch (kind) {
    case 'round': {
      const rounds = steps.filter((each): each is RoundStep => each.kind === 'round');
      const name = ROUND_NAMES.find((each) => !rounds.some((round) => round.name === each)) ?? say`Next round`;
      const before = rounds.at(-1)?.pre_money;
      return {
        kind,
        name,
        class_name: freeClassName(`Series ${name.replace(/^Series /, '')}`, last),
        pre_money: before === undefined ? '10000000' : tripled(String(before)),
        method: 'percent_ownership',
        investors: [
          {
            name: someone(say`New investor`),
            amount: before === undefined ? '2000000' : quarter(tripled(String(before))),
          },
        ],
        pool: { target: '0.1' },
        converts: 'all',
      };
    }
    case 'convertible':
      return {
        kind,
        name: someone(say`New investor`),
        instrument: { id: freeId(say`New SAFE`, last), type: 'post_cap', amount: '250000', cap: '8000000' },
      };
    case 'pool':
      return { kind, quantity: tenth(last.total) };
    case 'grant':
      return { kind, quantity: tenth(tenth(last.total)), name: someone(say`New hire`) };
    case 'warrant':
      return {
        kind,
        name: someone(say`New lender`),
        share_class_id: last.classes[0]?.share_class_id ?? '',
        quantity: tenth(tenth(last.total)),
        strike: tables.findLast(({ price }) => price !== null)?.price ?? '1',
      };
    case 'split':
      return { kind, share_class_id: last.classes[0]?.share_class_id ?? '', numerator: '10', denominator: '1' };
    case 'exit':
      return { kind, proceeds: '50000000' };
  }
}

const tripled = (amount: string): string => scaled(amount, 3n, 1n) ?? '30000000';
const quarter = (amount: string): string => scaled(amount, 1n, 4n) ?? '8000000';

function scaled(amount: string, numerator: bigint, denominator: bigint): string | null {
  const value = parseFigure(amount);
  return value && decimalOf(times(value, fraction(numerator, denominator)), 0);
}

const tenth = (total: string): string => String(decimal(total) / 10n / decimal('1') || 1n);

const freeClassName = (wanted: string, { classes }: RunTable): string =>
  freeName(
    wanted,
    classes.map(({ name }) => name),
  );

function freeName(wanted: string, names: readonly string[]): string {
  const taken = new Set(names.map((name) => name.trim().toLowerCase()));
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? wanted : `${wanted} ${count}`;
    if (!taken.has(name.toLowerCase())) return name;
  }
}

const namesIn = (steps: readonly Step[]): string[] =>
  steps.flatMap((step) => {
    if (step.kind === 'round') return step.investors.map(({ name }) => name);
    return 'name' in step && step.name ? [step.name] : [];
  });

function freeId(wanted: string, { convertibles }: RunTable): string {
  const taken = new Set(convertibles.map(({ id }) => id));
  for (let count = 1; ; count += 1) if (!taken.has(`${wanted} ${count}`)) return `${wanted} ${count}`;
}

/** The SAFEs and notes of later steps, whose terms an MFN of this step may take. */
export function laterTerms(steps: readonly Step[], index: number): { id: string; name: string }[] {
  return steps.slice(index + 1).flatMap((step) => {
    if (step.kind !== 'convertible') return [];
    const { id, type } = step.instrument;
    return type === 'mfn' || type === 'fixed_pct' ? [] : [{ id, name: `${id}, ${step.name}` }];
  });
}

/** The typed text as the model reads it: without separators of thousands; a per cent as a part of one. */
export function readTyped(text: string, unit: 'percent' | 'other'): string {
  const written = text.trim().replace(/^[$€£]\s*/, '');
  if (unit !== 'percent') return ungrouped(written);
  const plain = ungrouped(written.replace(/\s*%$/, ''));
  const percent = parseDecimal(plain);
  // A fraction of a hundred or of one? It is refused, as everything else that is no decimal.
  if (percent === null) return written === '' ? '' : `${plain} %`;
  return decimalOf(fraction(percent, decimal('100')), 10);
}
