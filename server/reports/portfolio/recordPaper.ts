// A grant, convertible, warrant or payment as a sheet of its facts, in the words of its declaration; of a grant also what vests when.
import { csvValue } from '../../../src/resources/kit/csv.ts';
import { labelOf } from '../../../src/resources/kit/defineResource.ts';
import type { Resource } from '../../../src/resources/kit/defineResource.ts';
import type { ShownSchedule } from '../../../src/contract/securityPages.ts';
import type { Row } from '../../db/database.ts';
import type { Sheet, SheetRow } from '../../paper/sheet.ts';

/** Ids mean nothing on paper, and their names stand beside them. */
const isShown =
  ({ fields }: Resource) =>
  (name: string) =>
    name !== 'id' && name !== 'version' && fields[name]!.kind !== 'reference' && fields[name]!.kind !== 'file';

export function recordSheet(resource: Resource, record: Row, title: string): Sheet {
  const facts = Object.keys(resource.fields)
    .filter(isShown(resource))
    .map((name): SheetRow => ({ cells: [labelOf(resource, name), csvValue(resource, name, record)] }))
    .filter(({ cells }) => cells[1] !== '');
  const schedule = record.schedule as ShownSchedule | null | undefined;
  const days = (schedule?.tranches ?? []).map(({ date, quantity, vested }): SheetRow => ({
    cells: [`Vests on ${date}`, `${quantity}, then ${vested} in all`],
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
