// The certificate a verb acts on: there, open, what is left in it, the entry that issued it, and how it vests.
import { AppError } from '../../../src/domain/errors.ts';
import { formatDecimal, grouped, ONE, parseDecimal } from '../../../src/domain/figures/decimal.ts';
import type { Decimal } from '../../../src/domain/figures/decimal.ts';
import { askedFor, countedShares, isOrAre } from '../../../src/domain/inWords.ts';
import { vestedAt } from '../../../src/domain/vesting/schedule.ts';
import type { VestingInput } from '../../../src/domain/vesting/schedule.ts';
import { certificates } from '../../../src/resources/certificates.ts';
import { vestingInputs } from '../../data/grantVesting.ts';
import type { CommandContext } from '../core/context.ts';
import { openSecurity } from '../securities/openSecurity.ts';
import type { OpenSecurity, WantedBeside } from '../securities/openSecurity.ts';

export interface OpenCertificate extends OpenSecurity {
  vesting: VestingInput;
  classId: string;
  className: string;
  holderName: string;
  /** What is left in it, as a decimal string. */
  left: string;
}

/** Refuses: not_found (404), not_active, later_entries (409). `holders` are those of the other side, `classes` those it becomes. */
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
    classId: String(share_class_id),
    className: String(share_class),
    holderName: String(shareholder),
    left: formatDecimal(open.source.remaining ?? 0n),
  };
}

/** How many the verb moves: all that is left unless it says less. Refuses: not_enough_shares (409). */
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

/** Shares earned by a day; all of them where nothing vests, and where the schedule exists nowhere. */
function vestedOf(open: OpenCertificate, date: string): Decimal {
  const vested = vestedAt(open.vesting, date);
  const left = open.source.remaining ?? 0n;
  return vested === null || vested > left ? left : vested;
}

/** Unearned shares leave their holder only by the company's own hand. Refuses: unvested_shares (409). */
export function refuseUnvested(open: OpenCertificate, date: string, moved: Decimal, what: string): void {
  const vested = vestedOf(open, date);
  // Before its issue nothing has vested, and the rules refuse the day itself.
  if (moved <= vested || date < open.source.row.issued_on) return;
  throw new AppError(
    'unvested_shares',
    `${grouped(vested)} of the shares of ${open.source.row.custom_id} ${isOrAre(vested)} vested on ${date}, and ${grouped(moved)} ${moved === ONE ? 'was' : 'were'} to be ${what}.`,
    { status: 409, fields: { quantity: `At most ${grouped(vested)} ${isOrAre(vested)} vested.` } },
  );
}
