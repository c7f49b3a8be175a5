// Finds values that no database column can hold. Such an item is left out, with a finding.
import { isObject } from '../core/fields.ts';

const DEPTH_MAX = 64;
/** For ids and names, which are indexed. */
const ID_LENGTH_MAX = 500;
const NAMES = new Set(['name', 'legal_name', 'plan_name']);

/** The reason why an object cannot be stored, to follow its name in a sentence; null when it can. */
export function unstorableReason(value: unknown, depth = 0, key = ''): string | null {
  if (depth > DEPTH_MAX) return `is nested more than ${DEPTH_MAX} deep`;
  if (typeof value === 'string') return textReason(value, key);
  if (Array.isArray(value)) {
    const items = value.map((item): [string, unknown] => [key, item]);
    return firstReason(items, depth);
  }
  return isObject(value) ? firstReason(Object.entries(value), depth) : null;
}

/** The text as a column can hold it: without NUL characters and unpaired surrogates. */
export function storableText(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed();
}

function firstReason(members: [string, unknown][], depth: number): string | null {
  for (const [key, value] of members) {
    const reason = textReason(key, '') ?? unstorableReason(value, depth + 1, key);
    if (reason !== null) return reason;
  }
  return null;
}

function textReason(text: string, key: string): string | null {
  if (text.includes('\u0000')) return 'contains a NUL character';
  if (!text.isWellFormed()) return 'contains an incomplete character';
  const isId = key === 'id' || key.endsWith('_id') || key.endsWith('_ids');
  if (text.length <= ID_LENGTH_MAX || !(isId || NAMES.has(key))) return null;
  return `has ${isId ? 'an id' : 'a name'} of more than ${ID_LENGTH_MAX} characters`;
}
