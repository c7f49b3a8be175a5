// Our own CSV of a batch, for a bank or a service that takes columns.
import { isAmerican } from './accounts.ts';
import type { BatchHead, BatchWriter } from './batchFile.ts';

const COLUMNS = 'payment_id,reference,name,routing_number,account_number,account_type,iban,bic,amount,currency';

/** `cell` keeps a spreadsheet from running a text as a formula. */
export function csvBatch({ currency }: BatchHead, cell: (text: string) => string): BatchWriter {
  const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return {
    head: () => `${COLUMNS}\r\n`,
    payment({ id, reference, name, account, amount }) {
      const american = account && isAmerican(account) ? account : null;
      const international = account && !isAmerican(account) ? account : null;
      const cells = [
        id,
        cell(reference),
        cell(name),
        american?.routing_number,
        american?.account_number,
        american?.account_type,
        international?.iban,
        international?.bic,
        amount,
        currency,
      ];
      return `${cells.map((each) => quoted(each ?? '')).join(',')}\r\n`;
    },
    tail: () => '',
  };
}
