// Loads the security that a verb acts on: that it exists and is open, what is left in it, and its issuance.
import { AppError } from '#src/domain/errors.ts';
import { formatDecimal, grouped, parseDecimal } from '#src/domain/figures/decimal.ts';
import { askedFor } from '#src/domain/inWords.ts';
import { writtenMoney } from '#src/domain/figures/money.ts';
import { parseExactly } from '#src/domain/ledger/core/exactJson.ts';
import { isOpen } from '#src/domain/ledger/core/state.ts';
import type { SecurityState } from '#src/domain/ledger/core/state.ts';
import type { OcfObject } from '#src/domain/ledger/core/types.ts';
import type { certificates } from '#src/resources/certificates.ts';
import type { convertibles } from '#src/resources/convertibles.ts';
import type { grants } from '#src/resources/grants.ts';
import type { RecordOf } from '#src/resources/kit/defineResource.ts';
import type { warrants } from '#src/resources/warrants.ts';
import { notFound } from '#server/data/refusals.ts';
import { findRecord } from '#server/data/resourceRepository.ts';
import { today } from '../core/context.ts';
import type { CommandContext } from '../core/context.ts';
import { refuseBefore } from '../ledger/laterEntries.ts';
import { openSlice } from '../ledger/ledgerEntry.ts';
import type { Slice } from '../ledger/ledgerEntry.ts';
import { orgOf } from '#server/auth/actor.ts';

export type SecurityResource = typeof certificates | typeof grants | typeof convertibles | typeof warrants;

export interface OpenSecurity<R = RecordOf<SecurityResource>> extends Slice {
  source: SecurityState;
  /** The record as the screens show it at the end of the entry's day. */
  record: R;
  issuance: OcfObject;
  holder: string;
  number: string;
}

/** What a verb needs besides the security itself. */
export interface WantedBeside {
  /** Holders of the receiving side. */
  holders?: readonly string[];
  /** Classes of which the verb issues stock. */
  classes?: readonly string[];
  numbers?: readonly string[];
  /** The field of the body that named something. */
  asked_as?: ReadonlyMap<string, string>;
  /** The entry may be recorded after later ones. */
  anyDay?: boolean;
}

/** Refuses: not_found (404), not_active, later_entries (409). */
export async function openSecurity<R extends SecurityResource>(
  context: CommandContext,
  resource: R,
  id: string,
  date: string,
  wanted: WantedBeside = {},
): Promise<OpenSecurity<RecordOf<R>>> {
  const record = await findRecord<SecurityResource['fields']>(context.tx, context.actor, resource, id, date);
  if (!record) throw notFound();
  const own = 'share_class_id' in record && record.share_class_id !== null ? [record.share_class_id] : [];
  const slice = await openSlice(context, {
    date,
    classes: [...new Set([...own, ...(wanted.classes ?? [])])],
    holders: [record.shareholder_id, ...(wanted.holders ?? [])],
    securities: [id],
    numbers: wanted.numbers ?? [],
    ...(wanted.asked_as && { asked_as: wanted.asked_as }),
    plans: 'equity_plan_id' in record && record.equity_plan_id !== null ? [record.equity_plan_id] : [],
  });
  const source = slice.state.securities.get(id);
  // Taken back while this entry waited for the lock.
  if (!source) throw notFound();
  const isStock = source.row.kind === 'STOCK';
  const closed = isStock
    ? `This ${resource.singular} is no longer active.`
    : `This ${resource.singular} is no longer open.`;
  if (!isOpen(source)) throw notActive(source, today(context), closed);
  if (!wanted.anyDay) await refuseBefore(context.tx, slice.org, [source], date);
  const issuance = await issuanceOf(context, id);
  return {
    ...slice,
    source,
    record: record as RecordOf<R>,
    issuance,
    holder: record.shareholder_id,
    number: source.row.custom_id,
  };
}

/** A security that ends on a later day is still open, but no other entry may be written for it. */
export function notActive({ row, ended }: SecurityState, day: string, sentence: string): AppError {
  const isLater = ended !== null && ended.on_date > day;
  const later = isLater
    ? `${row.custom_id} is ${ended.verb} on ${ended.on_date}: take that entry back first.`
    : sentence;
  return new AppError('not_active', later, { status: 409 });
}

/** The complete issuance entry. */
export async function issuanceOf(context: CommandContext, id: string): Promise<OcfObject> {
  const row = await context.tx.row<{ ocf: string }>(
    `select l.ocf::text as ocf from security s join ledger_tx l on l.org_id = s.org_id and l.seq = s.issue_seq
     where s.org_id = $1 and s.security_id = $2`,
    [orgOf(context.actor), id],
  );
  return row ? (parseExactly(row.ocf) as OcfObject) : {};
}

/** How many the verb moves: all that are left, unless it names fewer. Refuses: not_enough_shares (409). */
export function movedOf(
  { source, number }: OpenSecurity,
  asked: string | null | undefined,
  field = 'quantity',
): { moved: string; rest: string | null } {
  const left = source.remaining ?? 0n;
  const moved = asked ? parseDecimal(asked)! : left;
  if (moved > left) {
    const { kind, currency } = source.row;
    const isMoney = kind === 'CONVERTIBLE';
    const written = (value: bigint) => (isMoney ? writtenMoney(formatDecimal(value), currency ?? '') : grouped(value));
    const asked_for = isMoney ? `${written(moved)} was asked for` : askedFor(moved);
    throw new AppError('not_enough_shares', `${number} has ${written(left)} left; ${asked_for}.`, {
      status: 409,
      fields: { [field]: `At most ${written(left)}.` },
    });
  }
  return { moved: formatDecimal(moved), rest: moved === left ? null : formatDecimal(left - moved) };
}

interface LastDays {
  exercise_until?: string | null;
  expiration_date: string | null;
}

/** Refuses: expired (409), naming the last day, which still counts. */
export function refuseExpired({ record, number }: OpenSecurity<LastDays>, date: string, verb = 'exercised'): void {
  const days = [record.exercise_until, record.expiration_date].filter((day) => typeof day === 'string');
  const last = days.sort()[0];
  if (last === undefined || date <= last) return;
  const sentence = `${number} could be ${verb} until ${last}.`;
  throw new AppError('expired', sentence, { status: 409, fields: { date: sentence } });
}
