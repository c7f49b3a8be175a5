// A bank statement as lines, before anybody asks which payment each is. Only what matching needs is kept: no account of
// anybody.

import type { Direction } from './bankWords.ts';

/** How lines are read; one that was read another way before is read again when its file is chosen again. */
export const STATEMENT_EDITION = 3;

/** What a file does not say of a line, and a person must. */
export const lineQuestions = [
  'direction_word',
  'direction_kind',
  'direction_unsigned',
  'direction_sign',
  'direction_text',
  'standing_word',
  'standing_text',
] as const;

export interface LineQuestion {
  kind: (typeof lineQuestions)[number];
  /** As the bank wrote it; empty where the line has none. */
  word: string;
  /** The heading of its column. */
  column: string;
}

export interface StatementLine {
  /** The row of the file, or the number of the entry. */
  number: number;
  date: string | null;
  /** Without a sign; null where it cannot be read. */
  amount: string | null;
  /** Null where the file does not say it. */
  currency: string | null;
  /** Null: the file does not say, and `asks` has the question. */
  direction: Direction | null;
  /** Everything that may name a payment. */
  reference: string;
  /** Why it cannot be matched whatever it names; null if it can. */
  fault: string | null;
  /** What the bank says of a line that is not booked. */
  not_booked?: string;
  questions?: LineQuestion[];
  /** Why money came back, where the bank says it apart. */
  reason?: string;
}

/** What a table holds beside its lines. */
export interface Unread {
  /** Headings of columns that hold something. */
  columns: string[];
  /** Rows that hold something and are no lines. */
  rows: number[];
}

export const STATEMENT_LINES_MAX = 20_000;

/**
 * A text that is an account number by its form is not kept. The id of a payment, with or without dashes, is none: one of
 * four hundred has a part whose check digits are right by chance, and would not be found by its own statement.
 */
export const withoutAccounts = (text: string): string =>
  text.replace(
    /(?<![A-Z0-9])(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32})(?![A-Z0-9])|(?<![A-Z0-9])[A-Z]{2}\d{2}(?:[\s-]?[A-Z0-9]{4}){2,7}(?:[\s-]?[A-Z0-9]{1,3})?(?![A-Z0-9])/gi,
    (found) => {
      if (PAYMENT_ID.test(found)) return found;
      const plain = found.replace(/[\s-]/g, '');
      return isIbanLike(plain.toUpperCase()) ? `…${plain.slice(-4)}` : found;
    },
  );

const PAYMENT_ID = /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32})$/i;

/** By its two check digits (ISO 7064, mod 97). */
function isIbanLike(text: string): boolean {
  if (text.length < 15 || text.length > 34) return false;
  const moved = text.slice(4) + text.slice(0, 4);
  const digits = [...moved].map((character) => parseInt(character, 36).toString()).join('');
  return BigInt(digits) % 97n === 1n;
}
