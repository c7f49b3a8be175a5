import type { Tx } from '#server/db/database.ts';

/** The currency in which the company's own totals are said. */
export async function companyCurrency(tx: Tx, org: string): Promise<string> {
  const row = await tx.row<{ currency: string }>('select currency::text as currency from organization where id = $1', [
    org,
  ]);
  return row!.currency;
}
