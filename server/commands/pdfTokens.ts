// The tokens of a PDF, as its readers part them: strings with their escapes, names, numbers, comments.
const NAME_MAX = 4096;

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

/** The next token, and where it ends. */
export function tokenAt(bytes: Buffer, from: number): { token: Token; to: number } {
  let at = from;
  for (;;) {
    while (at < bytes.length && BLANK[bytes[at]!]) at += 1;
    if (bytes[at] !== PERCENT) break;
    while (at < bytes.length && bytes[at] !== 10 && bytes[at] !== 13) at += 1;
  }
  if (at >= bytes.length) return { token: { kind: 'end' }, to: at };
  const first = bytes[at]!;
  if (first === OPEN) return literalAt(bytes, at);
  if (first === SLASH) {
    const to = regularEnd(bytes, at + 1);
    return { token: { kind: 'name', text: unescapedName(bytes.toString('latin1', at + 1, to)) }, to };
  }
  if (first === LESS && bytes[at + 1] === LESS) return { token: { kind: 'open', text: '<<' }, to: at + 2 };
  if (first === MORE && bytes[at + 1] === MORE) return { token: { kind: 'close', text: '>>' }, to: at + 2 };
  if (first === LESS) {
    const end = bytes.indexOf(MORE, at);
    if (end === -1) return { token: { kind: 'end' }, to: bytes.length };
    return { token: { kind: 'text', from: at + 1, to: end, isHex: true }, to: end + 1 };
  }
  if (first === code('[')) return { token: { kind: 'open', text: '[' }, to: at + 1 };
  if (first === code(']')) return { token: { kind: 'close', text: ']' }, to: at + 1 };
  if (DELIMITER[first]) return { token: { kind: 'word', text: String.fromCharCode(first) }, to: at + 1 };
  const to = regularEnd(bytes, at);
  const text = bytes.toString('latin1', at, Math.min(to, at + NAME_MAX));
  // Some readers end a number where its digits do.
  const digits = /^[+-]?\d{1,15}(?=[A-Za-z]|$)/.exec(text)?.[0];
  if (digits) return { token: { kind: 'number', value: Number(digits) }, to: at + digits.length };
  return { token: { kind: 'word', text }, to };
}

/** Where a word, number or name ends that begins or goes on here. */
export function regularEnd(bytes: Buffer, from: number): number {
  let at = from;
  while (at < bytes.length && !BLANK[bytes[at]!] && !DELIMITER[bytes[at]!]) at += 1;
  return at;
}

const unescapedName = (text: string) =>
  text
    .slice(0, NAME_MAX)
    .replace(/#([0-9a-f]{2})/gi, (_whole, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/** Brackets within a text are its own where they are balanced or escaped. */
function literalAt(bytes: Buffer, from: number): { token: Token; to: number } {
  let depth = 0;
  for (let at = from; at < bytes.length; at += 1) {
    const each = bytes[at]!;
    if (each === BACKSLASH) at += 1;
    else if (each === OPEN) depth += 1;
    else if (each === CLOSE) {
      depth -= 1;
      if (depth === 0) return { token: { kind: 'text', from: from + 1, to: at, isHex: false }, to: at + 1 };
    }
  }
  return { token: { kind: 'end' }, to: bytes.length };
}

const ESCAPES: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

/** The end of a text as it is meant, whether a letter has one byte or two. */
export function endOf(bytes: Buffer, { from, to, isHex }: { from: number; to: number; isHex: boolean }): string {
  const written = bytes.toString('latin1', from, to);
  const meant = isHex
    ? Buffer.from(written.replace(/[^0-9a-f]/gi, '').replace(/^(?:..)*.$/, '$&0'), 'hex').toString('latin1')
    : written.replace(/\\(\r\n|[0-7]{1,3}|[^])/g, (_whole, escaped: string) => {
        if (/^[\r\n]/.test(escaped)) return '';
        if (/^[0-7]/.test(escaped)) return String.fromCharCode(Number.parseInt(escaped, 8) & 0xff);
        return ESCAPES[escaped] ?? escaped;
      });
  // The marks of an encoding and of a language, and every second byte of one that has two.
  return (
    meant
      .replace(/^(þÿ|ÿþ|ï»¿)/, '')
      .replaceAll('\u0000', '')
      // oxlint-disable-next-line no-control-regex -- ESC begins and ends the mark of a language.
      .replace(/\u001b[^\u001b]{0,20}\u001b/g, '')
      .slice(-300)
  );
}
