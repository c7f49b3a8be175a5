// Loads the certificate that a verb acts on: that it exists and is open, what is left in it, its issuance and its
// vesting.
import { AppError } from '#src/domain/errors.ts';
import { formatDecimal, grouped, parseDecimal } from '#src/domain/figures/decimal.ts';
import type { Decimal } from '#src/domain/figures/decimal.ts';
import { askedFor, countedShares, hasOrHave, isOrAre } from '#src/domain/inWords.ts';
import { vestedAt } from '#src/domain/vesting/schedule.ts';
import type { VestingInput } from '#src/domain/vesting/schedule.ts';
import { certificates } from '#src/resources/certificates.ts';
import type { Certificate } from '#src/resources/certificates.ts';
import { vestingInputs } from '#server/data/grantVesting.ts';
import type { CommandContext } from '../core/context.ts';
import { openSecurity } from '../securities/openSecurity.ts';
import type { OpenSecurity, WantedBeside } from '../securities/openSecurity.ts';

export interface OpenCertificate extends OpenSecurity<Certificate> {
  vesting: VestingInput;
  classId: string;
  className: string;
  holderName: string;
  /** The shares left in it, as a decimal string. */
  left: string;
}

/**
 * Refuses: not_found (404), not_active, later_entries (409). `holders`: the receiving side; `classes`: the classes it
 * converts into.
 */
export async function openCertificate(
  context: CommandContext,
  id: string,
  date: string,
  wanted: WantedBeside = {},
): Promise<OpenCertificate> {
  const open = await openSecurity(context, certificates, id, date, wanted);
  const { share_class_id, share_class, shareholder } = open.record;
  return {
    ...open,
    vesting: (await vestingInputs(context.tx, open.org, [id])).get(id)!,
    classId: share_class_id,
    className: share_class,
    holderName: shareholder,
    left: formatDecimal(open.source.remaining ?? 0n),
  };
}

/** How many shares the verb moves: all that are left, unless it names fewer. Refuses: not_enough_shares (409). */
export function movedQuantity(
  open: OpenCertificate,
  asked: string | null | undefined,
): { moved: string; balance: string | null } {
  const left = open.source.remaining ?? 0n;
  const moved = asked ? parseDecimal(asked)! : left;
  if (moved > left) {
    throw new AppError(
      'not_enough_shares',
      `Certificate ${open.source.row.custom_id} holds ${countedShares(left)}; ${askedFor(moved)}.`,
      {
        status: 409,
        fields: { quantity: `At most ${grouped(left)}.` },
      },
    );
  }
  return { moved: formatDecimal(moved), balance: moved === left ? null : formatDecimal(left - moved) };
}

/** Vested shares on a day; all of them when nothing vests or the schedule is not known. */
function vestedOf(open: OpenCertificate, date: string): Decimal {
  const vested = vestedAt(open.vesting, date);
  const left = open.source.remaining ?? 0n;
  return vested === null || vested > left ? left : vested;
}

/** Unvested shares leave their holder only when the company decides it. Refuses: unvested_shares (409). */
export function refuseUnvested(open: OpenCertificate, date: string, moved: Decimal, what: string): void {
  const vested = vestedOf(open, date);
  // Before the issue date nothing has vested, and the rules refuse that day themselves.
  if (moved <= vested || date < open.source.row.issued_on) return;
  throw new AppError(
    'unvested_shares',
    `Only ${grouped(vested)} of the shares of ${open.source.row.custom_id} ${isOrAre(vested)} vested on ${date}, so ${grouped(moved)} cannot be ${what}.`,
    { status: 409, fields: { quantity: `At most ${grouped(vested)} ${isOrAre(vested)} vested.` } },
  );
}

/** Whether shares are repurchased that have vested, or never vest, is a choice that is said. Refuses: quantity_needed (422). */
export function refuseUnsaid(open: OpenCertificate, date: string): void {
  const { custom_id, issued_on } = open.source.row;
  if (date < issued_on) return;
  const left = open.source.remaining ?? 0n;
  const isKnown = vestedAt(open.vesting, date) !== null;
  const vested = vestedOf(open, date);
  if (isKnown && vested === 0n) return;
  const unvested = left - vested;
  const fact = !isKnown
    ? `How many of the ${countedShares(left)} of ${custom_id} have vested is not known.`
    : unvested === 0n
      ? `All of ${custom_id} has vested.`
      : `${grouped(unvested)} of the shares of ${custom_id} ${hasOrHave(unvested)} not vested on ${date}, and ${grouped(vested)} ${hasOrHave(vested)}.`;
  throw new AppError('quantity_needed', `${fact} Say how many are repurchased; unvested ones go first.`, {
    status: 422,
    fields: { quantity: `${fact} Enter how many.` },
  });
}
