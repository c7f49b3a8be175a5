// The differences between two versions of an object, field by field, with paths such as "name.legal_name".
import { isSameJson } from '../core/exactJson.ts';
import { isObject, numeralOf } from '../core/fields.ts';
import type { OcfObject } from '../core/types.ts';

export type Difference = { field: string; ours: unknown; theirs: unknown };

/** Sorted by field. A field that one version lacks is null there. */
export function differencesOf(ours: OcfObject, theirs: OcfObject, path = ''): Difference[] {
  const fields = [...new Set([...Object.keys(ours), ...Object.keys(theirs)])].sort();
  return fields.flatMap((field) => {
    const [mine, other] = [ours[field] ?? null, theirs[field] ?? null];
    if (isSameJson(mine, other)) return [];
    return isPlain(mine) && isPlain(other)
      ? differencesOf(mine, other, `${path}${field}.`)
      : [{ field: path + field, ours: mine, theirs: other }];
  });
}

const NAMED = 3;

/** "quantity is 100 here and 101 in the package"; only the first differences are named. */
export function differencesInWords(ours: OcfObject, theirs: OcfObject): string {
  const all = differencesOf(ours, theirs);
  const named = all
    .slice(0, NAMED)
    .map((each) => `${each.field} is ${shown(each.ours)} here and ${shown(each.theirs)} in the package`);
  const more = all.length - named.length;
  return [...named, ...(more > 0 ? [`${more} more ${more === 1 ? 'field differs' : 'fields differ'}`] : [])].join('; ');
}

function shown(value: unknown): string {
  if (value === null || value === '') return 'absent';
  const text = numeralOf(value) ?? JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60).toWellFormed()}…` : text;
}

/** An object with members, and not a raw numeral. */
const isPlain = (value: unknown): value is OcfObject => isObject(value) && numeralOf(value) === null;
