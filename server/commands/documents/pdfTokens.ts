// Splits a PDF into tokens as PDF readers do: strings with their escapes, names, numbers, comments.
const NAME_MAX = 4096;
/** The maximum of bytes read at a time, however long a token is. */
const PIECE = 65_536;

export type Token =
  | { kind: 'name' | 'word'; text: string }
  | { kind: 'text'; from: number; to: number; isHex: boolean }
  | { kind: 'number'; value: number }
  | { kind: 'open' | 'close'; text: '<<' | '>>' | '[' | ']' }
  | { kind: 'end' };

const BLANK = new Uint8Array(256);
const DELIMITER = new Uint8Array(256);
for (const code of [0, 9, 10, 12, 13, 32]) BLANK[code] = 1;
for (const mark of '()<>[]{}/%') DELIMITER[mark.charCodeAt(0)] = 1;

export const isBlank = (byte: number) => BLANK[byte] === 1;
export const isDelimiter = (byte: number) => DELIMITER[byte] === 1;

const code = (character: string) => character.charCodeAt(0);
const [OPEN, CLOSE, LESS, MORE] = [code('('), code(')'), code('<'), code('>')];
const [SLASH, PERCENT, BACKSLASH] = [code('/'), code('%'), code('\\')];

const endedBy = (...codes: number[]) =>
  Uint8Array.from({ length: 256 }, (_none, byte) => (codes.includes(byte) ? 1 : 0));
const IRREGULAR = BLANK.map((isBlank, byte) => isBlank | DELIMITER[byte]!);
const LAST = { comment: endedBy(10, 13), hex: endedBy(MORE), name: IRREGULAR, word: IRREGULAR };

/** A comment, text, name or word that is longer than one piece, with its start. */
type Begun = { kind: 'comment' | 'text' | 'hex' | 'name' | 'word'; from: number; depth: number };

/** Reads tokens from a position on, piece by piece, so that the work of one step is limited for any input. */
export class Tokens {
  readonly #bytes: Buffer;
  #begun: Begun | null = null;
  /** The position read up to. */
  at: number;
  constructor(bytes: Buffer, at: number) {
    this.#bytes = bytes;
    this.at = at;
  }

  /** Null: more must be read before the next token is known. */
  next(): Token | null {
    const to = Math.min(this.#bytes.length, this.at + PIECE);
    return this.#begun ? this.#goOn(this.#begun, to) : this.#begin(to);
  }

  #begin(to: number): Token | null {
    const bytes = this.#bytes;
    while (this.at < to && BLANK[bytes[this.at]!]) this.at += 1;
    if (this.at >= bytes.length) return { kind: 'end' };
    if (this.at === to) return null;
    const first = bytes[this.at]!;
    const second = bytes[this.at + 1];
    if (first === PERCENT) return this.#long('comment', this.at, to);
    if (first === OPEN) return this.#long('text', this.at + 1, to);
    if (first === SLASH) return this.#long('name', this.at + 1, to);
    if (first === LESS && second === LESS) return this.#short({ kind: 'open', text: '<<' }, 2);
    if (first === MORE && second === MORE) return this.#short({ kind: 'close', text: '>>' }, 2);
    if (first === LESS) return this.#long('hex', this.at + 1, to);
    if (first === code('[')) return this.#short({ kind: 'open', text: '[' }, 1);
    if (first === code(']')) return this.#short({ kind: 'close', text: ']' }, 1);
    if (DELIMITER[first]) return this.#short({ kind: 'word', text: String.fromCharCode(first) }, 1);
    return this.#long('word', this.at, to);
  }

  #short(token: Token, length: number): Token {
    this.at += length;
    return token;
  }

  #long(kind: Begun['kind'], from: number, to: number): Token | null {
    this.#begun = { kind, from, depth: 1 };
    this.at = from;
    return this.#goOn(this.#begun, Math.max(from, to));
  }

  #goOn(begun: Begun, to: number): Token | null {
    const bytes = this.#bytes;
    const { kind, from } = begun;
    let isDone: boolean;
    if (kind === 'text') isDone = this.#isTextDone(begun, to);
    else {
      const isLast = LAST[kind];
      while (this.at < to && !isLast[bytes[this.at]!]) this.at += 1;
      isDone = this.at < to;
    }
    const isAtEnd = this.at >= bytes.length;
    if (!isDone && !isAtEnd) return null;
    this.#begun = null;
    if (kind === 'comment') return null;
    if (kind === 'name') return { kind, text: unescapedName(bytes.toString('latin1', from, this.#cut(from))) };
    if (kind === 'word') return this.#wordOrNumber(from);
    // The text has no end.
    if (!isDone) return { kind: 'end' };
    this.at += 1;
    return { kind: 'text', from, to: this.at - 1, isHex: kind === 'hex' };
  }

  /** Brackets inside a text belong to it if they are balanced or escaped. */
  #isTextDone(begun: Begun, to: number): boolean {
    const bytes = this.#bytes;
    for (; this.at < to; this.at += 1) {
      const each = bytes[this.at]!;
      if (each === BACKSLASH) this.at += 1;
      else if (each === OPEN) begun.depth += 1;
      else if (each === CLOSE) {
        begun.depth -= 1;
        if (begun.depth === 0) return true;
      }
    }
    return false;
  }

  #wordOrNumber(from: number): Token {
    const text = this.#bytes.toString('latin1', from, this.#cut(from));
    // Some readers end a number after its digits.
    const digits = /^[+-]?\d{1,15}(?=[A-Za-z]|$)/.exec(text)?.[0];
    if (!digits) return { kind: 'word', text };
    this.at = from + digits.length;
    return { kind: 'number', value: Number(digits) };
  }

  #cut(from: number): number {
    return Math.min(this.at, from + NAME_MAX);
  }
}

/** The end of a number that touches the word before it. Null if it is longer than any number. */
export function regularEnd(bytes: Buffer, from: number): number | null {
  const last = Math.min(bytes.length, from + NAME_MAX);
  let at = from;
  while (at < last && !IRREGULAR[bytes[at]!]) at += 1;
  return at === from + NAME_MAX ? null : at;
}

const unescapedName = (text: string) =>
  text.replace(/#([0-9a-f]{2})/gi, (_whole, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

const ESCAPES: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };
const MEANT_MAX = 4096;

/** Decodes a text with one or two bytes per letter. Null if it is longer than any file name. */
export function meantBy(
  bytes: Buffer,
  { from, to, isHex }: { from: number; to: number; isHex: boolean },
): string | null {
  if (to - from > MEANT_MAX) return null;
  const written = bytes.toString('latin1', from, to);
  const meant = isHex
    ? Buffer.from(written.replace(/[^0-9a-f]/gi, '').replace(/^(?:..)*.$/, '$&0'), 'hex').toString('latin1')
    : written.replace(/\\(\r\n|[0-7]{1,3}|[^])/g, (_whole, escaped: string) => {
        if (/^[\r\n]/.test(escaped)) return '';
        if (/^[0-7]/.test(escaped)) return String.fromCharCode(Number.parseInt(escaped, 8) & 0xff);
        return ESCAPES[escaped] ?? escaped;
      });
  // The byte order mark of an encoding; a text that has one may also contain language marks.
  const mark = /^(þÿ|ÿþ|ï»¿)/.exec(meant)?.[1];
  if (!mark) return meant;
  const pairs = Buffer.from(meant.slice(mark.length), 'latin1');
  if (mark === 'þÿ') pairs.subarray(0, pairs.length & ~1).swap16();
  const text = mark === 'ï»¿' ? meant.slice(mark.length) : pairs.toString('utf16le');
  // oxlint-disable-next-line no-control-regex -- ESC begins and ends the mark of a language.
  return text.replace(/\u001b[^\u001b]{0,20}\u001b/g, '');
}
