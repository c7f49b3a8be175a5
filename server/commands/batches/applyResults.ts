// Writes what the bank says about the payments of a batch, whoever brought the answer: a file or a provider.
import { parseDecimal, toFixed } from '#src/domain/figures/decimal.ts';
import { paymentMachine } from '#src/domain/distribution/distributionMachine.ts';
import type { PaymentStatus } from '#src/domain/distribution/distributionMachine.ts';
import { ISO_REASONS, NACHA_RETURNS, reasonInWords, withoutNumbers } from '#src/domain/payouts/returnReasons.ts';
import { withoutAccounts } from '#src/domain/reconciliation/statement.ts';
import { plural } from '#src/domain/plural.ts';
import type { BatchResults } from '#src/contract/paymentBatches.ts';
import { orgOf } from '#server/auth/actor.ts';
import { invalidFields } from '../core/checked.ts';
import { conflict, recordActivity, today } from '../core/context.ts';
import type { CommandContext } from '../core/context.ts';
import { movePayments } from '../distributions/movePayments.ts';
import type { Move, MovedPayment } from '../distributions/movePayments.ts';
import { lockBatch } from './lockBatch.ts';
import { noteInDistributions } from './noteInDistributions.ts';

export interface PaymentResult {
  payment_id: string;
  status: 'completed' | 'failed' | 'returned';
  /** The day the money arrived; by default the day that the batch was for, or today if that is still ahead. */
  date?: string | undefined;
  reference?: string | undefined;
  reason?: string | undefined;
  /** What the bank says it paid. */
  paid?: { amount: string; currency: string | null } | undefined;
}

type Command = 'complete' | 'fail' | 'return';
interface Found {
  at: number;
  id: string | null;
  status: PaymentStatus;
  batch_id: string | null;
  amount: string;
  currency: string;
  record_date: string;
  shareholder: string;
}

export interface Applying {
  /** What becomes of a row whose day cannot be; by default all are refused (422). */
  onFault?: (fault: string, at: number) => void;
  /** Nothing is written. */
  isDry?: boolean;
}

/** As many moves are listed. */
const LISTED_MAX = 1000;

const NO_REASON = 'The bank gave no reason';
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * Each payment that is still as it went out with this batch moves as the bank says; what is so already, or was tried again since,
 * stays. What is completed ends by `returned` alone. Of several rows for one payment the one counts that says most: returned, then
 * completed, then failed, in whatever order they come. A row that says another amount than the payment's is unknown, and counts for
 * nothing. A day before the record date or after today goes to `onFault`. Refuses: not_found
 * (404), batch_cancelled (409).
 */
export async function applyResults(
  context: CommandContext,
  batchId: string,
  rows: readonly PaymentResult[],
  { onFault = refuseRow, isDry = false }: Applying = {},
): Promise<BatchResults> {
  const { batch, distributions } = await lockBatch(context, batchId);
  if (batch.status === 'cancelled')
    throw conflict('batch_cancelled', `${batch.name} was cancelled, so no results of it can be imported.`);
  const found = await membersOf(context, batch.id, rows);
  const moves: Record<Command, MovedPayment[]> = { complete: [], fail: [], return: [] };
  const done: BatchResults = {
    completed: 0,
    failed: 0,
    unchanged: 0,
    unknown: [],
    notices: [],
    warnings: [],
    moves: [],
  };
  const isKnown = (row: PaymentResult, at: number) => found.has(at) && isPaidAs(row, found.get(at)!);
  const counting = rowsThatCount(rows, isKnown);
  const day = today(context);
  const dayOf = ({ record_date }: Found) =>
    batch.execution_date >= record_date && batch.execution_date <= day ? batch.execution_date : day;
  const against = { completed: 0, failed: 0 };
  rows.forEach((row, at) => {
    if (!isKnown(row, at)) {
      done.unknown.push(row.payment_id);
      return;
    }
    const payment = found.get(at)!;
    const isCounted = counting.get(row.payment_id.toLowerCase()) === at;
    const command = payment.batch_id === batch.id && isCounted ? commandOf(row, payment) : null;
    if (command === null) {
      done.unchanged += 1;
      const counted = rows[counting.get(row.payment_id.toLowerCase())!]!;
      if (payment.batch_id === batch.id && !isCounted && row.status === 'failed' && counted.status === 'completed')
        against.completed += 1;
      else if (payment.batch_id === batch.id && isAgainst(row, payment))
        against[payment.status as 'completed' | 'failed'] += 1;
      return;
    }
    if (command === 'complete') {
      const fault = faultOfDay(row.date, payment.record_date, day);
      if (fault !== null) {
        onFault(fault, at);
        return;
      }
      const reference = withoutAccounts(oneLine(row.reference, REFERENCE_MAX));
      moves.complete.push({ id: payment.id!, note: reference || null, day: row.date ?? dayOf(payment) });
    } else moves[command].push({ id: payment.id!, note: withoutNumbers(reasonOf(row)) || NO_REASON });
    if (done.moves.length < LISTED_MAX) done.moves.push(moveOf(payment, command, moves[command].at(-1)!));
  });
  done.notices.push(...contradictions(against));
  done.completed = moves.complete.length;
  done.failed = moves.fail.length + moves.return.length;
  if (done.completed + done.failed > 0 && batch.execution_date > day)
    done.warnings.push({
      code: 'execution_date_ahead',
      message: `${batch.name} is for ${batch.execution_date}, a day in the future. Check that these are its results: a bank pays on the execution date.`,
    });
  if (isDry) return done;
  let states: Move['distributions'] = distributions;
  for (const command of ['complete', 'fail', 'return'] as const) {
    const move = { command, batch_id: batch.id, payments: moves[command], distributions: states };
    states = (await movePayments(context, move)).distributions;
    await noteInDistributions(context, batch.name, move);
  }
  if (done.completed + done.failed > 0)
    recordActivity(context, {
      text: `imported results of ${batch.name}: ${plural(done.completed, 'payment')} completed, ${done.failed} failed`,
      resource: 'payment-batches',
      id: batch.id,
    });
  return done;
}

const moveOf = (
  { id, shareholder, amount, currency, status }: Found,
  command: Command,
  { day, note }: MovedPayment,
): BatchResults['moves'][number] => ({
  payment_id: id!,
  shareholder,
  amount: toFixed(parseDecimal(amount)!, 2),
  currency,
  from: status,
  to: paymentMachine.transitions[status][command]!,
  date: day ?? null,
  note,
});

const SAYS = { failed: 0, completed: 1, returned: 2 } as const;

/** By payment, the position of the row that counts. */
function rowsThatCount(
  rows: readonly PaymentResult[],
  isKnown: (row: PaymentResult, at: number) => boolean,
): Map<string, number> {
  const counting = new Map<string, number>();
  rows.forEach((row, at) => {
    if (!isKnown(row, at)) return;
    const id = row.payment_id.toLowerCase();
    const before = rows[counting.get(id) ?? -1];
    if (!before || SAYS[row.status] >= SAYS[before.status]) counting.set(id, at);
  });
  return counting;
}

/** What the bank's answer changes; null when nothing. */
function commandOf({ status }: PaymentResult, payment: Found): Command | null {
  const commands = { completed: ['complete'], failed: ['fail'], returned: ['fail', 'return'] } as const;
  return commands[status].find((command) => paymentMachine.transitions[payment.status][command] !== undefined) ?? null;
}

const isAgainst = ({ status }: PaymentResult, payment: Found) =>
  (status === 'failed' && payment.status === 'completed') || (status === 'completed' && payment.status === 'failed');

function contradictions(against: { completed: number; failed: number }): string[] {
  const said = (count: number) => `The bank says of ${plural(count, 'payment')}`;
  return [
    ...(against.completed > 0
      ? [
          `${said(against.completed)} that it failed, and it is completed here. Nothing was changed: if the money came back, import the row with the status returned.`,
        ]
      : []),
    ...(against.failed > 0
      ? [
          `${said(against.failed)} that it arrived, and it failed here. Nothing was changed: ask the bank before you pay again.`,
        ]
      : []),
  ];
}

function isPaidAs({ paid }: PaymentResult, payment: Found): boolean {
  if (!paid) return true;
  return (
    parseDecimal(paid.amount) === parseDecimal(payment.amount) &&
    (paid.currency === null || paid.currency === payment.currency)
  );
}

/** A bare code of a bank is put into words. */
function reasonOf({ reason }: PaymentResult): string {
  const text = oneLine(reason, REASON_MAX);
  return reasonInWords(text, /^R\d\d$/.test(text) ? NACHA_RETURNS : ISO_REASONS);
}

const REFERENCE_MAX = 200;
const REASON_MAX = 500;

/** A bank's words as one line of text that a list can show. */
const oneLine = (text: string | undefined, max: number): string =>
  (text ?? '')
    .toWellFormed()
    .replace(/[\p{C}\p{Zl}\p{Zp}\uFFFD]+/gu, ' ')
    .slice(0, max)
    .toWellFormed()
    .replaceAll('\uFFFD', '')
    .trim();

/** The rows whose payment went out with the batch, by their position. */
async function membersOf({ tx, actor }: CommandContext, batch: string, rows: readonly PaymentResult[]) {
  const ids = rows.map(({ payment_id }) => (UUID.test(payment_id) ? payment_id : null));
  const found = await tx.rows<Found>(
    `select r.at::int, p.id, p.status, p.batch_id, p.amount::text as amount, d.currency::text as currency, d.record_date,
            h.name as shareholder
     from unnest($3::uuid[]) with ordinality as r (id, at)
     join payment_event e on e.org_id = $1 and e.batch_id = $2 and e.payment_id = r.id and e.verb = 'started'
     join payment p on p.org_id = $1 and p.id = r.id
     join shareholder h on h.org_id = $1 and h.id = p.shareholder_id
     join distribution d on d.org_id = $1 and d.id = p.distribution_id`,
    [orgOf(actor), batch, ids],
  );
  return new Map(found.map((payment) => [payment.at - 1, payment]));
}

function faultOfDay(given: string | undefined, from: string, to: string): string | null {
  if (given === undefined || (given >= from && given <= to)) return null;
  return given < from
    ? `A payment cannot have arrived on ${given}, before the record date, ${from}.`
    : `A payment cannot have arrived on ${given}: today is ${to}.`;
}

function refuseRow(fault: string, at: number): never {
  throw invalidFields({ [`rows.${at}.date`]: fault });
}
