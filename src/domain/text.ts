// Why a text cannot be stored, or shown on one line, as it is given.

// eslint-disable-next-line no-control-regex -- NUL is what is refused here; PostgreSQL cannot store it.
const NUL = /\u0000/;

/** Why a text cannot be stored as given; null if it can. Half a surrogate pair would be stored as another character. */
export function textFault(value: string): string | null {
  if (NUL.test(value)) return 'A NUL character is not allowed.';
  return value.isWellFormed() ? null : 'This contains an incomplete character. Type it again.';
}

// Refuses invisible and bidirectional characters too, so that a name is what it looks like.
const NOT_OF_A_LINE = /[\p{Cc}\u2028\u2029\u200B-\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/u;

/** Why a text is no line of its own: a name or subject that mails, documents and lists show on one line. Null if it is. */
export const lineFault = (value: string): string | null =>
  textFault(value) ?? (NOT_OF_A_LINE.test(value) ? 'Use one line, without control or invisible characters.' : null);
