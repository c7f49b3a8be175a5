// Walks over the bytes of a JSON file before they are parsed, and refuses files that would need too much memory or time.
import { AppError } from '#src/domain/errors.ts';

/** Limits for all files of a package together. A real package of 400,000 transactions stays below half of them. */
const ITEMS_MAX = 1_000_000;
const VALUES_MAX = 25_000_000;
/** Items that cannot be objects of the format: without a type or an id, or with an id that is taken. */
const NAMELESS_MAX = 10_000;
const ITEM_BYTES_MAX = 8 * 1024 * 1024;
const ITEM_VALUES_MAX = 200_000;
const DEPTH_MAX = 1000;
const BLANKS_MAX = 1024 * 1024;
const SLICE_BYTES = 128 * 1024;

/** What was counted in a package so far. */
export interface PackageSize {
  items: number;
  values: number;
  nameless: number;
}

export const emptyPackageSize = (): PackageSize => ({ items: 0, values: 0, nameless: 0 });

/** Counts an item that is no object of the format. Refuses (422): unsafe_package, when there are too many. */
export function countNameless(size: PackageSize, path: string): void {
  size.nameless += 1;
  if (size.nameless > NAMELESS_MAX)
    throw unsafe(
      `${path} exceeds the package's limit of ${figure(NAMELESS_MAX)} items without a type or a unique id, so this is not an Open Cap Format package`,
    );
}

export type Written = {
  text: string;
  /** Its first character. */
  kind: number;
  members: number;
  /** JSON.parse reads all its numerals exactly. */
  isPlain: boolean;
};

export const [QUOTE, COMMA, COLON] = [0x22, 0x2c, 0x3a];
const [BACKSLASH, DOT] = [0x5c, 0x2e];
export const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST] = [0x7b, 0x7d, 0x5b, 0x5d];
const DIGITS_A_FLOAT_HOLDS = 15;

/** Finds where values end. Whether a value is valid JSON is left to JSON.parse. */
export class JsonReader {
  private at: number;
  private sliceEnd = SLICE_BYTES;
  private besideBytes = 0;
  private besideValues = 0;
  private readonly decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  private readonly path: string;
  private readonly bytes: Uint8Array;
  private readonly size: PackageSize;

  constructor(path: string, bytes: Uint8Array, size: PackageSize) {
    this.path = path;
    this.bytes = bytes;
    this.size = size;
    const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
    this.at = hasMark ? 3 : 0;
  }

  isSliceDone(): boolean {
    if (this.at < this.sliceEnd) return false;
    this.sliceEnd = this.at + SLICE_BYTES;
    return true;
  }

  /** Whether this character comes next. If so, reading continues after it. */
  takes(character: number): boolean {
    this.skipBlanks();
    if (this.bytes[this.at] !== character) return false;
    this.at += 1;
    return true;
  }

  expects(character: number): void {
    if (!this.takes(character)) throw new SyntaxError('Something else was expected.');
  }

  expectsEnd(): void {
    this.skipBlanks();
    if (this.at < this.bytes.length) throw new SyntaxError('Something follows the object.');
  }

  item(): Written {
    this.countItem();
    return this.value();
  }

  skipItem(): void {
    this.countItem();
    this.walk();
  }

  private countItem(): void {
    this.size.items += 1;
    if (this.size.items > ITEMS_MAX)
      throw unsafe(`${this.path} exceeds the package's limit of ${figure(ITEMS_MAX)} items`);
  }

  /** Reads a value outside the list of items, or a name. All of them together may be as long as one item. */
  valueOutsideItems(): Written {
    const written = this.value();
    this.besideBytes += written.text.length;
    this.besideValues += 1 + written.members;
    if (this.besideBytes > ITEM_BYTES_MAX) throw unsafe(`${this.path} is larger than 8 MiB, not counting its items`);
    if (this.besideValues > ITEM_VALUES_MAX)
      throw unsafe(`${this.path} holds more than ${figure(ITEM_VALUES_MAX)} values, not counting its items`);
    return written;
  }

  private value(): Written {
    const walked = this.walk();
    return { ...walked, text: this.decoder.decode(this.bytes.subarray(walked.start, this.at)) };
  }

  /** Reads to the end of a value. */
  private walk(): Omit<Written, 'text'> & { start: number } {
    this.skipBlanks();
    const start = this.at;
    const limit = start + ITEM_BYTES_MAX;
    const kind = this.bytes[start] ?? 0;
    let members = 0;
    let isPlain = true;
    let values = 1;
    if (kind === QUOTE) this.skipText(limit);
    else if (kind !== OPEN_OBJECT && kind !== OPEN_LIST) {
      this.skipWord(limit);
      isPlain = false;
    } else {
      let depth = 0;
      let digits = 0;
      do {
        const character = this.bytes[this.at];
        if (character === QUOTE) {
          this.skipText(limit);
          digits = 0;
          continue;
        }
        this.at += 1;
        if (character !== undefined && character >= 0x30 && character <= 0x39) {
          digits += 1;
          if (digits > DIGITS_A_FLOAT_HOLDS) isPlain = false;
          continue;
        }
        if (character === OPEN_OBJECT || character === OPEN_LIST) {
          depth += 1;
          values += 1;
          if (depth > DEPTH_MAX) throw this.tooMuch(`is nested more than ${figure(DEPTH_MAX)} deep`);
        } else if (character === CLOSE_OBJECT || character === CLOSE_LIST) depth -= 1;
        else if (character === COMMA) values += 1;
        else if (character === COLON) members += 1;
        // A fraction or an exponent; the "e" of true and false follows no digit.
        else if (character === DOT || (digits > 0 && (character === 0x65 || character === 0x45))) isPlain = false;
        digits = 0;
        if (this.at > limit || this.at > this.bytes.length) throw this.tooLong();
        if (values > ITEM_VALUES_MAX || members > ITEM_VALUES_MAX)
          throw this.tooMuch(`holds more than ${figure(ITEM_VALUES_MAX)} values`);
      } while (depth > 0);
    }
    this.size.values += values;
    if (this.size.values > VALUES_MAX)
      throw unsafe(`${this.path} exceeds the package's limit of ${figure(VALUES_MAX)} values`);
    return { start, kind, members, isPlain };
  }

  private skipBlanks(): void {
    const { bytes } = this;
    const limit = this.at + BLANKS_MAX;
    for (;;) {
      const character = bytes[this.at];
      if (character !== 0x20 && character !== 0x0a && character !== 0x0d && character !== 0x09) return;
      this.at += 1;
      if (this.at > limit) throw unsafe(`${this.path} holds more than a megabyte of blanks in one place`);
    }
  }

  private skipText(limit: number): void {
    const { bytes } = this;
    const end = Math.min(limit, bytes.length);
    let at = this.at + 1;
    while (at < end && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
    this.at = at + 1;
    if (at >= end) throw this.tooLong();
  }

  private skipWord(limit: number): void {
    const { bytes } = this;
    const end = Math.min(limit, bytes.length);
    while (this.at < end && !ENDS_A_WORD.has(bytes[this.at]!)) this.at += 1;
    if (this.at >= end) throw this.tooLong();
  }

  /** The bytes end within the value, or the value is too long. */
  private tooLong(): Error {
    if (this.at >= this.bytes.length) return new SyntaxError('The bytes end within a value.');
    return this.tooMuch('is larger than 8 MiB');
  }

  private tooMuch(why: string): AppError {
    return unsafe(`something in ${this.path} ${why}`);
  }
}

const ENDS_A_WORD = new Set([COMMA, CLOSE_OBJECT, CLOSE_LIST, COLON, 0x20, 0x0a, 0x0d, 0x09]);

const figure = (count: number) => count.toLocaleString('en-US');
const unsafe = (why: string) =>
  new AppError('unsafe_package', `This file could not be processed safely: ${why}.`, { status: 422 });
