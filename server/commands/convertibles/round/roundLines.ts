// The convertibles of a round, each locked and with its terms on the day. All faulty lines are reported at once, by
// line.
import { AppError } from '#src/domain/errors.ts';
import { formatDecimal, parseDecimal } from '#src/domain/figures/decimal.ts';
import type { Decimal } from '#src/domain/figures/decimal.ts';
import { exactly } from '#src/domain/figures/exactly.ts';
import { accruedTo, convertingInterest } from '#src/domain/round/interest.ts';
import { isOpen } from '#src/domain/ledger/core/state.ts';
import { textOf } from '#src/domain/ledger/core/fields.ts';
import type { RoundConvertible } from '#src/domain/round/pricedRound.ts';
import { convertibles } from '#src/resources/convertibles.ts';
import type { Convertible } from '#src/resources/convertibles.ts';
import { firstMechanism } from '#server/data/accruedInterest.ts';
import { findRecord } from '#server/data/resourceRepository.ts';
import { today } from '#server/commands/core/context.ts';
import type { CommandContext } from '#server/commands/core/context.ts';
import { refuseBefore } from '#server/commands/ledger/laterEntries.ts';
import type { Slice } from '#server/commands/ledger/ledgerEntry.ts';
import { issuanceOf, notActive } from '#server/commands/securities/openSecurity.ts';
import type { OpenSecurity } from '#server/commands/securities/openSecurity.ts';
import { triggerOn } from '#server/commands/securities/trigger.ts';
import type { RoundBody } from './roundBody.ts';

export interface ConvertibleLine {
  open: OpenSecurity<Convertible>;
  trigger_id: string;
  terms: RoundConvertible;
  invested: Decimal;
  interest: Decimal;
  /** How the interest was calculated. */
  formula: string[];
  mfn: boolean;
}

const fieldOf = (index: number) => `convertibles.${index}.id`;

/** The convertibles as the screens show them on that day. Refuses: unknown or repeated ones (422). */
export async function convertibleRecords(context: CommandContext, body: RoundBody): Promise<Convertible[]> {
  const faults = new Faults();
  const records: Convertible[] = [];
  const seen = new Set<string>();
  for (const [index, { id }] of body.convertibles.entries()) {
    const record = await findRecord(context.tx, context.actor, convertibles, id, body.date);
    if (!record) faults.add(index, unknown());
    else if (seen.has(id)) faults.add(index, twice(record));
    else records.push(record);
    seen.add(id);
  }
  faults.refuse();
  return records;
}

const unknown = () => new AppError('unknown_reference', 'Unknown convertible.', { status: 422 });
const twice = ({ convertible_number }: Convertible) =>
  new AppError('invalid_fields', `${convertible_number ?? 'A convertible'} is listed twice.`, { status: 422 });

/**
 * Refuses: not_active, later_entries, no_trigger, outside_window (409), another currency or terms that cannot be
 * calculated (422).
 */
export async function convertibleLines(
  context: CommandContext,
  slice: Slice,
  body: RoundBody,
  records: readonly Convertible[],
  currency: string,
): Promise<ConvertibleLine[]> {
  const faults = new Faults();
  const lines: ConvertibleLine[] = [];
  for (const [index, record] of records.entries()) {
    try {
      lines.push(await lineOf(context, slice, { ...body.convertibles[index]!, date: body.date, currency }, record));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      faults.add(index, error);
    }
  }
  faults.refuse();
  return lines;
}

interface Asked {
  date: string;
  currency: string;
  trigger_id?: string | null | undefined;
}

async function lineOf(
  context: CommandContext,
  slice: Slice,
  asked: Asked,
  record: Convertible,
): Promise<ConvertibleLine> {
  const { date } = asked;
  const source = slice.state.securities.get(record.id);
  // Taken back while this entry waited for the lock.
  if (!source) throw unknown();
  const number = source.row.custom_id;
  if (!isOpen(source)) throw notActive(source, today(context), `${number} is no longer open.`);
  if (source.row.issued_on > date)
    throw new AppError('before_issue_date', `${number} was issued on ${source.row.issued_on}, after ${date}.`, {
      status: 409,
    });
  await refuseBefore(context.tx, slice.org, [source], date);
  const issuance = await issuanceOf(context, record.id);
  const open = { ...slice, source, record, issuance, holder: record.shareholder_id, number };
  const trigger_id = triggerOn(open, date, asked.trigger_id);
  refuseOtherMoney(record, number, asked.currency);
  const mechanism = firstMechanism(issuance);
  const type = mechanism && textOf(mechanism, 'type');
  if (!mechanism || (type !== 'SAFE_CONVERSION' && type !== 'CONVERTIBLE_NOTE_CONVERSION')) {
    const sentence = `${number} has special conversion terms, which a round cannot calculate. Leave it out and convert it separately.`;
    throw new AppError('other_terms', sentence, { status: 422 });
  }
  const invested = source.remaining ?? 0n;
  const interest = convertingInterest(mechanism);
  const accrued = interest && accruedTo(invested, interest, date);
  const [cap, discount] = [parseDecimal(record.valuation_cap), parseDecimal(record.discount)];
  return {
    open,
    trigger_id,
    invested,
    interest: accrued?.interest ?? 0n,
    formula: accrued?.formula ?? [],
    mfn: record.mfn === true,
    terms: {
      name: number,
      amount: exactly(accrued?.amount ?? invested),
      cap: cap === null ? null : exactly(cap),
      isPostMoney: record.cap_basis === 'POST_MONEY',
      discount: discount === null ? null : exactly(discount),
    },
  };
}

function refuseOtherMoney({ currency }: Convertible, number: string, own: string): void {
  if (currency === own) return;
  const sentence = `${number} is in ${currency ?? 'another currency'} and the round in ${own}. Leave it out and convert it separately.`;
  throw new AppError('other_currency', sentence, { status: 422 });
}

/**
 * Collects the faults of all lines and refuses them together: as invalid input (422) if any is, otherwise as a conflict
 * (409).
 */
class Faults {
  private readonly all: { index: number; error: AppError }[] = [];

  add(index: number, error: AppError): void {
    this.all.push({ index, error });
  }

  refuse(): void {
    const [first] = this.all;
    if (!first) return;
    const codes = new Set(this.all.map(({ error }) => error.code));
    const isInput = this.all.some(({ error }) => error.status === 422);
    const fields = Object.fromEntries(this.all.map(({ index, error }) => [fieldOf(index), error.detail]));
    const detail = this.all.map(({ error }) => error.detail).join(' ');
    throw new AppError(codes.size === 1 ? first.error.code : 'invalid_lines', detail, {
      status: isInput ? 422 : 409,
      fields,
    });
  }
}

export const shownDecimal = (value: Decimal | null): string | null => (value === null ? null : formatDecimal(value));
