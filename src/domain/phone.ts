// The phone number of an account: country code 1 and ten digits, typed in any form and shown in one; or a number of another
// country as it is called from everywhere, such as +46701234567. The server decides which numbers the SMS provider accepts.

/** Whose numbers the field takes that formats while somebody types. */
export const countriesOfMask: readonly string[] = ['US', 'CA'];

const phoneDigitsCount = 11;
/** Room for `+1 (555) 123-4567` and one character more, which the formatting removes again. */
export const phoneFieldLength = 18;
/** Room for numbers of other countries as they are written and copied: what is cut at the end of one can be another number. */
export const phoneTypedLength = 60;

const ARABIC_DIGITS = /[\u0660-\u0669\u06f0-\u06f9]/g;

/**
 * What was typed or pasted, from its last plus or first digit on, in ordinary signs: numbers are copied with the marks of
 * directions around them, after "Tel.", or from keyboards whose plus and digits are others.
 */
export const phoneAsTyped = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replace(ARABIC_DIGITS, (sign) => String(sign.charCodeAt(0) & 0xf))
    .replace(/^.*(?=\+)|^[^\d+]+/s, '');

/** Digits only, with a leading 1, eleven at most. Nothing typed stays nothing, so the field can be emptied. */
function phoneDigits(input: string): string {
  const digits = phoneAsTyped(input)
    .replace(/^(?:00|011)\D*1/, '1')
    .replace(/\D/g, '');
  if (digits === '') return '';
  return (digits.startsWith('1') ? digits : `1${digits}`).slice(0, phoneDigitsCount);
}

/** `15551234567` or any part of it as `+1 (555) 123-4567`. Punctuation appears only before a digit, so Backspace always removes one. */
export function formatPhone(input: string): string {
  if (isTypedFromElsewhere(input)) return input;
  const digits = phoneDigits(input);
  if (digits === '') return '';
  const area = digits.slice(1, 4);
  const exchange = digits.slice(4, 7);
  const line = digits.slice(7);
  if (area === '') return '+1';
  if (exchange === '') return `+1 (${area}`;
  if (line === '') return `+1 (${area}) ${exchange}`;
  return `+1 (${area}) ${exchange}-${line}`;
}

/**
 * Typed as a number of another country: +46, or as it is called from some countries, 0046 and 01146. A plus alone is the
 * beginning of either. Such a text is never made one of country code 1.
 */
export const isTypedFromElsewhere = (typed: string): boolean =>
  /^(\+\D*[02-9]|(00|011)\D*[2-9])/.test(phoneAsTyped(typed));

const EXTENSION = /\d\W*(?:e?xt?\w*|[#;,])\W*\d+\D*$/i;

/** Why a text stays as it is typed, and is no number yet; null for one that the field formats. */
export function heldAsTyped(typed: string): 'elsewhere' | 'extension' | null {
  if (isTypedFromElsewhere(typed)) return 'elsewhere';
  const text = phoneAsTyped(typed);
  if (EXTENSION.test(text)) return 'extension';
  return /^(?!1|00\D*1|011\D*1)(?:\d\D*){11}/.test(text) ? 'elsewhere' : null;
}

/** No area code begins with a zero, so whoever typed one began as numbers begin elsewhere. */
export const hasNoAreaCode = (shown: string): boolean => shown.startsWith('+1 (0');

/** In the form that is sent, as the field for numbers of other countries keeps it; the other field's numbers have a bracket. */
export const isWirePhone = (value: string): boolean => /^\+\d{7,15}$/.test(value);

export const isCompletePhone = (value: string): boolean =>
  isWirePhone(value) || (!isTypedFromElsewhere(value) && /^1[^0].{9}$/.test(phoneDigits(value)));

/** As the calls carry it: a plus and digits. */
export const phoneForWire = (value: string): string => (isWirePhone(value) ? value : `+${phoneDigits(value)}`);

/** Where the caret belongs in a formatted number so that `count` digits stand before it. */
export function caretAfterDigits(formatted: string, count: number): number {
  let seen = 0;
  for (let at = 0; at < formatted.length; at += 1) {
    if (seen === count) return at;
    if (/\d/.test(formatted.charAt(at))) seen += 1;
  }
  return formatted.length;
}
