// What a shareholder's page shows the last characters of.
import { say } from '#src/words/say.ts';

export type Detail = 'tax_id' | 'bank_account';
export const detailLabels: Record<Detail, string> = { tax_id: say`Tax number`, bank_account: say`Bank account` };
