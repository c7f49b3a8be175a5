// What a record is called in the headings of its pages.
import { say } from '#src/words/say.ts';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import type { AnyRecord } from './fieldKinds.tsx';
import { formatDay, shortId } from './format.ts';
import { withShownEmails } from '#src/domain/shownEmails.ts';

export function titleOf(resource: Resource, record: AnyRecord): string {
  const names = (resource.heading ?? []).map((name) => wordFor(resource, name, record[name])).filter(Boolean);
  if (names.length > 0) return names.join(', ');
  if (resource.title !== 'id') return withShownEmails(String(record[resource.title] ?? shortId(record.id)));
  const word = resource.singular;
  return `${word.charAt(0).toUpperCase()}${word.slice(1)} ${shortId(record.id)}`;
}

/** What a question about a record calls it: "Delete the valuation Common, Mar 14, 2025?" where its name is also another's. */
export const askedTitleOf = (resource: Resource, record: AnyRecord): string =>
  `${resource.heading ? say`the ${resource.singular} ` : ''}${titleOf(resource, record)}`;

function wordFor({ fields }: Resource, name: string, value: unknown): string {
  if (value === null || value === undefined) return '';
  return fields[name]?.kind === 'date' ? formatDay(String(value)) : String(value);
}
