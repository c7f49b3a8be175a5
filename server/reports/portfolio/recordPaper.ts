// A grant, convertible, warrant or payment as a sheet of its facts, in the words of its declaration; of a grant also what vests when.
import { decimal, grouped, parseDecimal } from '#src/domain/figures/decimal.ts';
import { writtenMoney } from '#src/domain/figures/money.ts';
import { isNumeric } from '#src/resources/kit/fields.ts';
import { csvValue } from '#src/resources/kit/csv.ts';
import { labelOf } from '#src/resources/kit/defineResource.ts';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import type { ShownSchedule } from '#src/contract/securityPages.ts';
import type { Row } from '#server/db/database.ts';
import type { Sheet, SheetRow } from '#server/paper/sheet.ts';

/** Figures with separators, amounts in their currency, everything else as in a CSV. */
function wordsOf(resource: Resource, name: string, record: Row): string {
  const field = resource.fields[name]!;
  const figure = typeof record[name] === 'string' || typeof record[name] === 'number' ? String(record[name]) : null;
  const parsed = parseDecimal(figure);
  if (parsed === null || figure === null) return csvValue(resource, name, record);
  if (field.kind === 'money' && !field.isFactor) return writtenMoney(figure, String(record.currency ?? 'USD'));
  return isNumeric(field) ? grouped(parsed) : csvValue(resource, name, record);
}

/** Ids mean nothing on paper, and their names stand beside them. */
const isShown =
  ({ fields }: Resource) =>
  (name: string) =>
    name !== 'id' && name !== 'version' && fields[name]!.kind !== 'reference' && fields[name]!.kind !== 'file';

export function recordSheet(resource: Resource, record: Row, title: string): Sheet {
  const facts = Object.keys(resource.fields)
    .filter(isShown(resource))
    .map((name): SheetRow => ({ cells: [labelOf(resource, name), wordsOf(resource, name, record)] }))
    .filter(({ cells }) => cells[1] !== '');
  const schedule = record.schedule as ShownSchedule | null | undefined;
  const days = (schedule?.tranches ?? []).map(({ date, quantity, vested }): SheetRow => ({
    cells: [`Vests on ${date}`, `${grouped(decimal(quantity))}, ${grouped(decimal(vested))} in all by then`],
  }));
  return {
    title,
    tab: resource.label,
    columns: [
      { name: 'What is recorded', kind: 'text', width: 34 },
      { name: 'Value', kind: 'text', width: 66 },
    ],
    rows: [...facts, ...(days.length > 0 ? [{ cells: ['Vesting', ''], isStrong: true }, ...days] : [])],
  };
}
