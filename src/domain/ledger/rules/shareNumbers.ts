// E19: no share number belongs to two securities of one class that are open on the same day.
import { say } from '#src/words/say.ts';
import { securityInWords } from '../core/names.ts';
import { grouped } from '#src/domain/figures/decimal.ts';
import { pushTo, reportError } from '../core/context.ts';
import type { Context } from '../core/context.ts';
import type { Entry } from '../core/entry.ts';
import type { SecurityState } from '../core/state.ts';
import { SLICE } from '#src/domain/slices.ts';
import type { Slices } from '#src/domain/slices.ts';

type Range = { from: bigint; to: bigint; security: SecurityState; entry: Entry | null; place: number };

export function* checkShareNumbers(context: Context): Slices<void> {
  const byClass = new Map<string, Range[]>();
  const ofRun = new Set<SecurityState>();
  context.issued.forEach(({ entry, security }, place) => {
    const { stock_class_id } = security.row;
    if (stock_class_id === null || security.share_numbers.length === 0) return;
    ofRun.add(security);
    addRanges(byClass, stock_class_id, { security, entry, place });
  });
  for (const [classId, ranges] of byClass) {
    // Securities of earlier entries come first and are not reported.
    for (const security of context.state.classes.get(classId)?.numbered ?? []) {
      if (!ofRun.has(security)) addRanges(byClass, classId, { security, entry: null, place: -1 });
    }
    yield* checkClass(context, ranges);
  }
}

function addRanges(byClass: Map<string, Range[]>, classId: string, of: Omit<Range, 'from' | 'to'>): void {
  const { row, ended, share_numbers } = of.security;
  // Issued and ended on one day: it was never open, so its numbers are free.
  if (ended?.on_date === row.issued_on) return;
  for (const range of share_numbers) pushTo(byClass, classId, { ...range, ...of });
}

/** Limits the time for a package in which every certificate has the same numbers. In a real company few ever do. */
const COMPARED_MAX = 20_000_000;

/** Goes through the ranges by first number, and compares each with the ranges that overlap it. */
function* checkClass(context: Context, ranges: Range[]): Slices<void> {
  const reported = new Set<string>();
  let running: Range[] = [];
  let tidyAt = SLICE;
  let compared = 0;
  for (const range of ranges.sort((a, b) => (a.from === b.from ? a.place - b.place : a.from < b.from ? -1 : 1))) {
    if (running.length >= tidyAt) {
      running = running.filter((other) => other.to >= range.from);
      tidyAt = 2 * running.length + SLICE;
      yield;
    }
    // One overlap for each range is enough to report, and keeps the time short.
    const clash = running.find((other) => {
      compared += 1;
      return (
        other.to >= range.from && other.security !== range.security && areOpenTogether(other.security, range.security)
      );
    });
    if (clash) report(context, clash, range, reported);
    running.push(range);
    if (compared > COMPARED_MAX) {
      if (range.entry) reportUncompared(context, range.entry);
      return;
    }
  }
}

function reportUncompared(context: Context, entry: Entry): void {
  const message = say`${entry.object_type} ${entry.id}: too many securities have the same share numbers. From this one on they were not compared.`;
  reportError(context, entry, 'E19', message);
}

function areOpenTogether(a: SecurityState, b: SecurityState): boolean {
  const isDisjoint = (first: SecurityState, second: SecurityState) =>
    first.ended !== null && first.ended.on_date <= second.row.issued_on;
  return !isDisjoint(a, b) && !isDisjoint(b, a);
}

function report(context: Context, a: Range, b: Range, reported: Set<string>): void {
  const [earlier, later] = a.place < b.place ? [a, b] : [b, a];
  const { entry } = later;
  if (entry === null) return;
  const pair = JSON.stringify([earlier.security.row.security_id, later.security.row.security_id]);
  if (reported.has(pair)) return;
  reported.add(pair);
  const from = grouped(a.from > b.from ? a.from : b.from);
  const to = grouped(a.to < b.to ? a.to : b.to);
  const message = say`${entry.object_type} ${entry.id}: share numbers ${from} to ${to} are also those of ${securityInWords(context.state, earlier.security.row.security_id)}.`;
  reportError(context, entry, 'E19', message);
}
