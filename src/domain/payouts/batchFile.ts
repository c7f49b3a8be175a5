// What the files for a bank have in common. Each format writes a head, one text for each payment, and a tail, so that a file of
// any length is written piece by piece.
import { AppError } from '../errors.ts';
import type { Debtor, PayeeAccount } from './accounts.ts';

export interface BatchPayment {
  id: string;
  /** The distribution's name, which the holder reads on their statement. */
  reference: string;
  /** In plain letters, if the format takes no others. */
  name: string;
  is_individual: boolean;
  /** With two decimals. */
  amount: string;
  /** Only a CSV may pay who has no account. */
  account: PayeeAccount | null;
  /** A zero-dollar entry that tries the account; in NACHA files alone. */
  is_prenote?: boolean;
}

export interface BatchHead {
  id: string;
  /** RFC 3339, UTC. */
  made_at: string;
  execution_date: string;
  currency: string;
  count: number;
  /** Zero-dollar entries beside the payments. */
  prenotes?: number;
  total: string;
  debtor: Debtor;
  /** How many NACHA files the company made that day before this one, and the number of this one's first entry. */
  files_of_day?: number;
  first_trace?: number;
}

export interface BatchWriter {
  head(): string;
  payment(payment: BatchPayment): string;
  tail(): string;
}

/** The most cents of one payment: ten digits in a NACHA file, eighteen in a pain.001. */
export const ENTRY_MAX = { nacha: 9_999_999_999n, 'pain.001': 999_999_999_999_999_999n } as const;

export const tooLarge = (sentence: string) => new AppError('too_large_for_format', sentence, { status: 422 });

/** At most 35 letters and digits, as ISO 20022 has it. */
export const endToEndId = (payment: string): string => payment.replaceAll('-', '');

/** The one group of payments in a message of ISO 20022. */
export const paymentGroupId = (batch: string): string => `${endToEndId(batch)}-1`;
