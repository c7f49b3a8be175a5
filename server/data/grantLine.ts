// A grant with all that it replaces, in shares of today: what was granted is what was exercised, cancelled and is outstanding.
import { formatDecimal, parseDecimal } from '../../src/domain/decimal.ts';
import type { Decimal, Ratio } from '../../src/domain/decimal.ts';
import { ratiosUntilToday, wholeOf } from '../../src/domain/vesting/wholeLine.ts';
import type { Row, Tx } from '../db/database.ts';
import { replacedLines } from './replacedLine.ts';
import type { Replaced } from './replacedLine.ts';

export const LINE_COLUMNS = ['granted', 'exercised_total', 'cancelled_total'];

/** What a grant replaces, the oldest first, and what was exercised of that, in shares of today. */
export interface Line {
  granted: Decimal;
  exercised: Decimal;
  earlier: readonly Member[];
}

/** One that was replaced: what was exercised of it, and what splits made of a share of it since. */
export interface Member {
  security_id: string;
  exercised: Decimal;
  ratio: Ratio;
}

/** Of each grant, by its id; `quantity` is what there is of it. */
export async function grantLines(tx: Tx, org: string, rows: readonly Row[]): Promise<Map<string, Line>> {
  const ids = rows.map((row) => String(row.id));
  const replaced = await replacedLines(tx, org, ids);
  return new Map(
    rows.map((row) => [String(row.id), lineOf(replaced.get(String(row.id)) ?? [], parseDecimal(row.quantity) ?? 0n)]),
  );
}

function lineOf(replaced: readonly Replaced[], quantity: Decimal): Line {
  const ratios = ratiosUntilToday(replaced);
  const earlier = replaced.map(({ security_id, exercised }, index) => ({
    security_id,
    exercised,
    ratio: ratios[index]!,
  }));
  return { ...wholeOf(replaced, quantity), earlier };
}

/** Fills them from `exercised` and `outstanding` and from what the line was before. */
export function fillLine(row: Row, { granted, exercised }: Line): void {
  const exercised_total = exercised + (parseDecimal(row.exercised) ?? 0n);
  const gone = granted - exercised_total - (parseDecimal(row.outstanding) ?? 0n);
  row.granted = formatDecimal(granted);
  row.exercised_total = formatDecimal(exercised_total);
  // What is not issued yet is not outstanding, and nothing of it is gone.
  row.cancelled_total = row.status === 'upcoming' ? '0' : formatDecimal(gone);
}
