// The certificate a verb acts on: there, open, what is left in it, the entry that issued it, and how it vests.
import { AppError } from '../../../src/domain/errors.ts';
import { formatDecimal, grouped, ONE, parseDecimal } from '../../../src/domain/figures/decimal.ts';
import type { Decimal } from '../../../src/domain/figures/decimal.ts';
import { askedFor, countedShares, isOrAre } from '../../../src/domain/inWords.ts';
import { isOpen } from '../../../src/domain/ledger/core/state.ts';
import type { SecurityState } from '../../../src/domain/ledger/core/state.ts';
import type { OcfObject } from '../../../src/domain/ledger/core/types.ts';
import { vestedAt } from '../../../src/domain/vesting/schedule.ts';
import type { VestingInput } from '../../../src/domain/vesting/schedule.ts';
import { certificates } from '../../../src/resources/certificates.ts';
import { vestingInputs } from '../../data/grantVesting.ts';
import { notFound } from '../../data/refusals.ts';
import { findRecord } from '../../data/resourceRepository.ts';
import { today } from '../core/context.ts';
import type { CommandContext } from '../core/context.ts';
import { refuseBefore } from '../ledger/laterEntries.ts';
import { openSlice } from '../ledger/ledgerEntry.ts';
import type { Slice } from '../ledger/ledgerEntry.ts';
import { issuanceOf, notActive } from '../securities/openSecurity.ts';

export interface OpenCertificate extends Slice {
  source: SecurityState;
  issuance: OcfObject;
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
  wanted: {
    holders?: readonly string[];
    classes?: readonly string[];
    numbers?: readonly string[];
    asked_as?: ReadonlyMap<string, string>;
  } = {},
): Promise<OpenCertificate> {
  const record = await findRecord(context.tx, context.actor, certificates, id);
  if (!record) throw notFound();
  const classId = String(record.share_class_id);
  const slice = await openSlice(context, {
    date,
    classes: [classId, ...(wanted.classes ?? [])],
    holders: [String(record.shareholder_id), ...(wanted.holders ?? [])],
    securities: [id],
    numbers: wanted.numbers ?? [],
    ...(wanted.asked_as && { asked_as: wanted.asked_as }),
  });
  const source = slice.state.securities.get(id)!;
  if (!isOpen(source)) throw notActive(source, today(context), 'This certificate is no longer active.');
  await refuseBefore(context.tx, slice.org, [source], date);
  return {
    ...slice,
    source,
    issuance: await issuanceOf(context, id),
    vesting: (await vestingInputs(context.tx, slice.org, [id])).get(id)!,
    classId,
    className: String(record.share_class),
    holderName: String(record.shareholder),
    left: formatDecimal(source.remaining ?? 0n),
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
