// The shapes of payments of the past: those of a file, and those that the company has.
import type { PaidFigure, Place } from '../records/records.ts';

export interface SheetPayment {
  shareholder_id: string;
  share_class_id: string;
  /** Null where the file does not say. */
  shares: string | null;
  gross: string;
  tax: string;
  net: string;
  paid_on: string;
  reference: string | null;
  /** What the file says itself, of what is compared with a payment that the company has. */
  said: readonly PaidFigure[];
}

export interface SheetDistribution {
  name: string;
  type: 'dividend' | 'return_of_capital' | 'liquidation' | 'interest';
  currency: string;
  record_date: string;
  payment_date: string;
  payments: SheetPayment[];
}

/** What a holder was paid, or is to be paid, by a distribution that the company has. */
export interface KnownPayment {
  distribution: string;
  currency: string;
  record_date: string;
  payment_date: string;
  /** Null while it is to be paid, and where all was withheld. */
  paid_on: string | null;
  /** It is approved here and still to be paid. */
  is_open: boolean;
  shareholder_id: string;
  share_class_id: string;
  shares: string | null;
  gross: string;
  tax: string;
  net: string;
}

/** A payment of the file with the rows that it comes from: several where a holder has several certificates. */
export interface PaidRow {
  distribution: SheetDistribution;
  payment: SheetPayment;
  /** The holder's name. */
  holder: string;
  places: Place[];
}
