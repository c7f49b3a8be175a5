// Approved distributions whose holders have bank accounts, and batches of their payments.
import type { Row } from '#server/db/database.ts';
import * as given from '../given.ts';
import { multipart } from '../given.ts';
import type { Caller, Reply } from '../people.ts';

export const AMERICAN = { routing_number: '021000021', account_number: '000123456789', account_type: 'checking' };
export const IBAN = { iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' };
export const DEBTOR = { name: 'Tidewater Robotics, Inc.', routing_number: '091000019', account_number: '98765432101' };

export async function withAccount(by: Caller, account: Row | null, extra: Row = {}): Promise<Row> {
  const holder = await given.shareholder(by, extra);
  if (account === null) return holder;
  const url = `/api/shareholders/${String(holder.id)}`;
  const saved = await by.put(url, { ...(await by.get(url)).body, bank_account: account });
  if (saved.status !== 200) throw new Error(`The account was not recorded: ${saved.text}`);
  return holder;
}

/** An approved distribution with a payment for each holder, in their order. */
export async function approvedFor(by: Caller, holders: readonly Row[], extra: Row = {}) {
  const shareClass = await given.shareClass(by);
  for (const [at, { id }] of holders.entries())
    await given.certificate(by, { shareholder_id: id, share_class_id: shareClass.id, quantity: String(10 * (at + 1)) });
  const distribution = await given.distribution(by, {
    share_class_ids: [shareClass.id],
    amount_per_share: '1.5',
    ...extra,
  });
  const approved = await given.approveSeen(by, distribution);
  if (approved.status !== 200) throw new Error(`Not approved: ${approved.text}`);
  const all = await paymentsOf(by, distribution);
  return { distribution, payments: holders.map(({ id }) => all.find((each) => each.shareholder_id === id)!) };
}

export const paymentsOf = async (by: Caller, distribution: Row): Promise<Row[]> =>
  (await by.get(given.listUrl('/api/payments/', { filter: { distribution_id: distribution.id } }))).rows;

export const makeBatch = (by: Caller, body: Row): Promise<Reply> =>
  by.post('/api/payment-batches/', { format: 'pain.001', execution_date: '2030-01-15', debtor: DEBTOR, ...body });

export const bringIn = (
  by: Caller,
  batch: Row,
  text: string | Buffer,
  fields: Record<string, string> = {},
): Promise<Reply> => {
  const { body, options } = multipart({ name: 'results', bytes: text }, fields);
  return by.post(`/api/payment-batches/${String(batch.id)}/results`, body, options);
};

export const fileOf = (by: Caller, batch: Row): Promise<Reply> =>
  by.get(`/api/payment-batches/${String(batch.id)}/file`);

/** Our CSV of results. */
export const resultsCsv = (rows: readonly (readonly string[])[]): string =>
  [['payment_id', 'status', 'reference', 'reason'], ...rows].map((row) => `${row.join(',')}\r\n`).join('');
