// Tax numbers of the United States.

/** Out: the number as it is usually written; null if it cannot be one of this kind. */
export function writtenTaxNumber(kind: 'ssn' | 'ein', typed: string): string | null {
  const text = typed.trim();
  const shape = kind === 'ssn' ? /^\d{3}[- ]?\d{2}[- ]?\d{4}$/ : /^\d{2}[- ]?\d{7}$/;
  const digits = text.replace(/\D/g, '');
  if (!shape.test(text) || /^0{9}$/.test(digits)) return null;
  if (kind === 'ein') return `${digits.slice(0, 2)}-${digits.slice(2)}`;
  // No social security number begins with 000 or 666 or has zeros alone in a group. Those of an ITIN begin with 9.
  const [area, group, serial] = [digits.slice(0, 3), digits.slice(3, 5), digits.slice(5)];
  return area === '000' || area === '666' || group === '00' || serial === '0000' ? null : `${area}-${group}-${serial}`;
}
