// A bank statement in ISO 20022: camt.053.001, of which versions 02 to 08 have what is read here in the same places. Who was
// paid and from which account is not read.
import { AppError } from '#src/domain/errors.ts';
import { isIsoDate } from '#src/domain/dates.ts';
import { decimal, parseDecimal, toFixed } from '#src/domain/figures/decimal.ts';
import { ISO_REASONS, reasonInWords, withoutNumbers } from '#src/domain/payouts/returnReasons.ts';
import { standingOf } from '#src/domain/reconciliation/bankWords.ts';
import { STATEMENT_LINES_MAX, withoutAccounts } from '#src/domain/reconciliation/statement.ts';
import type { StatementLine } from '#src/domain/reconciliation/statement.ts';
import type { Attributes } from '../xml.ts';
import { isTrue, readXml } from '../xml.ts';
import { tooManyLines, unreadable } from './refusals.ts';

/** One booking, or one transaction of it. */
interface Booking {
  /** Reason of a return: a code, and the bank's words. */
  returned: { code: string; more: string };
  amount: { text: string; currency: string } | null;
  direction: string;
  names: string[];
}
interface Entry extends Booking {
  booked: string;
  valued: string;
  status: string;
  isReversal: boolean;
  transactions: Booking[];
}

const newBooking = (): Booking => ({
  amount: null,
  direction: '',
  names: [],
  returned: { code: '', more: '' },
});
/** Ends of paths that name a payment. */
const NAMES =
  /(\/Refs\/(EndToEndId|InstrId|TxId|PmtInfId|AcctSvcrRef)|\/NtryRef|Ntry\/AcctSvcrRef|\/RmtInf\/Ustrd|\/CdtrRefInf\/Ref|Ntry\/AddtlNtryInf)$/;
const NAMES_A_LINE_MAX = 1000;

/** Refuses (422): bad_statement, doctype, too_many_rows. */
export async function readCamt(bytes: Buffer): Promise<StatementLine[]> {
  const reader = new CamtReader();
  try {
    await readXml({ path: 'statement', size: bytes.length, chunks: () => chunksOf(bytes) }, reader);
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'too_many_rows' || error.code === 'bad_statement') throw error;
    throw unreadable(error.code, { said: error.detail });
  }
  if (!reader.isCamt) throw unreadable('not_camt');
  return reader.lines;
}

async function* chunksOf(bytes: Buffer) {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
}

class CamtReader {
  isCamt = false;
  readonly lines: StatementLine[] = [];
  private path = '';
  private content = '';
  private currency = '';
  private entry: Entry | null = null;
  private transaction: Booking | null = null;

  open(name: string, attributes: Attributes): void {
    if (this.path === '' && name === 'Document')
      this.isCamt = Object.values(attributes).some((value) =>
        /^urn:iso:std:iso:20022:tech:xsd:camt\.053\.001\.\d\d$/.test(value),
      );
    else if (this.path === '') throw unreadable('not_camt');
    this.path += `/${name}`;
    this.content = '';
    this.currency = attributes.Ccy ?? '';
    if (this.path.endsWith('/Stmt/Ntry'))
      this.entry = { ...newBooking(), booked: '', valued: '', status: '', isReversal: false, transactions: [] };
    if (this.entry && this.path.endsWith('/NtryDtls/TxDtls')) this.transaction = newBooking();
  }

  // Called with each piece of a text.
  text(piece: string): void {
    if (this.entry && this.content.length < NAMES_A_LINE_MAX) this.content += piece;
  }

  close(name: string): void {
    if (this.entry) this.take(this.entry, this.content.trim());
    this.path = this.path.slice(0, -name.length - 1);
    this.content = '';
  }

  private take(entry: Entry, text: string): void {
    const { path, transaction } = this;
    const ends = (end: string) => path.endsWith(end);
    const into = transaction ?? entry;
    if (NAMES.test(path) && text !== 'NOTPROVIDED' && text !== '') into.names.push(text);
    else if (ends('/Ntry/Amt') || ends('/TxDtls/Amt')) into.amount = { text, currency: this.currency };
    else if (ends('/AmtDtls/TxAmt/Amt') && transaction && transaction.amount === null)
      transaction.amount = { text, currency: this.currency };
    else if (ends('/Ntry/CdtDbtInd') || ends('/TxDtls/CdtDbtInd')) into.direction = text;
    else if (/\/Ntry\/BookgDt\/(Dt|DtTm)$/.test(path)) entry.booked = text.slice(0, 10);
    else if (/\/Ntry\/ValDt\/(Dt|DtTm)$/.test(path)) entry.valued = text.slice(0, 10);
    else if (/\/Ntry\/Sts(\/(Cd|Prtry))?$/.test(path)) entry.status ||= text;
    else if (ends('/Ntry/RvslInd')) entry.isReversal = isTrue(text);
    else if (/\/RtrInf\/Rsn\/(Cd|Prtry)$/.test(path)) into.returned.code = text;
    else if (ends('/RtrInf/AddtlInf')) into.returned.more = `${into.returned.more} ${text}`.trim();
    else if (ends('/NtryDtls/TxDtls') && transaction) {
      entry.transactions.push(transaction);
      this.transaction = null;
    } else if (ends('/Stmt/Ntry')) {
      this.entry = null;
      this.add(entry);
    }
  }

  private add(entry: Entry): void {
    const { transactions } = entry;
    const [only] = transactions;
    // One transaction may leave the amount to its booking; of several, each has its own.
    if (only && transactions.length === 1) only.amount ??= entry.amount;
    for (const each of transactions.length > 0 ? transactions : [entry]) {
      if (this.lines.length >= STATEMENT_LINES_MAX) throw tooManyLines();
      this.lines.push(lineOf(this.lines.length + 1, entry, each));
    }
  }
}

function lineOf(number: number, entry: Entry, { amount, direction, names, returned }: Booking): StatementLine {
  const date = entry.booked || entry.valued;
  const value = amount === null ? null : parseDecimal(amount.text);
  const isAmount = value !== null && value >= 0n && value % decimal('0.01') === 0n;
  const way = direction || entry.direction;
  const isWay = way === 'DBIT' || way === 'CRDT';
  const standing = standingOf(entry.status);
  // Money that goes out because money in was reversed pays nobody.
  const isUndone = entry.isReversal && way === 'DBIT';
  const reason = [returned.code && reasonInWords(returned.code, ISO_REASONS), withoutNumbers(returned.more)]
    .filter(Boolean)
    .join('. ');
  return {
    number,
    date: isIsoDate(date) ? date : null,
    amount: isAmount ? toFixed(value, 2) : null,
    currency: amount && /^[A-Z]{3}$/.test(amount.currency) ? amount.currency : null,
    direction: way === 'CRDT' ? 'in' : 'out',
    reference: withoutAccounts([...new Set([...names, ...entry.names])].join(' ').slice(0, NAMES_A_LINE_MAX)),
    fault: !isAmount
      ? 'The amount cannot be read.'
      : !isWay
        ? 'The entry does not say whether money came in or went out.'
        : isIsoDate(date)
          ? null
          : 'The day cannot be read.',
    ...(standing !== null && standing !== 'booked' && { not_booked: entry.status.slice(0, 60) }),
    ...(isUndone && { not_booked: 'reversal of money that came in' }),
    ...(standing === null && {
      questions: [{ kind: 'standing_word' as const, word: entry.status.slice(0, 60), column: 'Sts' }],
    }),
    ...(reason !== '' && { reason: reason.slice(0, REASON_MAX) }),
  };
}
const REASON_MAX = 500;
