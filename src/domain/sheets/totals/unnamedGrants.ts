// Q9: granted options of a pool whose holders the file does not name. They count as granted, to a holder who stands for them.
import { ZERO } from '#src/domain/figures/decimal.ts';
import { findingAt } from '../findings.ts';
import type { SheetFinding } from '../reading.ts';
import type { Records } from '../records/records.ts';
import type { MeantTable } from '../records/table.ts';
import type { Totals } from './facts.ts';

const HOLDER = 'Granted options without a named holder';

/** Adds them to the records where the file has no grant at all; otherwise the tie-out shows what differs. */
export function addUnnamedGrants(
  records: Records,
  totals: Totals,
  tables: readonly MeantTable[],
  day: string,
): SheetFinding[] {
  const hasGrants = tables.some(({ role, kinds }) => role === 'options' && kinds.some(({ kind }) => kind === 'record'));
  if (hasGrants || records.securities.some(({ kind }) => kind === 'option')) return [];
  return totals.pools.flatMap(({ plan, granted, place }) => {
    if (granted === null || granted <= 0n || tables[place.table]!.role !== 'snapshot') return [];
    const holder = records.named.push({ ...NOBODY, place }) - 1;
    records.securities.push({
      kind: 'option',
      place,
      holder,
      number: '',
      date: day,
      isDateMissing: true,
      board_approval_date: null,
      ended_on: null,
      reason: '',
      destination: '',
      plan: plan ?? '',
      class_name: '',
      quantity: granted,
      outstanding: null,
      exercised: ZERO,
      exercised_on: null,
      forfeited: ZERO,
      expired: ZERO,
      strike: null,
      type: '',
      vesting: '',
      vesting_start: null,
      termination_date: null,
      expiration_date: null,
      windows: [],
    });
    const message = `The file names no holders of these options. They are imported as granted on ${day} to “${NOBODY.name}”. Import a table of grants to name them.`;
    return [findingAt(tables, place, 'holder', { code: 'date_missing', severity: 'warning' as const, message })];
  });
}

const NOBODY = {
  name: HOLDER,
  email: '',
  id: '',
  kind: 'institution',
  relationship: '',
  group: '',
  contact: '',
  address: null,
  wide: null,
  hasEmailColumn: false,
  isFaulty: false,
};
