// The certificate a verb acts on: there, open, and what is left in it.
import { AppError } from '../../src/domain/errors.ts';
import { formatDecimal, grouped, parseDecimal } from '../../src/domain/decimal.ts';
import { isOpen } from '../../src/domain/ledger/state.ts';
import type { SecurityState } from '../../src/domain/ledger/state.ts';
import { findRecord } from '../data/resourceRepository.ts';
import { certificates } from '../../src/resources/certificates.ts';
import type { CommandContext } from './context.ts';
import { openSlice } from './ledgerEntry.ts';
import type { Slice } from './ledgerEntry.ts';
import { notFound } from '../data/refusals.ts';

export interface OpenCertificate extends Slice {
  source: SecurityState;
  classId: string;
  className: string;
  holderName: string;
  /** What is left in it, as a decimal string. */
  left: string;
}

/** Refuses: not_found (404), not_active (409). `holders` are those of the other side. */
export async function openCertificate(
  context: CommandContext,
  id: string,
  date: string,
  holders: string[] = [],
): Promise<OpenCertificate> {
  const record = await findRecord(context.tx, context.actor, certificates, id);
  if (!record) throw notFound();
  const classId = String(record.share_class_id);
  const slice = await openSlice(context, {
    date,
    classes: [classId],
    holders: [String(record.shareholder_id), ...holders],
    securities: [id],
  });
  const source = slice.state.securities.get(id)!;
  if (!isOpen(source)) throw new AppError('not_active', 'This certificate is no longer active.', { status: 409 });
  return {
    ...slice,
    source,
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
      `Certificate ${open.source.row.custom_id} holds ${grouped(left)} shares; ${grouped(moved)} were asked for.`,
      {
        status: 409,
        fields: { quantity: `At most ${grouped(left)}.` },
      },
    );
  }
  return { moved: formatDecimal(moved), balance: moved === left ? null : formatDecimal(left - moved) };
}

/** A balance or result keeps the class and the price paid; its date is the entry's. */
export function followingIssuance(
  context: CommandContext,
  open: OpenCertificate,
  issue: { number: string; holder: string; quantity: string; date: string; security_id: string },
) {
  const { row } = open.source;
  return {
    object_type: 'TX_STOCK_ISSUANCE',
    id: context.deps.newId(),
    date: issue.date,
    security_id: issue.security_id,
    custom_id: issue.number,
    stakeholder_id: issue.holder,
    security_law_exemptions: [],
    stock_class_id: open.classId,
    share_price: { amount: row.share_price ?? '0', currency: row.share_price_currency ?? 'USD' },
    quantity: issue.quantity,
    stock_legend_ids: [],
  };
}
