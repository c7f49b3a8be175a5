// Plans as objects, and what their reserves lose.
import { grouped, parseDecimal, ZERO } from '#src/domain/figures/decimal.ts';
import type { Decimal } from '#src/domain/figures/decimal.ts';
import { given, textOf } from '#src/domain/ledger/core/fields.ts';
import { findingAt } from '../findings.ts';
import type { Question, SheetFinding } from '../reading.ts';
import type { OcfObject } from '#src/domain/ledger/core/types.ts';
import type { Plan, ReserveLoss } from './plans.ts';
import { text } from './parts.ts';
import type { Writing } from './writing.ts';

interface Reserve {
  /** From the beginning. */
  initial: Decimal;
  /** At the end, and from which day; null where it stays. */
  left: { reserved: Decimal; date: string } | null;
}

/**
 * The reserve as the file has it; else what is available at the end together with what is taken then. Before grants lapsed more was
 * taken: so much at least was reserved, or the made-up reserve would be exceeded by itself.
 */
export function reserveOf(plan: Plan, id: string, losses: readonly ReserveLoss[], writing: Writing): Reserve {
  const gone = losses.reduce((sum, { exercised }) => sum + exercised, ZERO);
  const lastLoss = losses.reduce((last, { date }) => (date > last ? date : last), '');
  const known = writing.existing.reserveOf(id)?.now ?? plan.reserved;
  if (known !== null) return { initial: known, left: gone > ZERO ? { reserved: known - gone, date: lastLoss } : null };
  const { peak, end, lastReturn } = takenFrom(id, writing);
  const isGranted = peak > ZERO;
  const reserved = (plan.available ?? ZERO) + (isGranted ? end : (plan.granted ?? ZERO));
  const initial = peak > reserved + gone ? peak : reserved + gone;
  const date = lastReturn > lastLoss ? lastReturn : lastLoss;
  return { initial, left: initial === reserved ? null : { reserved, date } };
}

/** What was taken out of a plan at most at the end of a day, and at the very end; and when something returned last. */
function takenFrom(id: string, { out }: Writing): { peak: Decimal; end: Decimal; lastReturn: string } {
  const granted = new Set<string>();
  const byDay = new Map<string, Decimal>();
  let lastReturn = '';
  const add = (date: string, quantity: Decimal) => byDay.set(date, (byDay.get(date) ?? ZERO) + quantity);
  for (const each of out) {
    const [date, security] = [textOf(each, 'date') ?? '', textOf(each, 'security_id') ?? ''];
    const quantity = parseDecimal(textOf(each, 'quantity') ?? '') ?? ZERO;
    if (each.object_type === 'TX_EQUITY_COMPENSATION_ISSUANCE' && textOf(each, 'stock_plan_id') === id) {
      granted.add(security);
      add(date, quantity);
    } else if (each.object_type === 'TX_EQUITY_COMPENSATION_CANCELLATION' && granted.has(security)) {
      add(date, -quantity);
      if (date > lastReturn) lastReturn = date;
    }
  }
  let [peak, end] = [ZERO, ZERO];
  for (const [, change] of [...byDay].sort(([a], [b]) => (a < b ? -1 : 1))) {
    end += change;
    if (end > peak) peak = end;
  }
  return { peak, end, lastReturn };
}

/** Changes the reserve once, on the last of the days. */
export function changeReserve(writing: Writing, plan: Plan, id: string, { left }: Reserve): void {
  if (left === null) return;
  writing.out.push({
    object_type: 'TX_STOCK_PLAN_POOL_ADJUSTMENT',
    id: writing.idOf(`reserve ${plan.key}`),
    date: left.date,
    stock_plan_id: id,
    shares_reserved: text(left.reserved),
  });
}

/** A plan that the company has, and that reserves something else by this file: which one is right is asked. */
export function changedReserve(writing: Writing, plan: Plan, id: string): Question[] {
  const [ours, file] = [writing.existing.reserveOf(id), plan.reserved];
  if (ours === null || file === null || file === ours.now || file === ours.initial) return [];
  const question = `plan_reserve:${plan.key}`;
  const choices = [
    { value: 'file', label: `${grouped(file)}, as this file has it` },
    { value: 'ledger', label: `${grouped(ours.now)}, as your records have it` },
  ];
  const answer = choices.find(({ value }) => value === writing.answers[question])?.value ?? null;
  if (answer === 'file') {
    const granted = writing.out.flatMap((each) =>
      each.object_type === 'TX_EQUITY_COMPENSATION_ISSUANCE' && textOf(each, 'stock_plan_id') === id
        ? (textOf(each, 'date') ?? [])
        : [],
    );
    const first = granted.reduce((least, date) => (date < least ? date : least), writing.day);
    writing.out.push({
      object_type: 'TX_STOCK_PLAN_POOL_ADJUSTMENT',
      id: writing.idOf(`reserve ${plan.key} ${text(ours.now)} to ${text(file)}`),
      date: first > ours.since ? first : ours.since,
      stock_plan_id: id,
      shares_reserved: text(file),
    });
  }
  return [
    {
      id: question,
      code: 'plan_reserve',
      text: `How many shares does “${plan.name}” reserve? It is ${grouped(ours.now)} in your records, and ${grouped(file)} in this file.`,
      tab: null,
      column: null,
      rows: [],
      choices,
      answer,
    },
  ];
}

/** Where the file says neither what a plan reserves nor what is left of it, the reserve is what was taken: that is said. */
export function reserveFinding(plan: Plan, { records, plans, tables, existing }: Writing, id: string): SheetFinding[] {
  if (plan.reserved !== null || plan.available !== null || existing.ids.has(id)) return [];
  const grant = records.securities.find((each) => each.kind === 'option' && plans.named(each.plan) === plan);
  if (!grant || tables[grant.place.table]!.role === 'totals') return [];
  const message = `The file does not say how many shares “${plan.name}” reserves. It is imported with what was granted from it, and nothing is available. Change the plan’s reserve afterwards, or add it to the file.`;
  const over = tables[grant.place.table]!.columns.find(({ field, part }) => field === 'granted' && part === plan.name);
  return [findingAt(tables, grant.place, over ?? 'plan', { code: 'reserve_made_up', severity: 'warning', message })];
}

export function planObject(plan: Plan, id: string, { initial }: Reserve, writing: Writing): OcfObject {
  const class_id = writing.planClassId(plan.name);
  return {
    object_type: 'STOCK_PLAN',
    id,
    plan_name: plan.name,
    initial_shares_reserved: text(initial),
    default_cancellation_behavior: 'RETURN_TO_POOL',
    stock_class_ids: class_id === null ? [] : [class_id],
    ...given({ board_approval_date: plan.board_approval_date }),
  };
}
