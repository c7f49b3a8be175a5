// A grant, convertible, warrant or payment as a sheet of its facts, in the words of its declaration; of a grant also what vests when.
import { decimal, grouped, parseDecimal } from '#src/domain/figures/decimal.ts';
import { writtenMoney } from '#src/domain/figures/money.ts';
import { said } from '#src/words/said.ts';
import { say } from '#src/words/say.ts';
import { isNumeric } from '#src/resources/kit/fields.ts';
import { csvValue } from '#src/resources/kit/csv.ts';
import { labelOf } from '#src/resources/kit/defineResource.ts';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import type { ShownSchedule } from '#src/contract/securityPages.ts';
import type { Row } from '#server/db/database.ts';
import type { Sheet, SheetRow } from '#server/paper/sheet.ts';

/** Figures with separators, amounts in their currency, rates in percent, everything else as in a CSV. */
function wordsOf(resource: Resource, name: string, record: Row): string {
  const field = resource.fields[name]!;
  const figure = typeof record[name] === 'string' || typeof record[name] === 'number' ? String(record[name]) : null;
  const parsed = parseDecimal(figure);
  if (parsed === null || figure === null) return csvValue(resource, name, record);
  if (field.kind === 'money' && !field.isFactor) return writtenMoney(figure, String(record.currency ?? 'USD'));
  if (field.kind === 'percent') return `${grouped(field.ofOne ? parsed * 100n : parsed)}%`;
  return isNumeric(field) ? grouped(parsed) : csvValue(resource, name, record);
}

/** Ids mean nothing on paper, and their names stand beside them. */
const isShown =
  ({ fields }: Resource) =>
  (name: string) =>
    name !== 'id' && name !== 'version' && fields[name]!.kind !== 'reference' && fields[name]!.kind !== 'file';

/** `heading`: what the record is called. */
export function recordSheet(resource: Resource, record: Row, heading: string): Sheet {
  const singular = said(resource.singular);
  const facts = Object.keys(resource.fields)
    .filter(isShown(resource))
    .map((name): SheetRow => ({ cells: [labelOf(resource, name), wordsOf(resource, name, record)] }))
    .filter(({ cells }) => cells[1] !== '');
  const schedule = record.schedule as ShownSchedule | null | undefined;
  const days = (schedule?.tranches ?? []).map(({ date, quantity, vested }): SheetRow => ({
    cells: [say`Vests on ${date}`, say`${grouped(decimal(quantity))}, ${grouped(decimal(vested))} in all by then`],
  }));
  return {
    title: `${singular.charAt(0).toUpperCase()}${singular.slice(1)}: ${heading}`,
    tab: said(resource.label),
    columns: [
      { name: say`What is recorded`, kind: 'text', width: 34 },
      { name: say`Value`, kind: 'text', width: 66 },
    ],
    rows: [...facts, ...(days.length > 0 ? [{ cells: [say`Vesting`, ''], isStrong: true }, ...days] : [])],
  };
}
