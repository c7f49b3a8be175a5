// W8: warns when the shares that plans, warrants and conversions may still need do not fit into the authorised number of a
// class, on the last known day. Too many shares outstanding already is an error, E13.
import { say } from '#src/words/say.ts';
import { conversionsOn } from '#src/domain/captable/capTableBasis.ts';
import { grouped, multiplyByRatio } from '#src/domain/figures/decimal.ts';
import type { Decimal } from '#src/domain/figures/decimal.ts';
import { limitOn, totalOn } from './cap.ts';
import type { Context } from '../core/context.ts';
import type { ClassState, LedgerState } from '../core/state.ts';
import type { ClassFacts } from '../core/types.ts';

const END = '9999-12-31';

/** For imports only: a slice does not hold every plan and class. */
export function noteReserved(context: Context): void {
  const { state, mode, findings } = context;
  if (mode !== 'import') return;
  for (const id of touchedClasses(context)) {
    const stockClass = state.classes.get(id);
    const limit = stockClass ? limitOn(stockClass.cap, END) : null;
    if (!stockClass || limit === null) continue;
    const outstanding = totalOn(stockClass.cap, END);
    const reserved = reservedFor(state, stockClass);
    // Too many outstanding is reported as E13.
    if (outstanding > limit || outstanding + reserved <= limit) continue;
    const message = say`STOCK_CLASS ${stockClass.facts.name}: ${grouped(outstanding)} are outstanding and ${grouped(reserved)} reserved for plans, warrants and conversions, of ${grouped(limit)} authorized.`;
    findings.push({ rule: 'W8', severity: 'warning', object_type: 'STOCK_CLASS', object_id: id, message });
  }
}

/** Classes for which this run changed what is outstanding, granted, reserved or convertible; sorted. */
function touchedClasses({ state, class_changes, plan_changes, issued }: Context): string[] {
  const touched = new Set(class_changes.keys());
  for (const id of plan_changes.keys())
    for (const each of state.plans?.get(id)?.facts.stock_class_ids ?? []) touched.add(each);
  for (const { security } of issued) if (security.row.stock_class_id !== null) touched.add(security.row.stock_class_id);
  const classes = factsOf(state);
  const convertedInto = [...touched].flatMap((id) => convertsInto(state.classes.get(id), classes));
  for (const { to } of convertedInto) if (to !== null) touched.add(to);
  return [...touched].sort();
}

function reservedFor(state: LedgerState, stockClass: ClassState): Decimal {
  const { id } = stockClass.facts;
  let reserved = stockClass.promised;
  for (const { facts, cap, granted } of state.plans?.values() ?? []) {
    // A plan of several classes is not reserved for any one of them.
    if (facts.stock_class_ids.length !== 1 || facts.stock_class_ids[0] !== id) continue;
    const issued = totalOn(cap, END) - granted;
    const open = (limitOn(cap, END) ?? 0n) - issued;
    reserved += open > granted ? open : granted;
  }
  const classes = factsOf(state);
  for (const other of state.classes.values()) {
    const conversion = convertsInto(other, classes).find(({ to }) => to === id);
    if (conversion) reserved += multiplyByRatio(totalOn(other.cap, END), conversion.ratio, 0, 'DOWN');
  }
  return reserved;
}

const factsOf = ({ classes }: LedgerState) => new Map([...classes].map(([id, { facts }]) => [id, facts]));

const convertsInto = (stockClass: ClassState | undefined, classes: ReadonlyMap<string, ClassFacts>) =>
  stockClass ? conversionsOn(stockClass.facts, stockClass.ratio_changes, classes, END) : [];
