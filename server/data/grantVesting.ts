// What has vested of each grant on a day: computed for all grants of a page together, never stored.
import { decimal, formatDecimal, parseDecimal } from '#src/domain/figures/decimal.ts';
import { parseExactly } from '#src/domain/ledger/core/exactJson.ts';
import { dateOf, decimalOf, isObject, listOf } from '#src/domain/ledger/core/fields.ts';
import type { OcfObject } from '#src/domain/ledger/core/types.ts';
import { sumOf, withoutLost } from '#src/domain/vesting/lostStock.ts';
import type { Tranche, VestingInput } from '#src/domain/vesting/schedule.ts';
import { scheduleWithoutEnd, scheduleWithStock, vestedOfLine, wholeOf } from '#src/domain/vesting/grantLine.ts';
import type { Earlier } from '#src/domain/vesting/grantLine.ts';
import type { Tx } from '../db/database.ts';
import type { ComputedColumns, RecordRow } from './lists/listing.ts';
import { fillLine, grantLines, LINE_COLUMNS, vestedToday } from './grantLine.ts';
import type { Line } from './grantLine.ts';
import { replacedLines } from './replacedLine.ts';
import { lostUnvested } from './vesting/lostUnvested.ts';

/**
 * `vested` covers everything granted over the line, including what was exercised, in today's shares. `unvested` is the rest of
 * what was granted and has not lapsed: also what was exercised early, which vests on as stock until that is `repurchased`. Of what
 * is outstanding, `unvested_outstanding` may still vest: nothing of a grant that has ended; otherwise without the cancelled shares, which would
 * have vested last. `vested_outstanding` is the rest of it. All are null when the terms do not exist.
 */
export const grantVesting: ComputedColumns = {
  names: [
    'vested',
    'unvested',
    'repurchased',
    'vested_outstanding',
    'unvested_outstanding',
    'service_ended_on',
    ...LINE_COLUMNS,
  ],
  async fill(tx: Tx, org: string, rows: readonly RecordRow[], day: string) {
    const ids = rows.map((row) => row.id);
    const inputs = await vestingInputs(tx, org, ids);
    const cancelled = await cancelledBy(tx, org, ids, day);
    const lines = await grantLines(tx, org, rows, day);
    const earlier = await earlierOf(tx, org, [...lines.values()]);
    const lost = await lostOf(tx, org, lines, day);
    for (const row of rows) {
      const id = row.id;
      const input = inputs.get(id);
      const line = lines.get(id)!;
      fillLine(row, line);
      // Before its issue, vesting belongs to the grant that it replaced.
      const isThere = typeof row.issued_on !== 'string' || row.issued_on <= day;
      const exercised = parseDecimal(row.exercised) ?? 0n;
      const scheduled = input ? (isThere ? scheduleWithStock(input, exercised).vestedAt(day) : 0n) : null;
      const kept = (input?.quantity ?? 0n) - (cancelled.get(id) ?? 0n);
      const vested = scheduled !== null && scheduled > kept ? kept : scheduled;
      const isOver = Boolean(input?.ended_on && input.ended_on <= day);
      row.service_ended_on = input?.stopped_on ?? null;
      const ofLine = vested === null || !isThere ? vested : vestedOfLine(earlier(line), line.exercised, vested, day);
      const lapsed = parseDecimal(row.cancelled_total) ?? 0n;
      const gone = lost(id, line);
      const takenBack = sumOf(gone);
      const most = line.granted - lapsed - takenBack;
      const own = ofLine === null ? null : vestedToday(ofLine, line);
      const last = input?.stopped_on && input.stopped_on < day ? input.stopped_on : day;
      const all = own === null ? null : withoutLost(own, line.exercised_total, gone, last);
      row.vested = all === null ? null : formatDecimal(all);
      row.unvested = all === null ? null : formatDecimal(greater(most - all, 0n));
      row.repurchased = all === null ? null : formatDecimal(takenBack);
      const outstanding = parseDecimal(row.outstanding) ?? 0n;
      const unvested = vested === null ? null : isOver ? 0n : smaller(kept - vested, outstanding);
      row.unvested_outstanding = unvested === null ? null : formatDecimal(unvested);
      row.vested_outstanding = unvested === null ? null : formatDecimal(outstanding - unvested);
    }
  },
};

/** What of the stock of a line was taken back unvested, by the days of its schedule. Most grants were never exercised. */
export async function lostOf(tx: Tx, org: string, lines: ReadonlyMap<string, Line>, day: string) {
  const grants = [...lines].flatMap(([id, line]) => (line.used > 0n ? membersOf(id, line) : []));
  const lost = await lostUnvested(tx, org, { grants, day, inputsOf: vestingInputs });
  return (id: string, line: Line): Tranche[] => membersOf(id, line).flatMap((each) => lost.get(each) ?? []);
}
const membersOf = (id: string, { earlier }: Line) => [...earlier.map(({ security_id }) => security_id), id];

/** Loads the schedules of the predecessors, only for lines with exercises: most have none. */
export async function earlierOf(tx: Tx, org: string, lines: readonly Line[]): Promise<(line: Line) => Earlier[]> {
  const used = lines.filter(({ exercised }) => exercised > 0n);
  const ids = new Set(used.flatMap((line) => line.earlier.map(({ security_id }) => security_id)));
  const inputs = await vestingInputs(tx, org, [...ids]);
  const schedules = new Map([...inputs].map(([id, input]) => [id, scheduleWithoutEnd(input)]));
  return ({ earlier }) =>
    earlier.flatMap(({ security_id, exercised, ratio }) => {
      const schedule = schedules.get(security_id);
      return schedule ? [{ exercised, ratio, schedule }] : [];
    });
}

/** At most what is outstanding can still vest: shares exercised early continue to vest as stock. */
const smaller = (one: bigint, other: bigint) => (one < other ? one : other);
const greater = (one: bigint, other: bigint) => (one > other ? one : other);

/** What was taken out of each by a day other than by exercise or release. */
async function cancelledBy(tx: Tx, org: string, ids: readonly string[], day: string): Promise<Map<string, bigint>> {
  const rows = await tx.rows<{ id: string; quantity: string }>(
    `select security_id as id, (gone - exercised)::text as quantity from taken_out($1, $3)
     where security_id = any ($2) and gone > exercised`,
    [org, ids, day],
  );
  return new Map(rows.map((row) => [row.id, decimal(row.quantity)]));
}

type Named = { id: string; kind: string; quantity: string; terms_id: string | null };

/** For each grant that a split made and that follows a named schedule: the whole that it is the rest of. */
export async function wholeSchedules(
  tx: Tx,
  org: string,
  issued: readonly Named[],
): Promise<Map<string, NonNullable<VestingInput['whole']>>> {
  const named = issued.filter(({ kind, terms_id }) => kind === 'EQUITY_COMPENSATION' && terms_id !== null);
  const lines = await replacedLines(
    tx,
    org,
    named.map(({ id }) => id),
  );
  return new Map(
    named.flatMap(({ id, quantity }) => {
      const line = lines.get(id) ?? [];
      const same = line.slice(line.findLastIndex((each) => !each.is_split || each.shared_terms_id === null) + 1);
      return same.length === 0 ? [] : [[id, wholeOf(same, decimal(quantity))]];
    }),
  );
}

type Issued = Named & { issued_on: string; vestings: string | null; expires_on: string | null; used: string };

/** The input of each security's vesting computation, by id. Stock may vest too. */
export async function vestingInputs(tx: Tx, org: string, ids: readonly string[]): Promise<Map<string, VestingInput>> {
  if (ids.length === 0) return new Map();
  const issued = await tx.rows<Issued & { ended_on: string | null }>(
    `select s.security_id as id, s.kind, s.quantity::text as quantity, coalesce(s.first_issued_on, s.issued_on) as issued_on, (l.ocf->'vestings')::text as vestings, nullif(l.ocf->>'vesting_terms_id', '') as terms_id,
            ocf_day(coalesce(l.ocf->>'expiration_date', l.ocf->>'warrant_expiration_date')) as expires_on,
            coalesce((select t.exercised from taken_out(s.org_id) t where t.security_id = s.security_id), 0)::text as used,
            (select t.on_date from termination t where t.org_id = s.org_id and t.security_id = s.security_id) as ended_on
     from security s join ledger_tx l on l.org_id = s.org_id and l.seq = s.issue_seq
     where s.org_id = $1 and s.security_id = any ($2) and s.quantity is not null`,
    [org, ids],
  );
  const facts = await tx.rows<VestingInput['facts'][number] & { security_id: string }>(
    `select security_id, fact, effective_date, vesting_condition_id, quantity::text as quantity from vesting_fact where org_id = $1 and security_id = any ($2) order by effective_date, tx_seq`,
    [org, ids],
  );
  const ends = await tx.rows<{ security_id: string; stopped_on: string }>('select * from service_ended($1)', [ids]);
  const stopped = new Map(ends.map(({ security_id, stopped_on }) => [security_id, stopped_on]));
  const factsOf = Map.groupBy(facts, (fact) => fact.security_id);
  const terms = await termsByIds(tx, org, [...new Set(issued.flatMap(({ terms_id }) => terms_id ?? []))]);
  const wholes = await wholeSchedules(tx, org, issued);
  return new Map(
    issued.map((row) => {
      const object = row.terms_id === null ? null : (terms.get(row.terms_id) ?? null);
      return [
        row.id,
        {
          quantity: decimal(row.quantity),
          issued_on: row.issued_on,
          terms: object,
          terms_missing: row.terms_id !== null && object === null,
          vestings: vestingsOf(row.vestings),
          facts: factsOf.get(row.id) ?? [],
          stopped_on: stopped.get(row.id) ?? null,
          ended_on: row.ended_on,
          expires: row.expires_on === null ? null : { on: row.expires_on, exercised: decimal(row.used) },
          whole: wholes.get(row.id) ?? null,
        },
      ];
    }),
  );
}

export async function termsByIds(tx: Tx, org: string, ids: readonly string[]): Promise<Map<string, OcfObject>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.rows<{ id: string; terms: string }>(
    'select id, terms::text as terms from vesting_terms where org_id = $1 and id = any ($2)',
    [org, ids],
  );
  return new Map(rows.map((row) => [row.id, parseExactly(row.terms) as OcfObject]));
}

function vestingsOf(text: string | null): VestingInput['vestings'] {
  const list = text === null ? [] : listOf({ vestings: parseExactly(text) }, 'vestings');
  return list.filter(isObject).flatMap((each) => {
    const [date, amount] = [dateOf(each), decimalOf(each, 'amount')];
    return date === null || amount === null ? [] : [{ date, amount }];
  });
}
