// A figure that is typed in a search, in any of the ways in which people separate thousands and decimals.

/** More digits than any figure of a company has. */
const DIGITS_MAX = 30;

/**
 * What a text may mean as a figure, as plain decimals: "1.234,50" is 1234.50, and "12,345" may be 12345 or 12.345. None: it is no
 * figure. A currency's sign or code may stand on either side.
 */
export function figuresOf(text: string): string[] {
  const bare = text
    .trim()
    .replace(/^(?:\p{Sc}|[A-Z]{3}\b)\s*/u, '')
    .replace(/\s*(?:\p{Sc}|\b[A-Z]{3})$/u, '');
  if (!/^\d[\d\s.,'’_]*$/.test(bare) || !/\d$/.test(bare) || bare.replace(/\D/g, '').length > DIGITS_MAX) return [];
  const meant = new Set([plain(bare.replace(/\D/g, ''))]);
  const decimals = /^(.*)([.,])(\d+)$/s.exec(bare);
  // A sign that stands only once, at the end, may begin the decimals.
  if (decimals && !decimals[1]!.includes(decimals[2]!))
    meant.add(plain(`${decimals[1]!.replace(/\D/g, '')}.${decimals[3]!}`));
  return [...meant];
}

const plain = (figure: string): string =>
  (figure.includes('.') ? figure.replace(/0+$/, '').replace(/\.$/, '') : figure).replace(/^0+(?=\d)/, '');
