// RFC 8785 canonical JSON, with numerals exactly as the database stores them: the hash chain must be the same for what was
// written and for what is read years later.

/** In: a JSON value, whose numerals may be raw (parseExactly). Out: one text for equal values. */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return plainNumeral(String(value));
  if (typeof value === 'string') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const object = value as Record<string, unknown>;
  // An object that only looks like a raw numeral is an object.
  if (isRawJson(object)) return plainNumeral(object.rawJSON);
  const members = Object.keys(object)
    .filter((key) => object[key] !== undefined)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(object[key])}`);
  return `{${members.join(',')}}`;
}

const isRawJson = (JSON as unknown as { isRawJSON: (value: unknown) => value is { rawJSON: string } }).isRawJSON;

/** "1.5e3" -> "1500", as jsonb stores it; digits after the point stay as written. */
function plainNumeral(text: string): string {
  const match = /^(-?)(\d+)(?:\.(\d+))?[eE]([+-]?\d+)$/.exec(text);
  if (!match) return text === '-0' ? '0' : text;
  const [, sign, whole = '', decimals = '', exponent] = match;
  const shift = Number(exponent);
  if (shift >= decimals.length) return `${sign}${(whole + decimals.padEnd(shift, '0')).replace(/^0+(?=\d)/, '')}`;
  const digits = (whole + decimals).padStart(decimals.length - shift + 1, '0');
  const point = digits.length - (decimals.length - shift);
  return `${sign}${digits.slice(0, point).replace(/^0+(?=\d)/, '')}.${digits.slice(point)}`;
}
