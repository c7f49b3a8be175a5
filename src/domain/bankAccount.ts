// The check digit of an American routing number.

/**
 * Whether nine digits are a routing number of the American Bankers Association: the digits weighted 3, 7, 1 in turn sum to a
 * multiple of ten. A row of zeros satisfies the sum and belongs to no bank.
 */
export function isRoutingNumber(digits: string): boolean {
  if (!/^\d{9}$/.test(digits) || digits === '000000000') return false;
  const weights = [3, 7, 1];
  const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * weights[at % 3]!, 0);
  return sum % 10 === 0;
}
