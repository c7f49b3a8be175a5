// The payments that somebody asked to send: by their ids or by a filter, and what goes in of them.
import type { BankAccount } from '#src/contract/holderDetails.ts';
import type { BatchPreview } from '#src/contract/paymentBatches.ts';
import { decimal, toFixed } from '#src/domain/figures/decimal.ts';
import { nextPayment } from '#src/domain/distribution/distributionMachine.ts';
import type { DistributionStatus, PaymentStatus } from '#src/domain/distribution/distributionMachine.ts';
import { addDays } from '#src/domain/dates.ts';
import { AppError } from '#src/domain/errors.ts';
import { plural } from '#src/domain/plural.ts';
import type { BatchFormat } from '#src/resources/paymentBatches.ts';
import { payments } from '#src/resources/payments.ts';
import { orgOf } from '#server/auth/actor.ts';
import type { Listing } from '#server/data/lists/listing.ts';
import { notFound } from '#server/data/refusals.ts';
import { matchingIds } from '#server/data/lists/listRecords.ts';
import { invalidFields } from '../core/checked.ts';
import { today } from '../core/context.ts';
import type { CommandContext } from '../core/context.ts';
import { CANDIDATES, IN_ORDER, judged, leftOut } from './candidates.ts';
import type { Candidate, Reason } from './candidates.ts';
import { keyOf, prenoteFor, prenotesOf, waitsFor } from './prenotes.ts';
import type { Prenote } from './prenotes.ts';
import { changedName, changedReference, FORMAT_WORDS } from './writtenNames.ts';

/** Candidates looked at before other requests get a turn. */
export const ROWS_AT_ONCE = 2000;

const FAR_AHEAD_DAYS = 366;

export interface Asked {
  format: BatchFormat;
  execution_date: string;
  /** Null of a batch by a filter. */
  payment_ids: readonly string[] | null;
  listing: Pick<Listing, 'conditions' | 'ids' | 'q'>;
  /** NACHA: a new account first gets a prenote, and its payments wait. */
  prenotes: boolean;
}

export interface Chosen extends Omit<BatchPreview, 'prenotes'> {
  ids: string[];
  prenotes: Prenote[];
}

/**
 * The ids that were asked for, pending ones alone where a filter names them. Refuses: not_found (404), and for ids
 * payment_not_pending, distribution_not_approved (409).
 */
export async function askedIds(context: CommandContext, { payment_ids, listing }: Asked): Promise<string[]> {
  const { tx, actor } = context;
  const ids = payment_ids === null ? null : [...new Set(payment_ids)];
  const conditions = ids ? [] : [...listing.conditions, { field: 'status', operator: 'eq' as const, value: 'pending' }];
  const found = await matchingIds(tx, actor, payments, { ...listing, conditions, ids: ids ?? listing.ids });
  if (ids && found.length < ids.length) throw notFound();
  return found;
}

export async function distributionsOf(
  { tx, actor }: CommandContext,
  ids: readonly string[],
): Promise<{ id: string }[]> {
  return tx.rows<{ id: string }>(
    'select distinct distribution_id as id from payment where org_id = $1 and id = any ($2::uuid[]) order by 1',
    [orgOf(actor), ids],
  );
}

/**
 * What goes in. Refuses: for ids payment_not_pending, distribution_not_approved, payment_held (409); several currencies, or
 * another than the format pays in (422).
 */
export async function choose(context: CommandContext, asked: Asked, ids: readonly string[]): Promise<Chosen> {
  const { tx, actor } = context;
  if (asked.payment_ids) await refuseUnsendable(context, ids);
  const chosen: Chosen = {
    ids: [],
    count: 0,
    total: '0.00',
    currency: null,
    left_out: [],
    prenotes: [],
    written_names: [],
    warnings: [],
  };
  const [currencies, distributions] = [new Set<string>(), new Set<string>()];
  const known = asked.format === 'nacha' ? await prenotesOf(context) : null;
  const added = new Set<string>();
  const waitsForPrenote = (candidate: Candidate, account: BankAccount | null): Reason[] => {
    if (!known || !account) return [];
    const prenote = prenoteFor(context, candidate, account);
    const reason = waitsFor(known, prenote, asked.execution_date);
    // An account whose prenote came back is not paid, whether or not new ones are tried.
    if (!asked.prenotes) return reason === 'prenote_returned' ? [reason] : [];
    if (reason === 'prenote_first' && !added.has(keyOf(prenote))) {
      added.add(keyOf(prenote));
      chosen.prenotes.push(prenote);
    }
    return reason ? [reason] : [];
  };
  let [total, early] = [0n, 0];
  const query = `${CANDIDATES} where p.org_id = $1 and p.id = any ($2::uuid[]) and p.status = 'pending' and d.status = 'approved' ${IN_ORDER}`;
  for await (const candidates of tx.batches<Candidate>(query, [orgOf(actor), ids], ROWS_AT_ONCE))
    for (const candidate of candidates) {
      const { reasons, account } = judged(context, asked.format, candidate);
      if (reasons.length === 0) reasons.push(...waitsForPrenote(candidate, account));
      if (reasons.length > 0) {
        chosen.left_out.push(leftOut(candidate, reasons));
        continue;
      }
      chosen.ids.push(candidate.id);
      distributions.add(candidate.distribution);
      const written = changedName(asked.format, candidate.shareholder);
      if (written !== null)
        chosen.written_names.push({ payment_id: candidate.id, shareholder: candidate.shareholder, written });
      currencies.add(candidate.currency);
      total += decimal(candidate.amount);
      if (candidate.scheduled_date !== null && candidate.scheduled_date > asked.execution_date) early += 1;
    }
  if (asked.payment_ids) refuseHeld(chosen.left_out.filter((each) => !each.hold_reasons.includes('prenote_first')));
  chosen.count = chosen.ids.length;
  chosen.total = toFixed(total, 2);
  chosen.currency = oneCurrency(asked.format, currencies);
  chosen.warnings = [...warningsOf(context, asked, early), ...namesWarned(asked.format, distributions)];
  return chosen;
}

/** Distributions whose names the format cannot write as they are; holders read them on their statements. */
function namesWarned(format: BatchFormat, distributions: ReadonlySet<string>) {
  const changed = [...distributions].flatMap((name) => {
    const written = changedReference(format, name);
    return written === null ? [] : [`“${name}” as “${written}”`];
  });
  if (changed.length === 0) return [];
  const NAMED = 5;
  const more = changed.length > NAMED ? ` and ${changed.length - NAMED} more` : '';
  const message = `${FORMAT_WORDS[format]}, and writes ${changed.slice(0, NAMED).join(', ')}${more}.`;
  return [{ code: 'distribution_name_written', message }];
}

async function refuseUnsendable({ tx, actor }: CommandContext, ids: readonly string[]) {
  const standings = await tx.rows<{ status: PaymentStatus; distribution: DistributionStatus }>(
    `select distinct p.status, d.status as distribution from payment p join distribution d on d.org_id = p.org_id and d.id = p.distribution_id
     where p.org_id = $1 and p.id = any ($2::uuid[])`,
    [orgOf(actor), ids],
  );
  for (const { status, distribution } of standings) nextPayment(distribution, status, 'start');
}

function refuseHeld(held: BatchPreview['left_out']) {
  if (held.length === 0) return;
  const NAMED = 10;
  const named = held.slice(0, NAMED).map(({ shareholder, text }) => `${shareholder}: ${text}`);
  const more = held.length > NAMED ? ` And ${held.length - NAMED} more.` : '';
  throw new AppError(
    'payment_held',
    `${plural(held.length, 'payment')} of these cannot go into the batch. ${named.join(' ')}${more}`,
    { status: 409 },
  );
}

function oneCurrency(format: BatchFormat, currencies: ReadonlySet<string>): string | null {
  const [first, ...others] = [...currencies].toSorted();
  if (others.length > 0)
    throw invalidFields({
      filter: `These payments are in ${[first, ...others].join(' and ')}. A batch has one currency: make one for each.`,
    });
  if (format === 'nacha' && first !== undefined && first !== 'USD')
    throw invalidFields({
      format: `A NACHA file pays in USD, and these payments are in ${first}. Choose another format.`,
    });
  return first ?? null;
}

function warningsOf(context: CommandContext, { execution_date }: Asked, early: number) {
  const warnings = [];
  if (execution_date < today(context))
    warnings.push({
      code: 'execution_date_passed',
      message: `The execution date, ${execution_date}, has passed. The bank pays on its next working day, or refuses the file.`,
    });
  const weekday = new Date(`${execution_date}T00:00:00Z`).getUTCDay();
  if (weekday === 0 || weekday === 6)
    warnings.push({
      code: 'execution_date_weekend',
      message: `The execution date, ${execution_date}, is a ${weekday === 0 ? 'Sunday' : 'Saturday'}. Banks pay on the next weekday.`,
    });
  if (execution_date > addDays(today(context), FAR_AHEAD_DAYS))
    warnings.push({
      code: 'execution_date_far_ahead',
      message: `The execution date, ${execution_date}, is more than a year ahead. Check the year.`,
    });
  if (early > 0)
    warnings.push({
      code: 'payment_date_ahead',
      message: `${plural(early, 'payment')} of these ${early === 1 ? 'is' : 'are'} scheduled for a later day than the execution date.`,
    });
  return warnings;
}
