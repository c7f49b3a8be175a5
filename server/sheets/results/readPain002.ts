// The bank's report on a pain.001: pain.002.001.10, for each payment or for the whole message.
import { setImmediate } from 'node:timers/promises';
import { AppError } from '#src/domain/errors.ts';
import { parseDecimal } from '#src/domain/figures/decimal.ts';
import { ISO_REASONS, reasonInWords, withoutNumbers } from '#src/domain/payouts/returnReasons.ts';
import { readXml } from '../xml.ts';
import type { Attributes } from '../xml.ts';
import type { PaymentResult } from '#server/commands/batches/applyResults.ts';

export interface StatusReport {
  /** Each with the message that it answers, where the report says it of the payment. */
  rows: (PaymentResult & { message_id?: string })[];
  /** Of every payment of the message that no row names; `waiting` of those that are under way, without a result. */
  whole: { status: 'completed' | 'failed' | 'waiting'; reason: string; group_id: string } | null;
  /** Payments that are accepted or under way, without a result. */
  waiting: { payment_id: string; message_id?: string }[];
  /** The message that the report answers; empty where it does not say it. */
  message_id: string;
}

const DONE = new Set(['ACSC', 'ACCC']);
const NOT_DONE = new Set(['RJCT', 'CANC']);
const UNDER_WAY = new Set([
  'ACCP',
  'ACIS',
  'ACTC',
  'ACSP',
  'ACWC',
  'ACWP',
  'ACFC',
  'PATC',
  'PDNG',
  'RCVD',
  'PART',
  'BLCK',
  'PRES',
]);
const ROWS_MAX = 200_000;

const broken = (what: string) =>
  new AppError('broken_results', `${what} Nothing was imported: ask the bank for a pain.002.001.10.`, {
    status: 422,
    fields: { file: what },
  });

/** Refuses (422): broken_results. */
export async function readPain002(bytes: Buffer): Promise<StatusReport> {
  const reader = new ReportReader();
  try {
    await readXml({ path: 'report', size: bytes.length, chunks: () => chunksOf(bytes) }, reader);
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'broken_results') throw error;
    throw broken(
      error.code === 'doctype'
        ? 'This file declares a document type, which no bank does.'
        : error.code === 'unknown_encoding'
          ? error.detail
          : 'This file is damaged: it is not well-formed XML.',
    );
  }
  return reader.finish();
}

async function* chunksOf(bytes: Buffer) {
  for (let at = 0; at < bytes.length; at += 65_536) {
    await setImmediate();
    yield bytes.subarray(at, at + 65_536);
  }
}

/** The elements whose texts are read, by the element that holds them. */
interface Answer {
  id: string;
  status: string;
  code: string;
  more: string;
  reference: string;
  message: string;
  amount: string;
  currency: string | null;
}
const noAnswer = (): Answer => ({
  id: '',
  status: '',
  code: '',
  more: '',
  reference: '',
  message: '',
  amount: '',
  currency: null,
});
const TEXT_MAX = 500;

class ReportReader {
  readonly #rows: StatusReport['rows'] = [];
  readonly #path: string[] = [];
  #text = '';
  #currency: string | null = null;
  #isReport = false;
  readonly #waiting: StatusReport['waiting'] = [];
  #message = '';
  #group = noAnswer();
  #lot = noAnswer();
  #payment = noAnswer();
  #whole: StatusReport['whole'] = null;

  open(name: string, attributes: Attributes): void {
    this.#path.push(name);
    this.#text = '';
    if (name === 'InstdAmt') this.#currency = attributes.Ccy ?? null;
    if (this.#path.length === 2 && name === 'CstmrPmtStsRpt') this.#isReport = true;
    if (name === 'TxInfAndSts') this.#payment = noAnswer();
    if (name === 'OrgnlPmtInfAndSts') this.#lot = noAnswer();
  }

  text(text: string): void {
    if (this.#text.length < TEXT_MAX) this.#text += text;
  }

  close(name: string): void {
    const text = this.#text.trim();
    this.#text = '';
    this.#path.pop();
    const parent = this.#path.at(-1) ?? '';
    if (this.#path.includes('OrgnlTxRef')) {
      if (name === 'InstdAmt') Object.assign(this.#payment, { amount: text, currency: this.#currency });
      return;
    }
    const at = this.#path.includes('TxInfAndSts')
      ? this.#payment
      : this.#path.includes('OrgnlPmtInfAndSts')
        ? this.#lot
        : this.#path.includes('OrgnlGrpInfAndSts')
          ? this.#group
          : null;
    if (name === 'OrgnlMsgId' && at === this.#group) this.#message = text;
    if (name === 'OrgnlMsgId' && at === this.#payment) at.message = text;
    if (at && (name === 'TxSts' || name === 'PmtInfSts' || name === 'GrpSts')) at.status = text;
    if (at && parent === 'Rsn' && (name === 'Cd' || name === 'Prtry')) at.code = text;
    if (at && name === 'AddtlInf') at.more = [at.more, text].filter(Boolean).join(' ').slice(0, TEXT_MAX);
    if (at === this.#payment && name === 'OrgnlEndToEndId') at.id = text;
    if (at === this.#lot && name === 'OrgnlPmtInfId') at.id = text;
    if (at && name === 'AcctSvcrRef') at.reference = text;
    if (name === 'TxInfAndSts') this.#take(this.#payment);
    if (name === 'OrgnlPmtInfAndSts') this.#takeWhole(this.#lot);
    if (name === 'OrgnlGrpInfAndSts') this.#takeWhole(this.#group);
  }

  finish(): StatusReport {
    if (!this.#isReport) throw broken('This XML is not a report on payments.');
    if (this.#rows.length === 0 && !this.#whole && this.#waiting.length === 0)
      throw broken('This report names no payment and no result.');
    return { rows: this.#rows, whole: this.#whole, waiting: this.#waiting, message_id: this.#message };
  }

  #take(answer: Answer): void {
    if (this.#rows.length >= ROWS_MAX)
      throw broken(`This report has more than ${ROWS_MAX.toLocaleString('en-US')} payments.`);
    const { id, reference, message, amount, currency } = answer;
    if (amount !== '' && parseDecimal(amount) === null) throw broken('This report has an amount that is not a number.');
    // A payment without a status of its own has that of its group, or of the whole message.
    const status = resultOf(answer.status || this.#lot.status || this.#group.status);
    const payment_id = id === '' ? 'a payment without its end-to-end identification' : paymentId(id);
    if (status === 'waiting') this.#waiting.push({ payment_id, ...(message && { message_id: message }) });
    else
      this.#rows.push({
        payment_id,
        status,
        reference: reference || undefined,
        reason: reasonOf(answer),
        ...(amount && { paid: { amount, currency } }),
        ...(message && { message_id: message }),
      });
  }

  #takeWhole(answer: Answer): void {
    if (answer.status === '') return;
    // In part: each payment has its own.
    if (answer.status !== 'PART')
      this.#whole = { status: resultOf(answer.status), reason: reasonOf(answer), group_id: answer.id };
  }
}

function resultOf(status: string): 'completed' | 'failed' | 'waiting' {
  if (DONE.has(status)) return 'completed';
  if (NOT_DONE.has(status)) return 'failed';
  if (UNDER_WAY.has(status)) return 'waiting';
  throw broken(
    status === ''
      ? 'This report has a payment without a status.'
      : `This report has a status that is not known: ${status.slice(0, 10)}.`,
  );
}

const reasonOf = ({ code, more }: Answer): string =>
  [code && reasonInWords(code, ISO_REASONS), withoutNumbers(more)].filter(Boolean).join('. ');

/** As it is stored: the file has it without dashes. */
function paymentId(id: string): string {
  const match = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/i.exec(id);
  return match ? match.slice(1).join('-') : id;
}
