// Transactions that only read, in another context than the session's (functions/reading_as.sql). The token's hash was checked by
// the request's own transaction.
import type { Database, Session, Tx } from './database.ts';

type Work<T, A = Session['actor']> = (tx: Tx, actor: A) => Promise<T>;
export type TableReader = Session['actor'] & { visibility: 'totals' | 'full' };

/**
 * As the holder that the session's account is in one of its companies. Out: undefined when it has no active membership
 * there that is linked to a record.
 */
export const inCompany = <T>(db: Database, tokenHash: string, org: string, work: Work<T>) =>
  db.reading(tokenHash, { text: 'select * from app_begin_in($1, $2, $3, $4)', values: [org] }, work);

/**
 * Under the rules of a holder of the session's company. Out: undefined when the company has no such holder, or the
 * session's account may not edit its records.
 */
export const asHolder = <T>(db: Database, tokenHash: string, holder: string, work: Work<T>) =>
  db.reading(tokenHash, { text: 'select * from app_begin_as_holder($1, $2, $3, $4)', values: [holder] }, work);

/**
 * The company's cap table, for a shareholder to whom the company shows more than their own rows. `holder`: for a person
 * who keeps the books and looks as this holder. Out: undefined where only own rows are shown.
 */
export const asTableReader = <T>(db: Database, tokenHash: string, holder: string | null, work: Work<T, TableReader>) =>
  db.reading<TableReader, T>(
    tokenHash,
    holder === null
      ? { text: 'select * from app_begin_table($1, $2, $3)', values: [] }
      : { text: 'select * from app_begin_table_as_holder($1, $2, $3, $4)', values: [holder] },
    work,
  );

/** As the session's person, without counting as a use of the session. Out: undefined when it has ended. */
export const watching = <T>(db: Database, tokenHash: string, work: Work<T>) =>
  db.reading(tokenHash, { text: 'select * from app_begin_watching($1, $2, $3)', values: [] }, work);
