// Figures for a certificate's dialogs: its shares, and how many of them are unvested on a day.
import { useGetOne } from 'react-admin';
import { formatDecimal, parseDecimal } from '../../../domain/figures/decimal.ts';
import type { Decimal } from '../../../domain/figures/decimal.ts';
import { certificates } from '../../../resources/certificates.ts';
import type { AnyRecord } from '../../kit/fieldKinds.tsx';
import { countShares, formatShares } from '../../kit/format.ts';
import { wholeRecord } from '../../session/wholeRecord.ts';
import { plainDecimal } from '../../kit/verbs/figures.ts';
import type { Values } from '../../kit/verbs/types.ts';

export interface ShownVesting {
  vesting_start: string | null;
  /** Vested by today; null if its schedule is not among the company's records. */
  vested: string | null;
  tranches: { date: string; quantity: string }[];
}

export const nameOf = (record: AnyRecord) => String(record[certificates.title]);
export const heldBy = (record: AnyRecord) =>
  `${countShares(String(record.quantity), `${String(record.share_class)} share`)} of ${String(record.shareholder)}`;
/** "1 share", or all of its shares if no number was typed. */
export const moved = (record: AnyRecord, values: Values) =>
  countShares(plainDecimal(values.quantity ?? record.quantity) ?? '0');

export const vestingOf = (record: AnyRecord | undefined): ShownVesting | null =>
  (record?.vesting as ShownVesting | null | undefined) ?? null;

/** The shares unvested on a day; null if unknown, and zero if the certificate has no vesting. */
export function unvestedOn(record: AnyRecord | undefined, day: unknown): Decimal | null {
  const vesting = vestingOf(record);
  if (!vesting) return 0n;
  if (vesting.vested === null || typeof day !== 'string') return null;
  const whole = parseDecimal(record!.quantity) ?? 0n;
  const vested = vesting.tranches
    .filter(({ date }) => date <= day)
    .reduce((sum, { quantity }) => sum + (parseDecimal(quantity) ?? 0n), 0n);
  return vested < whole ? whole - vested : 0n;
}

export const unvestedText = (record: AnyRecord | undefined, day: unknown): string => {
  const unvested = unvestedOn(record, day);
  return unvested === null ? 'not known' : formatShares(formatDecimal(unvested));
};

/** The certificate with its vesting and conversions, which a row of a list does not carry. */
export function useWholeCertificate(record: AnyRecord): AnyRecord | undefined {
  const isWhole = record.vesting !== undefined;
  const { data } = useGetOne<AnyRecord>(
    'certificates',
    { id: record.id, ...wholeRecord },
    { enabled: !isWhole, retry: false },
  );
  return isWhole ? record : data;
}
