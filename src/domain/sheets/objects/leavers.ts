// Grants of people who left, where the file does not say what became of what had not vested: asked once for the column. A grant
// whose row has such figures, or a status of its end, is told by those (endings.ts).
import { grouped, ZERO } from '#src/domain/figures/decimal.ts';
import type { Decimal } from '#src/domain/figures/decimal.ts';
import { findingAt } from '../findings.ts';
import { idOf } from '#src/domain/ledger/core/fields.ts';
import type { OcfObject } from '#src/domain/ledger/core/types.ts';
import type { SecurityState } from '#src/domain/ledger/core/state.ts';
import { scheduleOf } from '#src/domain/vesting/schedule.ts';
import type { Question } from '../reading.ts';
import type { Option } from '../records/records.ts';
import { questionId } from '../values/forms.ts';
import { scheduleFrom } from '../vesting/choices.ts';
import type { VestingTexts } from '../vesting/texts.ts';
import { lostOf } from './existing.ts';
import type { Existing } from './existing.ts';
import { text } from './parts.ts';
import type { Writing } from './writing.ts';

interface Leaver {
  grant: Option;
  left: string;
  /** What had not vested on that day, without what left the grant otherwise. */
  unvested: Decimal;
}

const CHOICES = [
  { value: 'forfeited', label: 'It was forfeited on that day' },
  { value: 'kept', label: 'It was kept, and vests on' },
];

/** So many rows are named in one question. */
const ROWS_MAX = 100;

/** Writes what was answered to be forfeited. Out: the questions. */
export function leaversOf(writing: Writing, vestings: VestingTexts): Question[] {
  const leavers = writing.records.securities.flatMap((each) =>
    each.kind === 'option' ? (leaverOf(writing, vestings, each) ?? []) : [],
  );
  const kept = new Set<Option>();
  const questions = [...Map.groupBy(leavers, ({ grant }) => grant.place.table)].flatMap(([index, ofTable]) => {
    const table = writing.tables[index]!;
    const column = table.columns.find(({ field }) => field === 'termination_date');
    if (!column) return [];
    const id = questionId('leaving', table.id, column.letters);
    const answer = CHOICES.find(({ value }) => value === writing.answers[id])?.value ?? null;
    if (answer === 'forfeited') for (const leaver of ofTable) forfeit(writing, leaver);
    if (answer === 'kept') for (const leaver of ofTable) kept.add(leaver.grant);
    const [{ grant, left, unvested }] = ofTable as [Leaver];
    const others = ofTable.length > 1 ? `, and ${ofTable.length - 1} more` : '';
    return {
      id,
      code: 'leaving' as const,
      text: `“${column.heading}” has people who left before their grants had vested: ${grouped(unvested)} of ${writing.numberOf(grant)} on ${left}${others}. What became of what had not vested?`,
      tab: table.tab,
      column: column.letters,
      rows: ofTable.slice(0, ROWS_MAX).map((each) => each.grant.place.row),
      choices: CHOICES,
      answer,
    };
  });
  const lapsed = new Map(leavers.map(({ grant, unvested }) => [grant, unvested]));
  const ended = endedServices(writing.existing);
  for (const each of writing.records.securities)
    if (each.kind === 'option' && !kept.has(each) && !ended.has(writing.holderId(each.holder)))
      noteServiceNotEnded(writing, each, lapsed.get(each) ?? ZERO);
  return questions;
}

/** The day of leaving ends no service: a file seldom says why, which decides how long what had vested may be exercised. */
function noteServiceNotEnded(writing: Writing, grant: Option, unvested: Decimal): void {
  const { termination_date: left, outstanding, quantity, exercised, forfeited, expired, ended_on } = grant;
  if (left === null || left > writing.day || ended_on !== null) return;
  const rest = outstanding ?? quantity - exercised - forfeited - expired - unvested;
  if (rest <= ZERO || writing.knownOf(grant)?.remaining === ZERO) return;
  const message = `The holder left on ${left}. What lapsed is imported, the end of service is not: end it after the import, with its reason, which decides how long ${grouped(rest)} that had vested may be exercised. Until then, they can be exercised until the grant expires.`;
  const finding = { code: 'service_not_ended', severity: 'warning' as const, message };
  writing.findings.push(findingAt(writing.tables, grant.place, 'termination_date', finding));
}

/** The holders whose end of service the ledger knows already. */
const endedServices = ({ transactions }: Existing): ReadonlySet<unknown> =>
  new Set(
    transactions.flatMap((each) =>
      each.object_type === 'CE_STAKEHOLDER_STATUS' && String(each['new_status']).startsWith('TERMINATION_')
        ? [each['stakeholder_id']]
        : [],
    ),
  );

/** Null for a grant whose holder is not known to have left, or with nothing that is open. */
function leaverOf(writing: Writing, vestings: VestingTexts, grant: Option): Leaver | null {
  const { termination_date: left, outstanding, forfeited, expired, ended_on } = grant;
  if (left === null || outstanding !== null || forfeited > ZERO || expired > ZERO || ended_on !== null) return null;
  // A holding without a day of its own was granted before the day of its table.
  const granted = grant.isDateMissing ? grant.vesting_start : grant.date;
  if (granted === null || left < granted || left > writing.day) {
    const message =
      granted === null
        ? `The holder left on ${left}, and the row says neither when this was granted nor when vesting started. It vests as if nobody had left. Enter the day.`
        : left < granted
          ? `The holder left on ${left}, before this grant of ${granted}. The grant vests as if nobody had left. Correct one of the days.`
          : `The holder is to leave on ${left}, after the day of the file, ${writing.day}. The leaving is not imported.`;
    const finding = { code: 'leaving_not_read', severity: 'warning' as const, message };
    writing.findings.push(findingAt(writing.tables, grant.place, 'termination_date', finding));
    return null;
  }
  const unvested = unvestedOf(writing, vestings, grant, left);
  return unvested > ZERO ? { grant, left, unvested } : null;
}

/** By the file's schedule, or by the ledger's of a grant that it has; nothing while it is asked what the schedule is. */
function unvestedOf(writing: Writing, vestings: VestingTexts, grant: Option, day: string): Decimal {
  const known = writing.knownOf(grant);
  if (known) return unvestedOfKnown(writing.existing, known, day);
  const { quantity, exercised } = grant;
  const { meaning, isOpen } = vestings.vestingOf(grant);
  if (meaning === 'vested' || isOpen) return ZERO;
  const start = vestings.startOf(grant);
  const issued_on = grant.isDateMissing ? (start ?? grant.date) : grant.date;
  const vested =
    meaning === 'event' || start === null
      ? ZERO
      : (scheduleFrom(meaning, { quantity, issued_on, start }).vestedAt(day) ?? ZERO);
  return quantity - (vested > exercised ? vested : exercised);
}

function unvestedOfKnown(existing: Existing, { row, issued, remaining, grant }: SecurityState, day: string): Decimal {
  if (!grant || issued === null || remaining === null) return ZERO;
  const terms = (grant.vesting_terms_id && termsOf(existing).get(grant.vesting_terms_id)) || null;
  const terms_missing = grant.vesting_terms_id !== null && terms === null;
  const { vestings, facts, whole = null } = grant;
  const input = { quantity: issued, issued_on: row.issued_on, terms, terms_missing, vestings, facts, whole };
  const vested = scheduleOf(input).vestedAt(day) ?? issued;
  const exercised = grant.exercised.reduce((sum, { quantity }) => sum + quantity, ZERO);
  // What left it otherwise was of what had not vested.
  const unvested = issued - (vested > exercised ? vested : exercised) - (issued - remaining - exercised);
  return unvested < remaining ? unvested : remaining;
}

const termsByLedger = new WeakMap<Existing, ReadonlyMap<string, OcfObject>>();

function termsOf(existing: Existing): ReadonlyMap<string, OcfObject> {
  let terms = termsByLedger.get(existing);
  if (!terms) {
    const all = existing.statics.filter(({ object_type }) => object_type === 'VESTING_TERMS');
    termsByLedger.set(existing, (terms = new Map(all.map((each) => [idOf(each), each]))));
  }
  return terms;
}

function forfeit(writing: Writing, { grant, left, unvested }: Leaver): void {
  const lost = lostOf(writing.knownOf(grant));
  writing.out.push({
    object_type: 'TX_EQUITY_COMPENSATION_CANCELLATION',
    id: writing.idOf(`leaving ${writing.keyOf(grant)}${lost > ZERO ? ` after ${lost}` : ''}`),
    date: left > grant.date ? left : grant.date,
    security_id: writing.securityId(grant),
    quantity: text(unvested),
    reason_text: 'Forfeited',
  });
}
