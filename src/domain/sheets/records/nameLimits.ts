// How many classes and plans a file may name. No company has so many: more of them are a column that means something else, and each
// costs time in everything that follows.
import { findingAt } from '../findings.ts';
import { classKey } from '../meanings/headings.ts';
import type { Field, SheetFinding } from '../reading.ts';
import type { Place, Records } from './records.ts';
import type { MeantTable } from './table.ts';

export const NAMES_MAX = 500;

/** The names so far. Out of `take`: whether a name is one of the first. */
class Names {
  private readonly keys = new Set<string>();
  excess: Place | null = null;

  take(name: string, place: Place | null): boolean {
    const key = classKey(name);
    if (key === '' || this.keys.has(key)) return true;
    if (this.keys.size >= NAMES_MAX) {
      this.excess ??= place;
      return false;
    }
    this.keys.add(key);
    return true;
  }
}

/** Takes what names a class or a plan beyond the limit out of the records, and says it once. */
export function limitNames(records: Records, tables: readonly MeantTable[]): SheetFinding[] {
  const [classes, plans] = [new Names(), new Names()];
  records.classes = records.classes.filter(({ name, place }) => classes.take(name, place));
  records.plans = records.plans.filter(({ name, place }) => plans.take(name, place));
  records.securities = records.securities.filter((each) => {
    if (each.kind === 'convertible') return true;
    if (each.kind === 'option' && !plans.take(each.plan, each.place)) return false;
    return classes.take(each.class_name, each.place);
  });
  records.events = records.events.filter(
    ({ class_name, seller, place }) => classes.take(class_name, place) && classes.take(seller?.class_name ?? '', place),
  );
  return [
    ...tooMany(tables, classes.excess, 'class', 'classes of shares'),
    ...tooMany(tables, plans.excess, 'plan', 'plans'),
  ];
}

function tooMany(tables: readonly MeantTable[], place: Place | null, field: Field, what: string): SheetFinding[] {
  if (place === null) return [];
  const message = `The file names more than ${NAMES_MAX} ${what}, which no company has. Choose what the column means, or leave the table out.`;
  const code = field === 'class' ? 'too_many_classes' : 'too_many_plans';
  return [findingAt(tables, place, field, { code, severity: 'error', message })];
}
