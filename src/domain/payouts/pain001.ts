// A credit transfer of ISO 20022: pain.001.001.09, one group of payments, because a batch has one currency and one day.
import { say } from '#src/words/say.ts';
import { minorDigits, writtenMoney } from '../figures/money.ts';
import { isAmerican, isForeignAccount } from './accounts.ts';
import { endToEndId, paymentGroupId, tooLarge } from './batchFile.ts';
import type { BatchHead, BatchPayment, BatchWriter } from './batchFile.ts';

/** Eighteen digits and a point. */
const TOTAL_LENGTH = 19;
const NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09';

/** Only the characters that every bank takes; a text never begins or ends with a slash, nor has two in a row. */
const text = (value: string, max: number) => {
  const plain = value
    .replaceAll('&', '+')
    .replace(/[^A-Za-z0-9/\-?:().,'+ ]/g, ' ')
    .replace(/\/{2,}/g, '/')
    .replace(/\s+/g, ' ')
    .slice(0, max)
    .replace(/^[/ ]+|[/ ]+$/g, '');
  return plain || 'NOTPROVIDED';
};

const TEXT_MAX = 140;
/** How a name, or a distribution’s name, stands in the file. */
export const painText = (value: string): string => text(value, TEXT_MAX);

const agent = (bic: string | null | undefined, routing: string | null | undefined) => {
  if (bic) return `<FinInstnId><BICFI>${bic}</BICFI></FinInstnId>`;
  if (routing)
    return `<FinInstnId><ClrSysMmbId><ClrSysId><Cd>USABA</Cd></ClrSysId><MmbId>${routing}</MmbId></ClrSysMmbId></FinInstnId>`;
  return '<FinInstnId><Othr><Id>NOTPROVIDED</Id></Othr></FinInstnId>';
};
const account = (iban: string | null | undefined, number: string | undefined) =>
  iban ? `<Id><IBAN>${iban}</IBAN></Id>` : `<Id><Othr><Id>${number!}</Id></Othr></Id>`;

const TYPES = { checking: 'CACC', savings: 'SVGS' } as const;

/** Who is paid: their agent is left out where an IBAN alone says it. */
function creditor({ name, account: to }: BatchPayment): string {
  const who = `<Cdtr><Nm>${painText(name)}</Nm></Cdtr>`;
  if (isForeignAccount(to!)) {
    const { bic, bank, country, account_number } = to;
    const at = `<FinInstnId><BICFI>${bic}</BICFI><Nm>${painText(bank)}</Nm><PstlAdr><Ctry>${country}</Ctry></PstlAdr></FinInstnId>`;
    return `<CdtrAgt>${at}</CdtrAgt>${who}<CdtrAcct>${account(null, account_number)}</CdtrAcct>`;
  }
  if (!isAmerican(to!))
    return `${to!.bic ? `<CdtrAgt>${agent(to!.bic, null)}</CdtrAgt>` : ''}${who}<CdtrAcct>${account(to!.iban, undefined)}</CdtrAcct>`;
  const { routing_number, account_number, account_type } = to;
  return `<CdtrAgt>${agent(null, routing_number)}</CdtrAgt>${who}<CdtrAcct>${account(null, account_number)}<Tp><Cd>${TYPES[account_type]}</Cd></Tp></CdtrAcct>`;
}

/** In: payments with an account each. Refuses (422): too_large_for_format. */
export function pain001(head: BatchHead): BatchWriter {
  const { id, made_at, execution_date, currency, count, total, debtor } = head;
  if (total.length > TOTAL_LENGTH)
    throw tooLarge(
      say`A pain.001 takes 9,999,999,999,999,999.99 at most, and these payments come to ${writtenMoney(total, currency)}. Make several batches.`,
    );
  // A currency without decimals has none in its amounts.
  const amountOf = ({ amount }: BatchPayment) => (minorDigits(currency) === 0 ? amount.replace(/\.00$/, '') : amount);
  const message = endToEndId(id);
  const sums = `<NbOfTxs>${count}</NbOfTxs><CtrlSum>${total}</CtrlSum>`;
  const payer = painText(debtor.name);
  return {
    head: () =>
      `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="${NAMESPACE}"><CstmrCdtTrfInitn>\n` +
      `<GrpHdr><MsgId>${message}</MsgId><CreDtTm>${made_at}</CreDtTm>${sums}<InitgPty><Nm>${payer}</Nm></InitgPty></GrpHdr>\n` +
      `<PmtInf><PmtInfId>${paymentGroupId(id)}</PmtInfId><PmtMtd>TRF</PmtMtd>${sums}<ReqdExctnDt><Dt>${execution_date}</Dt></ReqdExctnDt>` +
      `<Dbtr><Nm>${payer}</Nm></Dbtr><DbtrAcct>${account(debtor.iban, debtor.account_number)}<Ccy>${currency}</Ccy></DbtrAcct>` +
      `<DbtrAgt>${agent(debtor.bic, debtor.iban ? null : debtor.routing_number)}</DbtrAgt>\n`,
    payment: (payment) =>
      `<CdtTrfTxInf><PmtId><EndToEndId>${endToEndId(payment.id)}</EndToEndId></PmtId><Amt><InstdAmt Ccy="${currency}">${amountOf(payment)}</InstdAmt></Amt>` +
      `${creditor(payment)}<RmtInf><Ustrd>${painText(payment.reference)}</Ustrd></RmtInf></CdtTrfTxInf>\n`,
    tail: () => '</PmtInf></CstmrCdtTrfInitn></Document>\n',
  };
}
