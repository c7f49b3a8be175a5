// The plans of a file by name, of which plan a grant without a plan's name is, and of which class a plan's shares are. What neither the
// file nor the company's records say is asked.
import type { ExerciseWindow } from '#src/domain/exerciseWindows.ts';
import { listOf, textOf } from '#src/domain/ledger/core/fields.ts';
import type { Decimal } from '#src/domain/figures/decimal.ts';
import type { Question } from '../reading.ts';
import type { Option, Place, Records } from '../records/records.ts';
import type { MeantTable } from '../records/table.ts';
import type { PoolFact, Totals } from '../totals/facts.ts';
import type { Classes } from './classes.ts';
import type { Existing } from './existing.ts';

export interface Plan {
  key: string;
  name: string;
  /** The file names none: it is the company’s, where that has only one. */
  isUnnamed: boolean;
  /** Null: what was taken out of it and what is available. */
  reserved: Decimal | null;
  available: Decimal | null;
  granted: Decimal | null;
  class_name: string;
  board_approval_date: string | null;
  windows: readonly ExerciseWindow[];
}

/** What is exercised without an entry that says so leaves the plan for good. */
export interface ReserveLoss {
  exercised: Decimal;
  date: string;
}

const planKey = (name: string): string => name.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();

/** Of a file that has options and names no plan. */
const DEFAULT_PLAN = 'Option pool';

export interface Plans {
  all: Plan[];
  named: (name: string) => Plan | null;
  questions: Question[];
}

export interface PlansInput {
  records: Records;
  totals: Totals;
  tables: readonly MeantTable[];
  existing: Existing;
  answers: Readonly<Record<string, string>>;
}

/** A grant without a plan's name gets that of the only plan there is, or the one that was answered. */
export function plansOf({ records, totals, tables, existing, answers }: PlansInput): Plans {
  const plans = new Map<string, Plan>();
  const add = (name: string): Plan => {
    const key = planKey(name);
    const plan = plans.get(key) ?? { ...NO_PLAN, key, name };
    plans.set(key, plan);
    return plan;
  };
  for (const each of records.plans) {
    const plan = add(each.name);
    plan.reserved ??= each.reserved;
    plan.class_name ||= each.class_name;
    plan.board_approval_date ??= each.board_approval_date;
    if (plan.windows.length === 0) plan.windows = each.windows;
  }
  const grants = records.securities.filter((each): each is Option => each.kind === 'option');
  for (const { plan } of grants) if (plan !== '') add(plan);
  // A label may write a plan otherwise than the grants do; what stands over a column or in a summary is its name.
  const hasPlans = plans.size > 0;
  for (const { plan, namedBy } of totals.pools) if (plan !== null && (namedBy !== 'label' || !hasPlans)) add(plan);
  const isUnnamed = plans.size === 0 && (grants.length > 0 || totals.pools.length > 0);
  const ofCompany = isUnnamed && existing.planNames.length > 1 ? existing.planNames : [];
  if (isUnnamed && ofCompany.length === 0) add(DEFAULT_PLAN).isUnnamed = true;
  const names = ofCompany.length > 0 ? [...ofCompany, DEFAULT_PLAN] : [...plans.values()].map(({ name }) => name);
  const only = ofCompany.length === 0 && plans.size === 1 ? [...plans.values()][0]! : null;
  const named = (name: string) => plans.get(planKey(name)) ?? (name === '' ? only : null);
  const choice = new PlanChoice(tables, names, answers);
  const planAt = (place: Place): Plan | null => {
    const answer = choice.at(place);
    return answer === null ? null : add(answer);
  };
  const poolOf = ({ plan, place }: PoolFact) => (plan === null ? only : named(plan)) ?? only ?? planAt(place);
  for (const pool of totals.pools) {
    const known = poolOf(pool);
    if (!known) continue;
    known.reserved ??= pool.reserved;
    known.available ??= pool.available;
    known.granted ??= pool.granted;
  }
  for (const grant of grants) if (named(grant.plan) === null) grant.plan = planAt(grant.place)?.name ?? '';
  return { all: [...plans.values()], named, questions: choice.questions };
}

const NO_PLAN: Omit<Plan, 'key' | 'name'> = {
  isUnnamed: false,
  reserved: null,
  available: null,
  granted: null,
  class_name: '',
  board_approval_date: null,
  windows: [],
};

/** Asks once for each table of which plan its grants and its rows of pools are that name none. */
class PlanChoice {
  private readonly asked = new Map<number, Question>();
  private readonly tables: readonly MeantTable[];
  private readonly names: readonly string[];
  private readonly answers: PlansInput['answers'];

  constructor(tables: readonly MeantTable[], names: readonly string[], answers: PlansInput['answers']) {
    [this.tables, this.names, this.answers] = [tables, names.slice(0, CHOICES_MAX), answers];
  }

  get questions(): Question[] {
    return [...this.asked.values()];
  }

  at({ table: index, row }: Place): string | null {
    const table = this.tables[index]!;
    // Tables that are only compared need no plan.
    if (table.role === 'totals') return null;
    const id = `plan_choice:${table.id}`;
    const question = this.asked.get(index) ?? this.ask(id, table);
    this.asked.set(index, question);
    if (!question.rows.includes(row) && question.rows.length < ROWS_MAX) question.rows.push(row);
    return question.answer;
  }

  private ask(id: string, { tab, columns }: MeantTable): Question {
    const name = tab === null ? 'this table' : `“${tab}”`;
    return {
      id,
      code: 'plan_choice',
      text: `Which plan are the options in ${name} from, where they name none?`,
      tab,
      column: columns.find(({ field }) => field === 'plan' || field === 'granted')?.letters ?? null,
      rows: [],
      choices: this.names.map((value) => ({ value, label: value })),
      answer: this.names.find((each) => each === this.answers[id]) ?? null,
    };
  }
}

const CHOICES_MAX = 100;
/** So many rows are named in one question. */
const ROWS_MAX = 100;

/**
 * The class of which the shares of plans are that do not say it: the file's common stock, else the company's; null where that leaves
 * it open, which is asked.
 */
export function planClassOf(
  { all: plans }: Plans,
  classes: Classes,
  existing: Existing,
  answers: PlansInput['answers'],
): { name: string | null; questions: Question[] } {
  const isOpen = plans.some(
    ({ key, class_name, isUnnamed }) =>
      (class_name === '' || !classes.find(class_name)) &&
      existing.plan(key) === null &&
      !(isUnnamed && existing.onlyPlan !== null),
  );
  const common = classes.all.find(({ type }) => type === 'COMMON');
  if (common || !isOpen) return { name: common?.name ?? null, questions: [] };
  const ofCompany = existing.shareClasses.filter(({ class_type }) => class_type === 'COMMON');
  if (ofCompany.length === 1) return { name: classes.named(ofCompany[0]!.name, 'common').name, questions: [] };
  const known = ofCompany.length > 0 ? ofCompany : existing.shareClasses;
  const names = [
    ...new Set([
      ...known.map(({ name }) => name),
      ...classes.all.map(({ name }) => name),
      ...(known.length > 0 ? [] : ['Common Stock', 'Ordinary Shares']),
    ]),
  ].slice(0, CHOICES_MAX);
  const answer = names.find((each) => each === answers['plan_class']) ?? null;
  const type = known.find(({ name }) => name === answer)?.class_type ?? 'COMMON';
  if (answer !== null) classes.named(answer, type);
  return { name: answer, questions: [classQuestion(plans[0]!.name, names, answer)] };
}

const classQuestion = (plan: string, names: readonly string[], answer: string | null): Question => ({
  id: 'plan_class',
  code: 'plan_class',
  text: `Which class of shares are the options of “${plan}” for?`,
  tab: null,
  column: null,
  rows: [],
  choices: names.map((value) => ({ value, label: value })),
  answer,
});

/** The class of the company's own plan. */
export function classOfKnownPlan(existing: Existing, plan_id: string | null): string | null {
  const plan = plan_id === null ? undefined : existing.statics.find(({ id }) => id === plan_id);
  const [first] = plan ? listOf(plan, 'stock_class_ids') : [];
  return typeof first === 'string' ? first : plan ? textOf(plan, 'stock_class_id') : null;
}
