// Shared by every ledger command: lock, load the slice, check the rules, append. Only the entries differ.
import { AppError } from '#src/domain/errors.ts';
import { interpret } from '#src/domain/ledger/core/interpret.ts';
import type { Interpretation } from '#src/domain/ledger/core/interpret.ts';
import { refuse } from '#src/domain/ledger/core/refuse.ts';
import type { LedgerState } from '#src/domain/ledger/core/state.ts';
import { stockDays } from '#src/domain/ledger/rules/stockDays.ts';
import type { OcfTransaction } from '#src/domain/ledger/core/types.ts';
import { refuseUpToRecordDate } from './frozenRecordDates.ts';
import { watchDocuments } from './documentNotices.ts';
import { holdingNotices, tellHolders } from './holdingNotices.ts';
import { refuseIssueBeforeSplit } from './laterEntries.ts';
import { nextCertificateNumbers } from '#src/domain/certificateNumber.ts';
import { appendToLedger, lockLedger } from '#server/data/ledgerRepository.ts';
import type { LedgerHead } from '#server/data/ledgerRepository.ts';
import { loadSlice } from '#server/data/ledgerState.ts';
import type { SliceWanted } from '#server/data/ledgerState.ts';
import { NO_PRICE_ENTERED, NO_PRICE_ON_RECORD } from '#src/domain/ledger/core/enteredPrice.ts';
import { actorName } from '../core/context.ts';
import { orgOf } from '#server/auth/actor.ts';
import type { CommandContext } from '../core/context.ts';

export interface Slice {
  org: string;
  head: LedgerHead;
  state: LedgerState;
  /**
   * The rules use the names `quantity`, `date` and `certificate_number`; these are the body's names where they differ.
   */
  names?: Readonly<Record<string, string>>;
}

/** Takes the organisation's lock and loads what the entries need. */
export async function openSlice(
  { tx, actor }: CommandContext,
  wanted: Partial<SliceWanted> & { date: string },
): Promise<Slice> {
  const org = orgOf(actor);
  const head = await lockLedger(tx, org);
  const state = await loadSlice(tx, org, {
    classes: [],
    holders: [],
    securities: [],
    numbers: [],
    plans: [],
    ...wanted,
  });
  return { org, head, state };
}

/**
 * Appends native entries, and tells the holders whose securities they record or change, unless `tellsHolders` is false, also of
 * the documents that they may see since. Throws
 * what the rules refuse, and then writes nothing.
 */
export async function appendNative(
  context: CommandContext,
  slice: Slice,
  transactions: readonly OcfTransaction[],
  { tellsHolders = true } = {},
): Promise<void> {
  const interpretation = await judgeNative(context, slice, transactions);
  const notices = tellsHolders ? holdingNotices(interpretation, slice.head.last_seq) : [];
  const tellOfDocuments = tellsHolders ? await watchDocuments(context, interpretation) : null;
  const { effects, ordered, state } = interpretation;
  const by = {
    actor_id: context.actor.account_id,
    actor: await actorName(context),
    recorded_at: context.deps.now(),
    command_seq: context.unit?.command_seq ?? null,
  };
  await appendToLedger(context.tx, slice.org, slice.head, ordered, effects, state, by);
  if (context.unit) context.unit.command_seq ??= String(Number(slice.head.last_seq) + 1);
  await tellHolders(context, notices);
  await tellOfDocuments?.();
}

/** Checks native entries without writing. Consumes the slice's state. Throws what the rules refuse. */
export async function judgeNative(
  context: CommandContext,
  slice: Slice,
  transactions: readonly OcfTransaction[],
): Promise<Interpretation> {
  try {
    return await judge(context, slice, transactions);
  } catch (error) {
    throw error instanceof AppError ? renameFields(error, slice.names ?? {}) : error;
  }
}

function renameFields(error: AppError, names: Readonly<Record<string, string>>): AppError {
  const { code, detail, status, fields = {}, cause } = error;
  const named = Object.fromEntries(Object.entries(fields).map(([name, text]) => [names[name] ?? name, text]));
  return new AppError(code, detail, { ...(status && { status }), fields: named, cause });
}

async function judge(
  context: CommandContext,
  slice: Slice,
  transactions: readonly OcfTransaction[],
): Promise<Interpretation> {
  const interpretation = interpret(slice.state, transactions, { mode: 'native' });
  const { effects, state } = interpretation;
  await refuseUpToRecordDate(context.tx, slice.org, stockDays(effects, state));
  refuse(interpretation.findings);
  await refuseIssueBeforeSplit(context.tx, slice.org, effects.securities);
  return interpretation;
}

/**
 * A prefix that ends in a digit runs into its counters, so all numbers that begin with its non-digit part are read.
 */
const ALL_OF_PREFIX = `select custom_id from security where org_id = $1 and starts_with(custom_id, $2)
  and number_head in (rtrim(lower(btrim($2)), '0123456789'), lower(btrim($2)) || '-')`;
/** The highest counter after the prefix, with and without a hyphen. The head is case-folded as in the table. */
const HIGHEST_OF_PREFIX = `select highest.custom_id from unnest(array[$2, $2 || '-']) as head,
  lateral (select s.custom_id from security s where s.org_id = $1
             and s.number_head = rtrim(lower(btrim(head || '0')), '0123456789')
             and starts_with(s.custom_id, head) and s.custom_id ~ '[0-9]$'
           order by s.number_counter desc limit 1) as highest`;

/** The next numbers of a class, one above the highest ever used; without gaps because the lock is held. */
export async function takeNumbers(
  { tx }: CommandContext,
  org: string,
  classId: string,
  count: number,
): Promise<string[]> {
  const shareClass = await tx.row<{ prefix: string }>('select prefix from share_class where org_id = $1 and id = $2', [
    org,
    classId,
  ]);
  const prefix = shareClass?.prefix ?? '';
  const used = await tx.rows<{ custom_id: string }>(/\d$/.test(prefix) ? ALL_OF_PREFIX : HIGHEST_OF_PREFIX, [
    org,
    prefix,
  ]);
  return nextCertificateNumbers(
    prefix,
    used.map((row) => row.custom_id),
    count,
  );
}

/**
 * The price for an entry: the given one, or the class's price, its par value, or zero; never negative. If none was
 * given, the entry says so, so that the class's price is not mistaken for what was paid.
 */
export async function priceOf(
  { tx }: CommandContext,
  org: string,
  classId: string,
  given: string | null,
): Promise<EntryPrice> {
  const row = await tx.row<{ price: string | null; par: string | null; currency: string }>(
    `select case when c.price_per_share >= 0 then c.price_per_share end::text as price, case when c.par_value >= 0 then c.par_value end::text as par,
            coalesce(c.currency, o.currency) as currency
     from share_class c join organization o on o.id = c.org_id where c.org_id = $1 and c.id = $2`,
    [org, classId],
  );
  const price = { amount: given ?? row?.price ?? row?.par ?? '0', currency: row?.currency ?? 'USD' };
  if (given !== null) return { price };
  return { price, comments: [row?.price ? NO_PRICE_ENTERED : NO_PRICE_ON_RECORD] };
}
export interface EntryPrice {
  price: { amount: string; currency: string };
  comments?: string[];
}
