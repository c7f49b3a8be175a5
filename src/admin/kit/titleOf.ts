// What a record is called in the headings of its pages.
import type { Resource } from '../../resources/kit/defineResource.ts';
import type { AnyRecord } from './fieldKinds.tsx';
import { shortId } from './format.ts';

export function titleOf(resource: Resource, record: AnyRecord): string {
  if (resource.title !== 'id') return String(record[resource.title] ?? shortId(record.id));
  const names = (resource.heading ?? []).map((name) => record[name]).filter(Boolean);
  if (names.length > 0) return names.map(String).join(', ');
  const word = resource.singular;
  return `${word.charAt(0).toUpperCase()}${word.slice(1)} ${shortId(record.id)}`;
}
