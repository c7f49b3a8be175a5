// Securities that the ledger has otherwise than the file: asked about, and written again where that is confirmed.
import type { SecurityState } from '#src/domain/ledger/core/state.ts';
import { findingAt } from '../findings.ts';
import type { Security } from '../records/records.ts';
import { changedSecurity } from './changedSecurities.ts';
import type { ChangedSecurity, Names } from './changedSecurities.ts';
import { comparedFields } from './issuances.ts';
import type { Writing } from './writing.ts';

const RETRACTIONS: Record<Security['kind'], string> = {
  stock: 'TX_STOCK_RETRACTION',
  option: 'TX_EQUITY_COMPENSATION_RETRACTION',
  convertible: 'TX_CONVERTIBLE_RETRACTION',
  warrant: 'TX_WARRANT_RETRACTION',
};

/** Securities that the ledger has otherwise than the file. Those that are to be corrected are retracted and count as new from here on. */
export function settleChanged(
  writing: Writing,
  known: Map<Security, SecurityState>,
  keys: Map<Security, string>,
  names: Names,
): ChangedSecurity[] {
  const changed = [...known].flatMap(([security, state]) => {
    if (security.number === '') return [];
    const file = comparedFields(writing, security);
    const table = writing.tables[security.place.table]!;
    return (
      changedSecurity(
        { security, known: state, file },
        { existing: writing.existing, names, table, answers: writing.answers },
      ) ?? []
    );
  });
  for (const { security, known: state, isCorrected, question, differences } of changed) {
    if (question === null) {
      const message = `${state.row.custom_id} is in the ledger already, with ${differences}. The ledger’s stays. If the file is right, correct it there.`;
      const finding = { code: 'security_differs', severity: 'warning' as const, message };
      writing.findings.push(findingAt(writing.tables, security.place, 'security_id', finding));
    }
    if (!isCorrected) continue;
    const key = keys.get(security)!;
    writing.out.push({
      object_type: RETRACTIONS[security.kind],
      id: writing.idOf(`retract ${state.row.security_id}`),
      date: state.row.issued_on,
      security_id: state.row.security_id,
      reason_text: 'Corrected by a later file',
    });
    let times = 1;
    while (writing.existing.ids.has(writing.idOf(`issue ${key} corrected ${times}`))) times += 1;
    keys.set(security, `${key} corrected ${times}`);
    known.delete(security);
  }
  return changed;
}
