// What a number format says about a number: whether it is a day, a percentage or money, and with how many decimals.
import type { PackedFormat } from './packedGrid.ts';

/** The formats that a file uses by number without writing them down (ECMA-376, part 1, 18.8.30). */
const BUILT_IN: Readonly<Record<number, string>> = {
  0: 'General',
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  5: '$#,##0',
  6: '$#,##0',
  7: '$#,##0.00',
  8: '$#,##0.00',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  37: '#,##0',
  38: '#,##0',
  39: '#,##0.00',
  40: '#,##0.00',
  41: '#,##0',
  42: '$#,##0',
  43: '#,##0.00',
  44: '$#,##0.00',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
  48: '##0.0E+0',
  49: '@',
};
/** Days, among them those of East Asian editions. */
const isBuiltInDay = (id: number) =>
  (id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58);

export const GENERAL: PackedFormat = { format: 'general', places: null };

/** In: the number of a format, and its code if the file writes one. */
export function formatOf(id: number, code: string | undefined): PackedFormat {
  if (code === undefined && isBuiltInDay(id)) return { format: 'date', places: null };
  const marks = code === undefined ? null : marksOf(code);
  return { ...readFormat(code ?? BUILT_IN[id] ?? 'General'), ...(marks !== null && { marks }) };
}

/** What a bank writes beside a figure, where the stored number has none of it. */
const OF_BANKS = /(?<!\p{L})(cr|dr|db|credit|debit|c|d|h|s|haben|soll)(?!\p{L})|\+/iu;

/** In: a format's code. Out: what its sections write beside a number of either sign; null where none is a mark of a bank. */
function marksOf(code: string): PackedFormat['marks'] | null {
  const parts = (code.match(/"[^"]*"?|\[[^\]]*\]?|[\\_*][^]|[^]/gu) ?? []).filter((part) => !/^[_*]/.test(part));
  const sections = ['', '', ''];
  let at = 0;
  let last = '';
  for (const part of parts) {
    if (part === ';') at += 1;
    else if (part.startsWith('"')) sections[at] += part.replaceAll('"', '');
    else if (part.startsWith('\\')) sections[at] += part.slice(1);
    else if (part === '+' && !/e/i.test(last)) sections[at] += part;
    last = part;
  }
  const [positive = '', negative = ''] = sections;
  if (!sections.slice(0, 2).some((words) => OF_BANKS.test(words))) return null;
  // A section that holds for other numbers than those below zero may be any of them.
  if (parts.some((part) => /^\[[<>=]/.test(part))) return ['?', '?'];
  return [positive.trim(), at === 0 ? `-${positive.trim()}` : negative.trim()];
}

/** In: a format's code, such as `#,##0.00 [$€-407];[Red]-#,##0.00 [$€-407]`. Its first section says it all. */
function readFormat(code: string): PackedFormat {
  const { symbols, words } = firstSection(code);
  if (/^general/i.test(symbols.trim())) return isMoney(words) ? { format: 'money', places: null } : GENERAL;
  const isDay = /[yd]/i.test(symbols) || (/m/i.test(symbols) && !/[hs]/i.test(symbols));
  if (isDay) return { format: 'date', places: null };
  if (/[hs]/i.test(symbols)) return GENERAL;
  const places = placesOf(symbols);
  if (symbols.includes('%')) return { format: 'percent', places };
  return { format: isMoney(words) ? 'money' : 'general', places };
}

/** Out: what stands for digits and parts of a day, and apart from it what is written as it is. */
function firstSection(code: string): { symbols: string; words: string[] } {
  let symbols = '';
  const words: string[] = [];
  // A quoted text, [a currency, colour or condition], a character that is escaped, left out as wide as, or repeated.
  for (const [part] of code.matchAll(/"[^"]*"?|\[[^\]]*\]?|[\\_*][^]|[^]/gu)) {
    if (part === ';') break;
    if (part.startsWith('"')) words.push(part.replaceAll('"', ''));
    else if (part.startsWith('[$')) words.push(part.slice(2).replace(/(-[^-\]]*)?\]?$/, ''));
    else if (/^\[[hms]+\]$/i.test(part)) symbols += part.slice(1, -1);
    else if (part.startsWith('\\')) words.push(part.slice(1));
    else if (/^\p{Sc}$/u.test(part)) words.push(part);
    else if (!/^[[_*]/.test(part)) symbols += part;
  }
  return { symbols, words };
}

/** A sign such as €, the three letters of a currency, or the crown of the north. */
const isMoney = (words: readonly string[]) =>
  words.some((word) => /\p{Sc}/u.test(word) || /^\s*([A-Z]{3}|kr\.?|Fr\.?|zł|Kč|Ft|R\$)\s*$/u.test(word));

function placesOf(symbols: string): number | null {
  // Scientific, a fraction, or shown in thousands.
  if (/e[+-]|[0#?]\s*\/|[0#?],+(?![0#?,])/i.test(symbols)) return null;
  const digits = /[0#?]*(\.([0#?]*))?/.exec(symbols.replace(/[^0#?.]/g, ''));
  if (!/[0#?]/.test(symbols)) return null;
  return Math.min(digits?.[2]?.length ?? 0, 30);
}
