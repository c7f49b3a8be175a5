// What the ledger's own rules say of the entries that a file makes, at the rows that they come from: an import finds the same, so
// nothing new is said when the file is applied.
import { numberKey } from '../ledger/core/state.ts';
import type { LedgerState } from '../ledger/core/state.ts';
import { textOf } from '../ledger/core/fields.ts';
import type { Finding, OcfTransaction } from '../ledger/core/types.ts';
import { keepFirstDay } from '../ledger/rules/stockDays.ts';
import { findingAt } from './findings.ts';
import type { SheetFinding } from './reading.ts';
import type { Place } from './records/records.ts';
import type { MeantTable } from './records/table.ts';

/** An approved or paid distribution: its lines do not change any more. */
export interface FrozenDistribution {
  name: string;
  record_date: string;
  share_class_ids: readonly string[];
}

export interface LedgerFindingsInput {
  /** Of what the company has and of what the file makes, together. */
  findings: readonly Finding[];
  state: LedgerState;
  /** What is new. */
  transactions: readonly OcfTransaction[];
  tables: readonly MeantTable[];
  /** By the security's id. */
  placeOf: ReadonlyMap<string, Place>;
  /** Whether the company's own entries have this finding already. */
  isKnown: (finding: Finding) => boolean;
  frozen: readonly FrozenDistribution[];
}

/** More shares than authorized: an import takes them once they are accepted. */
export const CAPS: ReadonlySet<string> = new Set(['E13', 'E14']);
/** A part that is taken leaves the rest in the same security: that is how files are written here. */
const OWN_WAY: ReadonlySet<string> = new Set(['D6']);

export function ledgerFindingsOf(input: LedgerFindingsInput): SheetFinding[] {
  const { findings, transactions, tables, placeOf, isKnown } = input;
  const securityOf = new Map(transactions.map((each) => [textOf(each, 'id'), textOf(each, 'security_id')]));
  const corrected = correctedIssues(input);
  const told = findings
    .filter((finding) => !OWN_WAY.has(finding.rule) && (CAPS.has(finding.rule) || !isKnown(finding)))
    .filter(({ rule, object_id }) => rule !== NUMBER_TAKEN || !corrected.has(object_id))
    .map(({ rule, severity, object_id, message }): SheetFinding => {
      const isCap = CAPS.has(rule);
      const finding = {
        code: isCap ? 'over_authorized' : rule,
        severity: isCap ? ('warning' as const) : severity,
        message,
      };
      const place = isCap ? undefined : placeOf.get(securityOf.get(object_id) ?? '');
      return place ? findingAt(tables, place, null, finding) : { ...finding, ...NOWHERE };
    });
  return [...told, ...frozenFindings(input)];
}

const NUMBER_TAKEN = 'W4';

/** Issues that are written again with the number of the one that is retracted for them, and that nobody else has. */
function correctedIssues({ transactions, state }: LedgerFindingsInput): ReadonlySet<string> {
  const retracted = new Set(
    transactions.flatMap((each) =>
      String(each.object_type).endsWith('_RETRACTION') ? (textOf(each, 'security_id') ?? []) : [],
    ),
  );
  const corrected = new Set<string>();
  if (retracted.size === 0) return corrected;
  const keyOf = (id: string) => numberKey(state.securities.get(id)?.row.custom_id ?? '');
  const numbers = new Set([...retracted].map(keyOf));
  const holders = new Map<string, number>();
  for (const { row, ended } of state.securities.values()) {
    const key = numberKey(row.custom_id);
    if (numbers.has(key) && ended?.verb !== 'retracted') holders.set(key, (holders.get(key) ?? 0) + 1);
  }
  for (const each of transactions) {
    const key = numberKey(textOf(each, 'custom_id') ?? '');
    if (numbers.has(key) && holders.get(key) === 1) corrected.add(textOf(each, 'id') ?? '');
  }
  return corrected;
}

const NOWHERE = { tab: null, row: null, column: null, heading: null, value: null };

function frozenFindings({ transactions, state, frozen }: LedgerFindingsInput): SheetFinding[] {
  const days = new Map<string, string>();
  for (const each of transactions) {
    const row = state.securities.get(textOf(each, 'security_id') ?? '')?.row;
    const day = textOf(each, 'date');
    if (row?.kind === 'STOCK' && row.stock_class_id !== null && day !== null)
      keepFirstDay(days, row.stock_class_id, day);
  }
  return frozen
    .filter(({ record_date, share_class_ids }) => share_class_ids.some((id) => (days.get(id) ?? '9999') <= record_date))
    .map(({ name, record_date }) => ({
      code: 'record_date_frozen',
      severity: 'warning',
      message: `${name} was approved for the holdings at the end of ${record_date}. Entries of this file on or before that day change those holdings. The approved payments stay unchanged, and this import cannot be undone while they stand.`,
      ...NOWHERE,
    }));
}
