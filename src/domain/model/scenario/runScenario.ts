// Runs the steps of a scenario one after another, the same on the server and in a browser.
import { say } from '#src/words/say.ts';
import { AppError } from '#src/domain/errors.ts';
import { formatDecimal, grouped } from '#src/domain/figures/decimal.ts';
import { amountOf, fault, positiveOf, wholeSharesOf } from './input.ts';
import { instrumentOf } from './instruments.ts';
import { holderId } from './investors.ts';
import { exitStep } from './exitStep.ts';
import type { ExitFigures } from './exitStep.ts';
import { increased, planOf, roundStep } from './roundStep.ts';
import type { RoundFigures } from './roundStep.ts';
import { splitStep } from './splitStep.ts';
import type { SplitFigures } from './splitStep.ts';
import { newId, withHolder } from './state.ts';
import type { ScenarioState } from './state.ts';
import type { ConvertibleStep, GrantStep, PoolStep, Step, WarrantStep } from './steps.ts';
import { tableOf } from './table.ts';
import type { ScenarioTable } from './table.ts';

export interface RunTable extends ScenarioTable {
  /** 0: before the first step. */
  step: number;
  /** Of a round. */
  price: string | null;
  round: RoundFigures | null;
  split: SplitFigures | null;
  /** Convertibles that have not converted. */
  convertibles: { id: string; name: string; shareholder_id: string; amount: string }[];
}

export interface Run {
  tables: RunTable[];
  waterfalls: (ExitFigures & { step: number })[];
}

interface Done {
  state: ScenarioState;
  round?: RoundFigures;
  split?: SplitFigures;
  exit?: ExitFigures;
}

/**
 * `others`: how many holders of the state are not shown. Refuses (422): the fields at fault, each under `steps.<n>`; terms without
 * an answer.
 */
export function runScenario(start: ScenarioState, steps: readonly Step[], others = 0): Run {
  const run: Run = { tables: [shown(start, 0, {}, others)], waterfalls: [] };
  const classNames = steps.flatMap((step) => (step.kind === 'round' ? [step.class_name.trim()] : []));
  let state = start;
  for (const [index, step] of steps.entries()) {
    const done = atStep(index, () => {
      if (steps[index - 1]?.kind === 'exit') throw fault('', say`An exit is the last step.`);
      return doStep(state, step, classNames);
    });
    state = done.state;
    run.tables.push(shown(state, index + 1, done, others));
    if (done.exit) run.waterfalls.push({ step: index + 1, ...done.exit });
  }
  return run;
}

function shown(state: ScenarioState, step: number, { round, split }: Partial<Done>, others: number): RunTable {
  return {
    step,
    price: round?.price ?? null,
    round: round ?? null,
    split: split ?? null,
    convertibles: state.convertibles.map(({ name, holder, invested, terms }) => ({
      id: terms.id,
      name,
      shareholder_id: holder,
      amount: formatDecimal(invested),
    })),
    ...tableOf(state, others),
  };
}

/** `classNames`: of all rounds; what converts does not take the name of a later one. */
function doStep(state: ScenarioState, step: Step, classNames: readonly string[]): Done {
  switch (step.kind) {
    case 'round':
      return roundStep(state, step, classNames);
    case 'grant':
      return { state: granted(state, step) };
    case 'pool':
      return { state: enlarged(state, step) };
    case 'convertible':
      return { state: invested(state, step) };
    case 'warrant':
      return { state: warranted(state, step) };
    case 'split':
      return splitStep(state, step);
    case 'exit':
      return { state, exit: exitStep(state, step) };
  }
}

/** Names each fault under the step. */
function atStep<R>(index: number, work: () => R): R {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const fields = Object.entries(error.fields ?? { '': error.detail }).map(
      ([field, sentence]) => [field === '' ? `steps.${index}` : `steps.${index}.${field}`, sentence] as const,
    );
    throw new AppError(error.code, error.detail, { status: 422, fields: Object.fromEntries(fields) });
  }
}

/** Refuses (422): more than the plan has available. */
function granted(state: ScenarioState, step: GrantStep): ScenarioState {
  const quantity = wholeSharesOf(step.quantity, 'quantity');
  const strike = step.strike === null || step.strike === undefined ? null : amountOf(step.strike, 'strike');
  const plan = planOf(state, step.equity_plan_id);
  if (quantity > plan.available) {
    const left = plan.available > 0n ? plan.available : 0n;
    throw fault('quantity', say`${plan.name} has ${grouped(left)} available. Enlarge the pool first.`);
  }
  const isNamed = Boolean(step.shareholder_id) || Boolean(step.name?.trim());
  const holder = isNamed ? holderId(state, step.shareholder_id, step.name, '') : newId(say`New grants`);
  const name = isNamed ? (step.name?.trim() ?? '') : say`New grants`;
  return {
    ...state,
    holders: withHolder(state.holders, holder, name),
    rights: [
      ...state.rights,
      {
        holder,
        count: 1n,
        kind: 'options',
        class_id: plan.class_ids[0] ?? null,
        plan_id: plan.id,
        quantity,
        over: 0n,
        strike,
        origin: null,
      },
    ],
    plans: state.plans.map((each) => (each === plan ? { ...plan, available: plan.available - quantity } : each)),
  };
}

function enlarged(state: ScenarioState, step: PoolStep): ScenarioState {
  const quantity = wholeSharesOf(step.quantity, 'quantity');
  return { ...state, plans: increased(state.plans, planOf(state, step.equity_plan_id), quantity) };
}

const AMOUNT = 'instrument.amount';

/** Refuses (422): an id that another convertible has, terms that are incomplete. */
function invested(state: ScenarioState, step: ConvertibleStep): ScenarioState {
  const terms = instrumentOf(step.instrument);
  const amount =
    terms.type === 'fixed_pct' ? amountOf(step.instrument.amount, AMOUNT) : positiveOf(step.instrument.amount, AMOUNT);
  if (state.convertibles.some((each) => each.terms.id === terms.id))
    throw fault('instrument.id', say`Another convertible has this id.`);
  const holder = holderId(state, step.shareholder_id, step.name, '');
  return {
    ...state,
    holders: withHolder(state.holders, holder, step.name.trim()),
    convertibles: [
      ...state.convertibles,
      { name: terms.id, holder, invested: amount, is_note: Boolean(step.instrument.interest), terms },
    ],
  };
}

/** Refuses (422): an unknown class. */
function warranted(state: ScenarioState, step: WarrantStep): ScenarioState {
  const quantity = wholeSharesOf(step.quantity, 'quantity');
  const strike = amountOf(step.strike, 'strike');
  const class_id = step.share_class_id;
  if (!state.classes.some(({ id }) => id === class_id)) throw fault('share_class_id', say`Unknown share class.`);
  const holder = holderId(state, step.shareholder_id, step.name, '');
  const right = { count: 1n, kind: 'warrants', plan_id: null, over: 0n, origin: null } as const;
  return {
    ...state,
    holders: withHolder(state.holders, holder, step.name.trim()),
    rights: [...state.rights, { ...right, holder, class_id, quantity, strike }],
  };
}
