// The most common passwords, and the additions with which people use them. The list is a file beside this one; whoever asks
// reads it, because the server and a browser read files differently.

export type CommonPasswords = ReadonlySet<string>;

/** In: the content of commonPasswords.txt. The most used first. */
export const readCommonPasswords = (file: string): CommonPasswords =>
  new Set([
    ...file.split('\n').filter((line) => line !== '' && !line.startsWith('#')),
    // Everybody would try the product's name.
    'sharebook',
  ]);

/** Additions that people use to meet a rule: capitals anywhere, and digits and symbols before and after the word. */
const BEFORE_MAX = 2;
const AFTER_MAX = 6;
const WORD_MIN = 4;

/** Digits and symbols used for letters; 1 is read as i and as l. */
const SWAPPED: Record<string, string> = {
  '0': 'o',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};
export const unswapped = (text: string, one: string) =>
  text.replace(/[\d@$!]/g, (mark) => (mark === '1' ? one : (SWAPPED[mark] ?? mark)));

const ROWS = [
  '`1234567890-=',
  '~!@#$%^&*()_+',
  'qwertyuiop[]\\',
  "asdfghjkl;'",
  'zxcvbnm,./',
  'abcdefghijklmnopqrstuvwxyz',
];
const KEYBOARD = [...ROWS, ...ROWS.map((row) => [...row].reverse().join(''))];
const ROW_MIN = 6;
/** Longer passwords are not checked for a repeated word. */
const REPEATED_MAX = 128;

const repeatedIn = (text: string): string | undefined =>
  text.length <= REPEATED_MAX ? /^(.{3,}?)\1+$/u.exec(text)?.[1] : undefined;

function isInCommonList(text: string, passwords: CommonPasswords): boolean {
  if (/^(.)\1*$/u.test(text)) return true;
  if (text.length >= ROW_MIN && KEYBOARD.some((row) => row.includes(text))) return true;
  return [text, repeatedIn(text) ?? text].some((word) =>
    [word, unswapped(word, 'i'), unswapped(word, 'l')].some((read) => passwords.has(read)),
  );
}

/**
 * Whether the password is on the list, also with the usual capital, digit and symbol (`Password1!`), with digits for
 * letters, written twice, or as a row of the keyboard.
 */
export function isCommonPassword(password: string, passwords: CommonPasswords): boolean {
  const whole = password.normalize('NFKC').toLowerCase();
  // Removes any repetition of one symbol at the end.
  const text = whole.replace(/([^\p{L}])\1+$/u, '$1');
  if (isInCommonList(whole, passwords)) return true;
  const once = repeatedIn(whole);
  if (once !== undefined && isCommonPassword(once, passwords)) return true;
  const before = Math.min(BEFORE_MAX, /^[^\p{L}]*/u.exec(text)![0].length);
  const after = Math.min(AFTER_MAX, text.length - text.search(/[^\p{L}]*$/u));
  for (let start = 0; start <= before; start += 1)
    for (let end = text.length; end >= text.length - after && end - start >= WORD_MIN; end -= 1)
      if (isInCommonList(text.slice(start, end), passwords)) return true;
  return false;
}
