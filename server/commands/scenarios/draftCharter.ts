// What drafts need of the charter and of the plans: the figures as they would be once these drafts were posted.
import { charterShort, worsened } from '#src/domain/captable/charter.ts';
import type { CharterSums } from '#src/domain/captable/charter.ts';
import { classesOn } from '#src/domain/captable/capTable.ts';
import { decimal, formatDecimal, grouped } from '#src/domain/figures/decimal.ts';
import { classFactsOf } from '#src/domain/ledger/core/staticObjects.ts';
import { stockClassObjectOf } from '#server/data/staticRows.ts';
import type { Row } from '#server/db/database.ts';
import type { PlannedDraft } from './draftParts.ts';

type Kept = Pick<PlannedDraft, 'kind' | 'body' | 'makes'>;

/** `idOf`: the id of what a draft made that was posted before. */
export function charterAfter(
  sums: CharterSums,
  drafts: readonly Kept[],
  idOf: (id: string) => string = (id) => id,
): CharterSums {
  return drafts.reduce((so_far, { kind, body, makes }) => {
    const id = (field: string) => idOf(String(body[field]));
    const quantity = () => decimal(String(body.quantity));
    switch (kind) {
      case 'share_class':
        return withClass(so_far, body, makes!);
      case 'authorize':
        return withAuthorized(so_far, id('share_class_id'), String(body.authorized_shares));
      case 'equity_plan':
        return withPlan(so_far, body, makes!);
      case 'reserve':
        return withReserve(so_far, id('equity_plan_id'), String(body.reserved));
      case 'grant': {
        const granted = withPosition(so_far, 'EQUITY_COMPENSATION', id('share_class_id'), quantity());
        return withTaken(granted, id('equity_plan_id'), quantity());
      }
      case 'warrant':
        return withPosition(so_far, 'WARRANT', id('share_class_id'), quantity());
      case 'certificate':
      case 'conversion':
        return withPosition(so_far, 'STOCK', id('share_class_id'), quantity());
      default:
        return so_far;
    }
  }, sums);
}

function withClass(sums: CharterSums, body: Row, id: string): CharterSums {
  const allows_fractions = body.allows_fractions === true;
  const facts = { ...classFactsOf(stockClassObjectOf({ ...body, id, currency: 'USD' }, null)), allows_fractions };
  const all = classesOn([...sums.classes.map((each) => each.facts), facts], [], [], '');
  return { ...sums, classes: [...sums.classes, all.at(-1)!] };
}

const withAuthorized = (sums: CharterSums, id: string, authorized: string): CharterSums => ({
  ...sums,
  classes: sums.classes.map((each) => (each.facts.id === id ? { ...each, authorized } : each)),
});

function withPlan(sums: CharterSums, body: Row, id: string): CharterSums {
  const [reserved, stock_class_ids] = [String(body.reserved), body.share_class_ids as string[]];
  const plan = { stock_plan_id: id, name: String(body.name), reserved, available: reserved, stock_class_ids };
  return { ...sums, plans: [...sums.plans, plan] };
}

const withReserve = (sums: CharterSums, id: string, reserved: string): CharterSums => ({
  ...sums,
  plans: sums.plans.map((plan) => {
    if (plan.stock_plan_id !== id) return plan;
    const more = decimal(reserved) - decimal(plan.reserved);
    return { ...plan, reserved, available: formatDecimal(decimal(plan.available) + more) };
  }),
});

const withTaken = (sums: CharterSums, id: string, quantity: bigint): CharterSums => ({
  ...sums,
  plans: sums.plans.map((plan) =>
    plan.stock_plan_id === id ? { ...plan, available: formatDecimal(decimal(plan.available) - quantity) } : plan,
  ),
});

function withPosition(
  sums: CharterSums,
  kind: 'STOCK' | 'EQUITY_COMPENSATION' | 'WARRANT',
  stock_class_id: string,
  quantity: bigint,
): CharterSums {
  return { ...sums, positions: [...sums.positions, { stakeholder_id: '', kind, stock_class_id, quantity }] };
}

/**
 * The drafts with those that cure what they would make fall short: more shares reserved for a plan, and more shares of a class
 * authorized. They come before whatever needs them.
 */
export function withCures(
  sums: CharterSums,
  drafts: readonly PlannedDraft[],
  { date, name, idOf }: { date: string; name: string; idOf?: (id: string) => string },
): PlannedDraft[] {
  const before = charterShort(sums);
  const reason = `For scenario ${name}`;
  const plans = worsened(before, charterShort(charterAfter(sums, drafts, idOf))).plans.map((each): PlannedDraft => ({
    kind: 'reserve',
    summary: `Change the reserve of ${each.equity_plan} to ${grouped(decimal(each.needed))}, ${grouped(decimal(each.missing))} more than would be reserved`,
    body: { equity_plan_id: each.equity_plan_id, reserved: each.needed, date, reason },
    makes: null,
  }));
  const enlarged = placed(drafts, plans);
  const classes = worsened(before, charterShort(charterAfter(sums, enlarged, idOf))).classes.flatMap(
    (each): PlannedDraft[] =>
      sums.classes.some(({ facts }) => facts.id === each.share_class_id)
        ? [
            {
              kind: 'authorize',
              summary: `Authorize more of ${each.share_class}: ${grouped(decimal(each.needed))}, ${grouped(decimal(each.missing))} more than ${grouped(decimal(each.authorized))}`,
              body: { share_class_id: each.share_class_id, authorized_shares: each.needed, date, reason },
              makes: null,
            },
          ]
        : [],
  );
  return placed(enlarged, classes);
}

/** Behind new holders, classes, plans and reserves, before everything that is issued. */
function placed(drafts: readonly PlannedDraft[], cures: readonly PlannedDraft[]): PlannedDraft[] {
  const first = drafts.findIndex(
    ({ kind }) => !['shareholder', 'share_class', 'equity_plan', 'reserve'].includes(kind),
  );
  return drafts.toSpliced(first === -1 ? drafts.length : first, 0, ...cures);
}
