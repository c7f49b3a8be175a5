// Certificate numbers: a class's prefix and a counter, CS-1, CS-2 …. Numbers are never reused: the next one is one above the
// highest ever used.

/**
 * The next numbers for a prefix, in order, given all numbers ever used in the organisation (ended certificates too).
 * Where the numbers in use put a hyphen between prefix and counter ("OA" and "OA-7"), the next ones do too.
 */
export function nextCertificateNumbers(prefix: string, used: Iterable<string>, count: number): string[] {
  let highest = 0n;
  let separator = '';
  for (const number of used) {
    const counter = counterOf(prefix, number);
    if (counter === null || counter <= highest) continue;
    highest = counter;
    separator = number.charAt(prefix.length) === '-' ? '-' : '';
  }
  return Array.from({ length: count }, (_each, index) => `${prefix}${separator}${highest + BigInt(index) + 1n}`);
}

/** The counter of a number with that prefix: ("CS-", "CS-12") -> 12n; null for any other number, and beyond the 500 digits that a number may have. */
function counterOf(prefix: string, number: string): bigint | null {
  if (!number.startsWith(prefix)) return null;
  const digits = /^-?(\d{1,500})$/.exec(number.slice(prefix.length))?.[1];
  return digits === undefined ? null : BigInt(digits);
}

const withoutFirstZeros = (digits: string) => digits.replace(/^0+/, '');

/** CS-2 before CS-10: digits compare as numbers, everything else as text. */
export function compareNumbers(a: string, b: string): -1 | 0 | 1 {
  const partsOf = (number: string): string[] => number.match(/\d+|\D+/g) ?? [];
  const [left, right] = [partsOf(a), partsOf(b)];
  for (let place = 0; place < Math.max(left.length, right.length); place += 1) {
    const [one, other] = [left[place] ?? '', right[place] ?? ''];
    const areDigits = /^\d/.test(one) && /^\d/.test(other);
    const [x, y] = areDigits ? [withoutFirstZeros(one), withoutFirstZeros(other)] : [one, other];
    if (areDigits && x.length !== y.length) return x.length < y.length ? -1 : 1;
    if (x !== y) return x < y ? -1 : 1;
  }
  return a === b ? 0 : a < b ? -1 : 1;
}
