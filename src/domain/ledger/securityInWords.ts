// A security as people name it: findings that are about another one say which.
import type { LedgerState } from './state.ts';

/** "OPT-1 of Grace Okonkwo, issued 2024-01-01": its id is the file's own, and stands for one without a number. */
export function securityInWords({ securities, holders }: LedgerState, id: string): string {
  const row = securities.get(id)?.row;
  if (!row) return `security ${id}`;
  const holder = holders.get(row.stakeholder_id ?? '')?.name;
  const day = row.issued_on ? `, issued ${row.issued_on}` : '';
  return `${row.custom_id || `security ${id}`}${holder ? ` of ${holder}` : ''}${day}`;
}
