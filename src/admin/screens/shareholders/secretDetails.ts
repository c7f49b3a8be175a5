// What a shareholder's page shows the last characters of.
export type Detail = 'tax_id' | 'bank_account';
export const detailLabels: Record<Detail, string> = { tax_id: 'Tax number', bank_account: 'Bank account' };
