// Reads one JSON file of a package item by item, with pauses.
import { parseExactly } from '../core/exactJson.ts';
import { CLOSE_LIST, CLOSE_OBJECT, COLON, COMMA, JsonReader, OPEN_LIST, OPEN_OBJECT, QUOTE } from './jsonReader.ts';
import type { PackageSize } from './jsonReader.ts';
import type { Slices } from '#src/domain/slices.ts';
import type { OcfObject } from '../core/types.ts';

/** `item`: the number of the item, from 1; null for a member outside of the list of items. */
export type RepeatedMember = { item: number | null; name: string };

/**
 * Checks the size of a file without parsing it, so that a package is refused before memory is spent on any of its files.
 * Faults of JSON are ignored here and found when the file is parsed. Refuses (422): unsafe_package.
 */
export function* checkFileLimits(path: string, bytes: Uint8Array, size: PackageSize): Slices<void> {
  const reader = new JsonReader(path, bytes, size);
  try {
    if (!reader.takes(OPEN_OBJECT)) return;
    for (let isFirst = true; !reader.takes(CLOSE_OBJECT); isFirst = false) {
      if (!isFirst) reader.expects(COMMA);
      const name = reader.valueOutsideItems();
      reader.expects(COLON);
      if (name.text !== '"items"' || !reader.takes(OPEN_LIST)) reader.valueOutsideItems();
      else
        for (let isFirstItem = true; !reader.takes(CLOSE_LIST); isFirstItem = false) {
          if (!isFirstItem) reader.expects(COMMA);
          reader.skipItem();
          if (reader.isSliceDone()) yield;
        }
    }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
}

/**
 * Like JSON.parse, but null where the bytes are no JSON object. `onRepeated` is called for each member that an object has twice;
 * the last one counts. Refuses (422): unsafe_package, for more than a package may hold.
 */
export function* parsePackageFile(
  path: string,
  bytes: Uint8Array,
  size: PackageSize,
  onRepeated: (member: RepeatedMember) => void,
): Slices<OcfObject | null> {
  try {
    return yield* membersOf(new JsonReader(path, bytes, size), onRepeated);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return null;
    throw error;
  }
}

function* membersOf(reader: JsonReader, onRepeated: (member: RepeatedMember) => void): Slices<OcfObject | null> {
  const others: string[] = [];
  let members = 0;
  let items: unknown[] | null = null;
  if (!reader.takes(OPEN_OBJECT)) return null;
  for (let isFirst = true; !reader.takes(CLOSE_OBJECT); isFirst = false) {
    if (!isFirst) reader.expects(COMMA);
    const name = reader.valueOutsideItems();
    if (name.kind !== QUOTE) throw new SyntaxError('A member has no name.');
    reader.expects(COLON);
    const isItems = JSON.parse(name.text) === 'items';
    if (isItems && reader.takes(OPEN_LIST)) {
      if (items !== null) onRepeated({ item: null, name: 'items' });
      items = yield* itemsOf(reader, onRepeated);
      continue;
    }
    if (isItems) items = null;
    const value = reader.valueOutsideItems();
    others.push(`${name.text}:${value.text}`);
    members += 1 + value.members;
  }
  reader.expectsEnd();
  const text = `{${others.join()}}`;
  const json = parseExactly(text) as OcfObject;
  if (members !== membersIn(json)) for (const name of repeatedIn(text)) onRepeated({ item: null, name });
  return items === null ? json : { ...json, items };
}

function* itemsOf(reader: JsonReader, onRepeated: (member: RepeatedMember) => void): Slices<unknown[]> {
  const items: unknown[] = [];
  for (let isFirst = true; !reader.takes(CLOSE_LIST); isFirst = false) {
    if (!isFirst) reader.expects(COMMA);
    const { text, members, isPlain } = reader.item();
    const item = isPlain ? (JSON.parse(text) as unknown) : parseExactly(text);
    items.push(item);
    if (members !== membersIn(item)) {
      for (const name of repeatedIn(text)) onRepeated({ item: items.length, name });
    }
    if (reader.isSliceDone()) yield;
  }
  return items;
}

/** The number of members in the parsed value. It is smaller than the number written when a name is there twice. */
function membersIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + membersIn(item), 0);
  // A raw numeral is an object with a member that is not in the file.
  if (rawJson.isRawJSON?.(value)) return 0;
  let count = 0;
  for (const name in value) count += 1 + membersIn((value as OcfObject)[name]);
  return count;
}
const rawJson = JSON as { isRawJSON?: (value: unknown) => boolean };

/** The names that are there twice in one object of a valid JSON text. Called only when there are some. */
function repeatedIn(text: string): Set<string> {
  const found = new Set<string>();
  const open: Set<string>[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '{' || character === '[') open.push(new Set());
    else if (character === '}' || character === ']') open.pop();
    else if (character === '"') {
      const start = at;
      for (at += 1; text[at] !== '"'; at += 1) if (text[at] === '\\') at += 1;
      if (!isName(text, at + 1)) continue;
      const name = JSON.parse(text.slice(start, at + 1)) as string;
      const names = open.at(-1);
      if (names?.has(name)) found.add(name);
      names?.add(name);
    }
  }
  return found;
}

function isName(text: string, after: number): boolean {
  let at = after;
  while (text[at] === ' ' || text[at] === '\n' || text[at] === '\r' || text[at] === '\t') at += 1;
  return text[at] === ':';
}
