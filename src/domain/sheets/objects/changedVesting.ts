// Q13: a security that the ledger has, and whose vesting a later file writes otherwise. The ledger's stays, and both are said.
import { grouped, ONE } from '#src/domain/figures/decimal.ts';
import type { Decimal } from '#src/domain/figures/decimal.ts';
import { idOf } from '#src/domain/ledger/core/fields.ts';
import type { OcfObject } from '#src/domain/ledger/core/types.ts';
import type { SecurityState } from '#src/domain/ledger/core/state.ts';
import { startOf } from '#src/domain/vesting/path.ts';
import { scheduleOf } from '#src/domain/vesting/schedule.ts';
import type { Schedule } from '#src/domain/vesting/schedule.ts';
import { readTerms } from '#src/domain/vesting/terms.ts';
import { scheduleKey } from '#src/domain/vesting/stepTerms.ts';
import type { VestingStep } from '#src/domain/vesting/stepTerms.ts';
import { findingAt } from '../findings.ts';
import type { SheetFinding } from '../reading.ts';
import type { Security } from '../records/records.ts';
import { scheduleFrom } from '../vesting/choices.ts';
import type { VestingSecurity, VestingTexts } from '../vesting/texts.ts';
import type { Existing } from './existing.ts';
import type { Writing } from './writing.ts';

/** Many shares, so that rounding to whole ones is no difference. */
const MANY = 1_000_000_000n * ONE;
const ROUNDING = 100n * ONE;
const LAST_DAY = '2199-12-31';

/** In: the securities of the file that the ledger has. Out: a warning for each that vests otherwise there. */
export function changedVestingOf(
  { tables, existing }: Writing,
  known: ReadonlyMap<Security, SecurityState>,
  vestings: VestingTexts,
): SheetFinding[] {
  const terms = termsOf(existing);
  const verdicts = new Map<string, boolean>();
  return [...known].flatMap(([security, state]) => {
    if ((security.kind !== 'stock' && security.kind !== 'option') || security.vesting === '') return [];
    const other = otherVesting(security, state, { terms, vestings, verdicts });
    if (other === null) return [];
    const message = `${state.row.custom_id} is in the ledger already, and vests differently there: ${other}. The ledger’s stays. If the file is right, change the schedule there.`;
    const finding = { code: 'vesting_differs', severity: 'warning' as const, message };
    return [findingAt(tables, security.place, 'vesting', finding)];
  });
}

const termsOf = ({ statics }: Existing): ReadonlyMap<string, OcfObject> =>
  new Map(statics.filter(({ object_type }) => object_type === 'VESTING_TERMS').map((each) => [idOf(each), each]));

interface Beside {
  terms: ReadonlyMap<string, OcfObject>;
  vestings: VestingTexts;
  /** By what is compared, whether it is the same. */
  verdicts: Map<string, boolean>;
}

/** In words, on the first day with another amount; null where both vest the same, or it is not known how. */
function otherVesting(
  security: VestingSecurity,
  { row, issued, grant, came_from }: SecurityState,
  { terms, vestings, verdicts }: Beside,
): string | null {
  const meaning = vestings.understood(security);
  if (meaning === null || meaning === 'event' || issued === null || came_from.length > 0) return null;
  if (grant?.vestings.length) return null;
  const own = grant?.vesting_terms_id ?? null;
  const object = own === null ? null : (terms.get(own) ?? null);
  if (own !== null && object === null) return null;
  const facts = (grant?.facts ?? []).filter(({ fact }) => fact === 'START');
  const started = object ? startOf(readTerms(object), facts) : null;
  const start = security.vesting_start ?? started ?? row.issued_on;
  const ours = (quantity: Decimal): Schedule =>
    scheduleOf({ quantity, issued_on: row.issued_on, terms: object, vestings: [], facts });
  const files = (quantity: Decimal): Schedule => ofFile(meaning, { quantity, issued_on: row.issued_on, start });
  const key = JSON.stringify([
    own,
    meaning === 'vested' ? meaning : scheduleKey(meaning),
    started === null ? null : row.issued_on > started,
    started === start ? null : [started, start],
    started === null || start === started ? null : row.issued_on,
  ]);
  let isSame = verdicts.get(key);
  if (isSame === undefined) verdicts.set(key, (isSame = firstDifference(ours(MANY), files(MANY), ROUNDING) === null));
  const day = isSame ? null : firstDifference(ours(issued), files(issued), 0n);
  if (day === null) return null;
  const [one, other] = [ours(issued).vestedAt(day) ?? 0n, files(issued).vestedAt(day) ?? 0n];
  return `${grouped(one)} vested on ${day} in your records, ${grouped(other)} in this file`;
}

const ofFile = (
  meaning: 'vested' | VestingStep[],
  from: { quantity: Decimal; issued_on: string; start: string },
): Schedule =>
  meaning === 'vested' ? scheduleOf({ ...from, terms: null, vestings: [], facts: [] }) : scheduleFrom(meaning, from);

function firstDifference(one: Schedule, other: Schedule, tolerance: Decimal): string | null {
  const days = new Set([...one.days(LAST_DAY), ...other.days(LAST_DAY)]);
  for (const day of [...days].sort()) {
    const by = (one.vestedAt(day) ?? 0n) - (other.vestedAt(day) ?? 0n);
    if (by > tolerance || -by > tolerance) return day;
  }
  return null;
}
