// Figures for a certificate's dialogs: its shares, and how many of them are unvested on a day.
import { say } from '#src/words/say.ts';
import { useGetOne } from 'react-admin';
import { formatDecimal, parseDecimal } from '#src/domain/figures/decimal.ts';
import type { Decimal } from '#src/domain/figures/decimal.ts';
import type { ShownCertificate } from '#src/contract/recordPages.ts';
import type { ShownVesting } from '#src/contract/securityPages.ts';
import { countOf, countShares } from '#src/admin/kit/counts.ts';
import { formatShares } from '#src/admin/kit/format.ts';
import { wholeRecord } from '#src/admin/session/wholeRecord.ts';
import { plainDecimal } from '#src/admin/kit/verbs/figures.ts';
import type { Values } from '#src/admin/kit/verbs/types.ts';

export const nameOf = (record: ShownCertificate) => record.certificate_number;
export const heldBy = (record: ShownCertificate) =>
  say`${countOf(record.quantity, say`${record.share_class} shares`, say`${record.share_class} share`)} of ${record.shareholder}`;
/** "1 share", or all of its shares if no number was typed. */
export const moved = (record: ShownCertificate, values: Values) =>
  countShares(plainDecimal(values.quantity ?? record.quantity) ?? '0');

export const vestingOf = (record: ShownCertificate | undefined): ShownVesting | null => record?.vesting ?? null;

/** The shares unvested on a day; null if unknown, and zero if the certificate has no vesting. */
export function unvestedOn(record: ShownCertificate | undefined, day: unknown): Decimal | null {
  const vesting = vestingOf(record);
  if (!vesting) return 0n;
  if (vesting.vested === null || typeof day !== 'string') return null;
  const whole = parseDecimal(record!.quantity) ?? 0n;
  const vested = vesting.tranches
    .filter(({ date }) => date <= day)
    .reduce((sum, { quantity }) => sum + (parseDecimal(quantity) ?? 0n), 0n);
  return vested < whole ? whole - vested : 0n;
}

export const unvestedText = (record: ShownCertificate | undefined, day: unknown): string => {
  const unvested = unvestedOn(record, day);
  return unvested === null ? say`not known` : formatShares(formatDecimal(unvested));
};

/** The certificate with its vesting and conversions, which a row of a list does not carry. */
export function useWholeCertificate(record: ShownCertificate): ShownCertificate | undefined {
  const isWhole = record.vesting !== undefined;
  const { data } = useGetOne<ShownCertificate>(
    'certificates',
    { id: record.id, ...wholeRecord },
    { enabled: !isWhole, retry: false },
  );
  return isWhole ? record : data;
}
