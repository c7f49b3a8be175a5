// What of a scenario becomes drafts: new holders and the new class first, then the reserve, then the steps in their order. Each
// draft names its figures, so that posting computes nothing anew.
import { decimal, formatDecimal, grouped } from '#src/domain/figures/decimal.ts';
import type { RoundFigures } from '#src/domain/model/scenario/roundStep.ts';
import type { Run } from '#src/domain/model/scenario/runScenario.ts';
import type { WrittenState } from '#src/domain/model/scenario/startState.ts';
import type { ConvertibleStep, GrantStep, RoundStep, Step, WarrantStep } from '#src/domain/model/scenario/steps.ts';
import { newId } from '#src/domain/model/scenario/state.ts';
import type { Row } from '#server/db/database.ts';
import { conflict } from '../core/context.ts';
import { newClasses } from './draftClasses.ts';
import { notPostable, plain } from './draftParts.ts';
import type { PlannedDraft, PostedRound } from './draftParts.ts';

interface Planned {
  start: WrittenState;
  steps: readonly Step[];
  run: Run;
  /** Of a new class. */
  seniority: number;
  /** The company's, for the rights of a series beside one of them. */
  classes: readonly Row[];
}

/**
 * Up to the first split, because the ledger splits only what was issued before its day. Refuses: nothing_to_post (409), not_postable
 * (422) for terms that the ledger's commands do not take.
 */
export function draftPlan({ start, steps, run, seniority, classes }: Planned): PlannedDraft[] {
  const posted = steps.slice(0, postedUntil(steps));
  const rounds = posted.flatMap((step, index) =>
    step.kind === 'round' ? [{ step, index, figures: run.tables[index + 1]!.round! }] : [],
  );
  const names = new Map(start.holders.map(({ id, name }) => [id, name]));
  const context = { classes, date: start.as_of, nameOf: (id: string) => names.get(id) ?? id.replace(/^new:/, '') };
  const drafts = [
    ...newHolders(posted),
    ...newClasses({ rounds, steps: posted, known: classes, seniority }),
    ...reserves(posted, rounds, start),
    ...posted.flatMap((step, index): PlannedDraft[] => {
      if (step.kind === 'round') return ofRound(step, run.tables[index + 1]!.round!, posted.slice(0, index), context);
      if (step.kind === 'convertible') return [convertibleDraft(step, index, context)];
      if (step.kind === 'warrant') return [warrantDraft(step, context)];
      return step.kind === 'grant' ? [grantDraft(step, index, start, context)] : [];
    }),
  ];
  if (drafts.length > 0) return drafts;
  throw conflict(
    'nothing_to_post',
    'There is nothing to post: drafts are made of rounds, pools, grants, convertibles and warrants before the first split.',
  );
}

/** Drafts are made of the steps before the first split; an exit is none. Out: the place of the first step that stays a model. */
export function postedUntil(steps: readonly Step[]): number {
  const first = steps.findIndex(({ kind }) => kind === 'split' || kind === 'exit');
  return first === -1 ? steps.length : first;
}

interface Naming {
  classes: readonly Row[];
  date: string;
  nameOf: (id: string) => string;
}

function newHolders(steps: readonly Step[]): PlannedDraft[] {
  const names = steps.flatMap((step) => {
    if (step.kind === 'round') return step.investors.flatMap((each) => (each.shareholder_id ? [] : [each.name.trim()]));
    return (step.kind === 'convertible' || step.kind === 'warrant') && !step.shareholder_id ? [step.name.trim()] : [];
  });
  const investors = new Set(
    steps.flatMap((step) => {
      if (step.kind === 'round') return step.investors.map((each) => each.name.trim());
      return step.kind === 'convertible' ? [step.name.trim()] : [];
    }),
  );
  return [...new Set(names)].map((name) => ({
    kind: 'shareholder',
    summary: `Add ${name} as a shareholder`,
    // Who has a warrant may be a lender or an adviser: that is asked later.
    body: { type: 'entity', entity_name: name, ...(investors.has(name) ? { relationship: 'investor' } : {}) },
    makes: newId(name),
  }));
}

/** One for each plan, with the reserve after all steps. */
function reserves(steps: readonly Step[], rounds: readonly PostedRound[], start: WrittenState): PlannedDraft[] {
  const more = new Map<string, bigint>();
  const add = (id: string, quantity: bigint) => more.set(id, (more.get(id) ?? 0n) + quantity);
  for (const { figures } of rounds)
    if (figures.equity_plan_id !== null) add(figures.equity_plan_id, decimal(figures.pool_increase));
  for (const step of steps)
    if (step.kind === 'pool')
      add(step.equity_plan_id ?? start.plans[0]?.id ?? newId('Equity plan'), decimal(plain(step.quantity)));
  return [...more].map(([id, quantity]): PlannedDraft => {
    const plan = start.plans.find((each) => each.id === id);
    if (plan) {
      const reserved = formatDecimal(decimal(plan.reserved) + quantity);
      const summary = `Change the reserve of ${plan.name} to ${grouped(decimal(reserved))}, ${grouped(quantity)} more`;
      const body = { equity_plan_id: id, reserved, date: start.as_of, reason: 'Pool increase of a scenario' };
      return { kind: 'reserve', summary, body, makes: null };
    }
    const common = start.classes.filter(({ kind }) => kind === 'COMMON').map((each) => each.id);
    return {
      kind: 'equity_plan',
      summary: `Adopt an equity plan with ${grouped(quantity)} shares reserved`,
      body: {
        name: 'Equity plan',
        reserved: formatDecimal(quantity),
        date: start.as_of,
        share_class_ids: common.slice(0, 1),
      },
      makes: id,
    };
  });
}

function ofRound(
  step: RoundStep,
  figures: RoundFigures,
  before: readonly Step[],
  { classes, date, nameOf }: Naming,
): PlannedDraft[] {
  const made = new Set(before.flatMap((each) => (each.kind === 'convertible' ? [each.instrument.id] : [])));
  const { share_class_id, price } = figures;
  const of = step.class_name.trim();
  const known = classes.find(({ id }) => id === share_class_id);
  // A class without a price has that of its first round: one that was made without, or that lost it with an earlier posting.
  const priced = (known?.price_per_share ?? null) === null ? { class_price: price } : {};
  const classOf = (id: string) => figures.series.find((each) => each.share_class_id === id)?.name ?? of;
  return [
    ...figures.conversions.map(
      ({ id, name, shareholder_id, shares, price: own, share_class_id: into }): PlannedDraft => ({
        kind: 'conversion',
        summary: `Convert ${name} of ${nameOf(shareholder_id)} into ${grouped(decimal(shares))} ${classOf(into)} at ${own ?? '0'}`,
        body: {
          convertible_id: made.has(id) ? newId(id) : id,
          share_class_id: into,
          quantity: shares,
          price_per_share: own,
          date,
          reason: step.name.trim() || `Round of ${date}`,
          ...(into === share_class_id ? priced : {}),
        },
        makes: null,
      }),
    ),
    ...figures.investors.map(({ shareholder_id, name, shares }): PlannedDraft => ({
      kind: 'certificate',
      summary: `Issue ${grouped(decimal(shares))} ${of} to ${name} at ${price}`,
      body: { shareholder_id, share_class_id, quantity: shares, issue_date: date, price_per_share: price },
      makes: null,
    })),
  ];
}

/** "with a post-money cap of 8,000,000 and at 20 % off". */
function termsWords({ type, cap, discount }: ConvertibleStep['instrument']): string {
  const capped = cap ? grouped(decimal(plain(cap))) : null;
  const off = discount && plain(discount) !== '0' ? formatDecimal(decimal(plain(discount)) * 100n) : null;
  if (capped === null) return off === null ? 'at the price of the round' : `at ${off} % off`;
  if (type === 'pre_cap')
    return off === null ? `with a pre-money cap of ${capped}` : `with a pre-money cap of ${capped} and at ${off} % off`;
  return off === null ? `with a post-money cap of ${capped}` : `with a post-money cap of ${capped} and at ${off} % off`;
}

/** Refuses (422): terms that a convertible of the ledger cannot have. */
function convertibleDraft(
  { shareholder_id, name, instrument }: ConvertibleStep,
  index: number,
  { date }: Naming,
): PlannedDraft {
  const { id, type, amount, cap, discount, interest } = instrument;
  if (type === 'mfn' || type === 'fixed_pct' || interest)
    throw notPostable(index, 'Only a SAFE with a cap, a discount or neither becomes a draft. Issue this one by hand.');
  const discounted = discount && plain(discount) !== '0' ? { discount: plain(discount) } : {};
  const terms =
    type === 'post_cap'
      ? { post_money_cap: plain(cap!), ...discounted }
      : type === 'pre_cap'
        ? { pre_money_cap: plain(cap!), ...discounted }
        : discounted;
  return {
    kind: 'convertible',
    summary: `Issue a SAFE of ${grouped(decimal(plain(amount)))} to ${name.trim()}, ${termsWords(instrument)}`,
    body: { shareholder_id: shareholder_id ?? newId(name.trim()), kind: 'SAFE', amount: plain(amount), date, terms },
    makes: newId(id),
  };
}

/** Refuses (422): a grant that does not say to whom, or at which strike. */
function grantDraft(step: GrantStep, index: number, start: WrittenState, { date, nameOf }: Naming): PlannedDraft {
  const plan = start.plans.find(({ id }) => !step.equity_plan_id || id === step.equity_plan_id);
  const { shareholder_id, strike } = step;
  if (!shareholder_id) throw notPostable(index, 'Choose the shareholder of this grant before it becomes a draft.');
  if (strike === null || strike === undefined || plain(strike) === '0')
    throw notPostable(index, 'Enter the exercise price of this grant before it becomes a draft.');
  if (!plan?.class_ids[0]) throw notPostable(index, 'Adopt the equity plan before this grant becomes a draft.');
  const quantity = plain(step.quantity);
  return {
    kind: 'grant',
    summary: `Grant ${grouped(decimal(quantity))} options to ${nameOf(shareholder_id)} at ${plain(strike)}`,
    body: {
      shareholder_id,
      equity_plan_id: plan.id,
      share_class_id: plan.class_ids[0],
      compensation_type: 'OPTION_NSO',
      quantity,
      exercise_price: plain(strike),
      date,
    },
    makes: null,
  };
}

function warrantDraft(step: WarrantStep, { date, nameOf }: Naming): PlannedDraft {
  const [quantity, strike, name] = [plain(step.quantity), plain(step.strike), step.name.trim()];
  const id = step.shareholder_id ?? newId(name);
  return {
    kind: 'warrant',
    summary: `Issue a warrant on ${grouped(decimal(quantity))} shares at ${strike} to ${nameOf(id)}`,
    body: { shareholder_id: id, share_class_id: step.share_class_id, quantity, exercise_price: strike, date },
    makes: null,
  };
}
