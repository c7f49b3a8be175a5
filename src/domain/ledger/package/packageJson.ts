// One JSON file of a package, read item by item out of its bytes, so that whoever reads may do something else in between.
import { parseExactly } from '../core/exactJson.ts';
import { CLOSE_LIST, CLOSE_OBJECT, COLON, COMMA, JsonReader, OPEN_LIST, OPEN_OBJECT, QUOTE } from './jsonReader.ts';
import type { Bulk } from './jsonReader.ts';
import type { Slices } from '../../slices.ts';
import type { OcfObject } from '../core/types.ts';

/** `item`: which of the items, from 1; null for what stands beside them. */
export type RepeatedMember = { item: number | null; name: string };

/**
 * Walks over a file and makes nothing of it: what would cost too much is refused for all files before one is parsed.
 * Bytes that are no JSON are passed over, and found when they are parsed. Refuses (422): unsafe_package.
 */
export function* weighPackageFile(path: string, bytes: Uint8Array, bulk: Bulk): Slices<void> {
  const reader = new JsonReader(path, bytes, bulk);
  try {
    if (!reader.takes(OPEN_OBJECT)) return;
    for (let isFirst = true; !reader.takes(CLOSE_OBJECT); isFirst = false) {
      if (!isFirst) reader.expects(COMMA);
      const name = reader.beside();
      reader.expects(COLON);
      if (name.text !== '"items"' || !reader.takes(OPEN_LIST)) reader.beside();
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
 * As JSON.parse: null where the bytes are no JSON object. `onRepeated` hears of members that one object has twice, of which
 * the last counts. Refuses (422): unsafe_package, for more than a package may hold.
 */
export function* parsePackageFile(
  path: string,
  bytes: Uint8Array,
  bulk: Bulk,
  onRepeated: (member: RepeatedMember) => void,
): Slices<OcfObject | null> {
  try {
    return yield* membersOf(new JsonReader(path, bytes, bulk), onRepeated);
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
    const name = reader.beside();
    if (name.kind !== QUOTE) throw new SyntaxError('A member has no name.');
    reader.expects(COLON);
    const isItems = JSON.parse(name.text) === 'items';
    if (isItems && reader.takes(OPEN_LIST)) {
      if (items !== null) onRepeated({ item: null, name: 'items' });
      items = yield* itemsOf(reader, onRepeated);
      continue;
    }
    if (isItems) items = null;
    const value = reader.beside();
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

/** Members of all objects in it, as parsed: fewer than were written where one name stands twice. */
function membersIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + membersIn(item), 0);
  // A numeral that is kept raw has a member of its own that nobody wrote.
  if (rawJson.isRawJSON?.(value)) return 0;
  let count = 0;
  for (const name in value) count += 1 + membersIn((value as OcfObject)[name]);
  return count;
}
const rawJson = JSON as { isRawJSON?: (value: unknown) => boolean };

/** The names that stand twice in one object of a sound JSON text. Only asked where there are some. */
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
