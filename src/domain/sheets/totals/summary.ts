// A vendor's summary: a row for each class, plan and block of notes.
import { ZERO } from '#src/domain/figures/decimal.ts';
import type { Decimal } from '#src/domain/figures/decimal.ts';
import type { Column } from '../meanings/columns.ts';
import { classNameOf } from '../meanings/headings.ts';
import type { MeantTable } from '../records/table.ts';
import { reasonOfLabel } from '../tables/labels.ts';
import type { KindOfRow } from '../tables/rowTypes.ts';
import { addFact, headingOf, plainNumber } from './facts.ts';
import type { Totals } from './facts.ts';

/** A vendor's summary: a row for each class, plan and block of notes, under the names of their groups. */
export function readSummary(table: MeantTable, totals: Totals): void {
  const find = (pattern: RegExp) =>
    table.columns.find((column) => !column.isPercent && pattern.test(headingOf(column)));
  const at = (each: KindOfRow, column: Column | undefined) => (column ? plainNumber(table, each, column.column) : null);
  const [authorized, outstanding] = [find(/\bauthorized\b/), find(/\boutstanding\b/)];
  const [diluted, cash] = [find(/\bfully[- ]diluted\b/), find(/\bcash\b|\braised\b/)];
  let principal: Decimal | null = null;
  let group = '';
  for (const each of table.kinds) {
    if ([authorized, outstanding, diluted, cash].every((column) => at(each, column) === null)) group = each.label;
    const reason = reasonOfLabel(each.label);
    const issued = at(each, outstanding);
    if (reason === 'pool_granted' || reason === 'pool_available') {
      const isGranted = reason === 'pool_granted';
      const value = (isGranted ? issued : null) ?? at(each, diluted) ?? issued;
      addFact(totals, isGranted ? 'granted' : 'available', null, value);
      continue;
    }
    if (reason === 'total' || reason === 'subtotal') {
      if (!/^totals?$/i.test(each.label.trim())) continue;
      addFact(totals, 'outstanding', null, issued);
      addFact(totals, 'fully_diluted', null, at(each, diluted));
      continue;
    }
    if (issued !== null) {
      const { name } = classNameOf(each.label);
      addFact(totals, 'class', each.label, issued);
      if (name !== '') totals.classes.push({ name: each.label, authorized: at(each, authorized), price: null });
    } else if (at(each, authorized) !== null && /plan/i.test(`${group} ${each.label}`))
      totals.pools.push({
        place: { table: table.index, row: each.row.number },
        plan: each.label,
        namedBy: 'summary',
        granted: null,
        available: null,
        reserved: at(each, authorized),
      });
    else if (at(each, cash) !== null && /convertible|note|safe/i.test(`${group} ${each.label}`))
      principal = (principal ?? ZERO) + at(each, cash)!;
  }
  addFact(totals, 'principal', null, principal);
}
