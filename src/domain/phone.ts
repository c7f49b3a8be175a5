// The phone number of an account: country code 1 and ten digits, typed in any form and shown in one. The server decides which
// numbers the SMS provider accepts.

const phoneDigitsCount = 11;
/** Room for `+1 (555) 123-4567` and one character more, which the formatting removes again. */
export const phoneFieldLength = 18;

/** Digits only, with a leading 1, eleven at most. Nothing typed stays nothing, so the field can be emptied. */
function phoneDigits(input: string): string {
  const digits = input.replace(/\D/g, '');
  if (digits === '') return '';
  return (digits.startsWith('1') ? digits : `1${digits}`).slice(0, phoneDigitsCount);
}

/** `15551234567` or any part of it as `+1 (555) 123-4567`. Punctuation appears only before a digit, so Backspace always removes one. */
export function formatPhone(input: string): string {
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

export function isCompletePhone(input: string): boolean {
  return phoneDigits(input).length === phoneDigitsCount;
}

/** As the sign-up call carries it: a plus and digits. */
export function phoneForWire(input: string): string {
  return `+${phoneDigits(input)}`;
}

/** Where the caret belongs in a formatted number so that `count` digits stand before it. */
export function caretAfterDigits(formatted: string, count: number): number {
  let seen = 0;
  for (let at = 0; at < formatted.length; at += 1) {
    if (seen === count) return at;
    if (/\d/.test(formatted.charAt(at))) seen += 1;
  }
  return formatted.length;
}
