// What a bank answers for the payments of a batch: a report in ISO 20022, or entries that come back in a NACHA file.
import type { Row } from '#server/db/database.ts';
import type { Caller } from '../people.ts';
import { approvedFor, fileOf, makeBatch, withAccount } from './payouts.ts';

export const compact = (id: unknown) => String(id).replaceAll('-', '');

/** A batch of one payment for each account. */
export async function batchOf(by: Caller, accounts: readonly Row[], extra: Row = {}) {
  const holders = [];
  for (const account of accounts) holders.push(await withAccount(by, account));
  const { distribution, payments } = await approvedFor(by, holders);
  const made = await makeBatch(by, { filter: { distribution_id: distribution.id }, ...extra });
  if (made.status !== 201) throw new Error(`The batch was not made: ${made.text}`);
  return { batch: made.body, distribution, payments, file: (await fileOf(by, made.body)).text };
}

/** The bank sends the entries of some payments back, each with a code. `change` edits each entry. */
export function returnsOf(
  file: string,
  codes: readonly (readonly [payment: Row, code: string])[],
  change = (entry: string) => entry,
): string {
  const lines = file.split('\n');
  const entries = codes.flatMap(([payment, code]) => {
    const id = compact(payment.id).slice(-15).toUpperCase();
    const entry = change(lines.find((line) => line.startsWith('6') && line.slice(39, 54) === id)!);
    const addendum = `7${code.startsWith('C') ? '98' : '99'}${code}${entry.slice(79)}      09100001`.padEnd(79);
    return [`621${entry.slice(3)}`, `${addendum}${entry.slice(79)}`];
  });
  const batch = lines.find((line) => line.startsWith('5'))!;
  return withControls([lines[0]!, batch, ...entries], '\r\n');
}

/** A file of one batch: its header, the batch's header and its entries; the two controls are added up and follow. */
export function withControls([header, batch, ...entries]: readonly string[], lineEnd = '\n'): string {
  const sum = (from: number, to: number, isCounted = (_entry: string) => true) =>
    entries
      .filter((line) => line.startsWith('6') && isCounted(line))
      .reduce((total, line) => total + BigInt(line.slice(from, to)), 0n);
  const digits = (value: bigint | number, width: number) => String(value).padStart(width, '0').slice(-width);
  const isDebit = (line: string) => line[2]! > '4';
  const totals = [
    digits(sum(3, 11), 10),
    digits(sum(29, 39, isDebit), 12),
    digits(
      sum(29, 39, (line) => !isDebit(line)),
      12,
    ),
  ].join('');
  const end = `8${batch!.slice(1, 4)}${digits(entries.length, 6)}${totals}${batch!.slice(40, 50)}`.padEnd(79);
  const blocks = Math.ceil((entries.length + 4) / 10);
  const control = `9000001${digits(blocks, 6)}${digits(entries.length, 8)}${totals}`.padEnd(94);
  return [header, batch, ...entries, `${end}${batch!.slice(79)}`, control].join(lineEnd);
}

/** pain.002.001.10 */
export const report = (group: string, transactions: string) =>
  `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt><GrpHdr><MsgId>R1</MsgId></GrpHdr>${group}${transactions}</CstmrPmtStsRpt></Document>`;
export const group = (batch: Row, status = '') =>
  `<OrgnlGrpInfAndSts><OrgnlMsgId>${compact(batch.id)}</OrgnlMsgId>${status && `<GrpSts>${status}</GrpSts><StsRsnInf><Rsn><Cd>AM10</Cd></Rsn></StsRsnInf>`}</OrgnlGrpInfAndSts>`;
export const transaction = (payment: Row, status: string, { reason = '', reference = 'BANK-7', of = '' } = {}) =>
  `<TxInfAndSts><OrgnlEndToEndId>${compact(payment.id)}</OrgnlEndToEndId><TxSts>${status}</TxSts>${reason}<AcctSvcrRef>${reference}</AcctSvcrRef>${of}</TxInfAndSts>`;
export const lot = (transactions: string) =>
  `<OrgnlPmtInfAndSts><OrgnlPmtInfId>x</OrgnlPmtInfId>${transactions}</OrgnlPmtInfAndSts>`;
