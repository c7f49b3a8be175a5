// What a found record is called, and what tells it from others.
import { dayAt } from '#src/domain/dates.ts';
import { grouped, parseDecimal } from '#src/domain/figures/decimal.ts';
import { writtenMoney } from '#src/domain/figures/money.ts';
import { exportedValue } from '#src/resources/kit/csv.ts';
import { figures } from '#src/words/figures.ts';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import type { Row } from '#server/db/database.ts';

type Zone = string | null | undefined;

/** The fields under its title: those of a list's second line on a phone, and its status. */
export const subtitleFields = (resource: Resource): string[] =>
  [...(resource.card?.details ?? resource.list.filter((name) => name !== 'id').slice(0, 3)), 'status'].filter(
    (name, at, all) => resource.fields[name] && !titleFields(resource).includes(name) && all.indexOf(name) === at,
  );

export const titleFields = (resource: Resource): readonly string[] => resource.heading ?? [resource.title];

/** `zone`: the time zone in which instants are days. */
export function titleOf(resource: Resource, row: Row, zone: Zone): string {
  const named = titleFields(resource)
    .map((name) => textOf(resource, name, row, zone))
    .filter(Boolean);
  return named.join(', ') || String(row.id);
}

export const subtitleOf = (resource: Resource, row: Row, zone: Zone): string =>
  subtitleFields(resource)
    .map((name) => textOf(resource, name, row, zone))
    .filter(Boolean)
    .join(' · ');

/** Days stay as they are written; the screen shows them as its reader writes days. */
function textOf(resource: Resource, name: string, row: Row, zone: Zone): string {
  const value = exportedValue(resource, name, row);
  if (value === null || value === undefined || value === '') return '';
  const { kind } = resource.fields[name]!;
  if (kind === 'datetime') return dayAt(new Date(String(value)), zone);
  if (kind === 'money') return row.currency ? writtenMoney(String(value), String(row.currency)) : String(value);
  const figure = kind === 'shares' || kind === 'number' ? parseDecimal(String(value)) : null;
  return figure === null ? String(value) : figures(grouped(figure));
}
