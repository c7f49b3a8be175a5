// Our own CSV of a batch, for a bank or a service that takes columns.
import type { BatchHead, BatchWriter } from './batchFile.ts';

/** Of an account, the members that it has. */
const ACCOUNT = ['routing_number', 'account_number', 'account_type', 'iban', 'bic'];
const COLUMNS = ['payment_id', 'reference', 'name', ...ACCOUNT, 'amount', 'currency'].join(',');

/** `cell` keeps a spreadsheet from running a text as a formula. */
export function csvBatch({ currency }: BatchHead, cell: (text: string) => string): BatchWriter {
  const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return {
    head: () => `${COLUMNS}\r\n`,
    payment({ id, reference, name, account, amount }) {
      const cells = [
        id,
        cell(reference),
        cell(name),
        ...ACCOUNT.map((name) => account && (account as unknown as Record<string, string | null | undefined>)[name]),
        amount,
        currency,
      ];
      return `${cells.map((each) => quoted(each ?? '')).join(',')}\r\n`;
    },
    tail: () => '',
  };
}
