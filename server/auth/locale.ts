// The language that a person chose.
import type { Locale } from '#src/words/locales.ts';
import type { Tx } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { noteAccountChange } from './auditedChanges.ts';

/** In: null for the browser's. Noted in the audit trail of the account's companies if it is another. */
export async function chooseLocale(
  tx: Tx,
  deps: Pick<Deps, 'newId' | 'now'>,
  accountId: string,
  locale: Locale | null,
): Promise<void> {
  const row = await tx.row<{ done: boolean | null }>('select choose_locale($1) as done', [locale]);
  if (row?.done) await noteAccountChange(tx, deps, accountId, 'chose another language');
}
