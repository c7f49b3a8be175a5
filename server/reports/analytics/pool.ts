// The plans' pool over time, and how long what is available lasts at the pace of the last twelve months.
import { decimal, divide, formatDecimal } from '#src/domain/figures/decimal.ts';
import type { PoolAnswer } from '#src/contract/analytics.ts';
import { poolLines } from '#server/data/poolLines.ts';
import { ask } from '../capTable/capTableSource.ts';
import type { Source } from '../capTable/capTableSource.ts';

const MONTHS = 12n;

interface Figures {
  date: string;
  reserved: string;
  granted: string;
  exercised: string;
  retired: string;
  available: string;
}

/** `days`: in order. `asOf`: the day of the pace and of what is available for it. */
export async function pool(source: Source, days: readonly string[], asOf: string): Promise<PoolAnswer> {
  const asked = [...new Set([...days, asOf])];
  const figures = await source.tx.rows<Figures>(
    `select day as date, trim_scale(reserved)::text as reserved, trim_scale(outstanding)::text as granted,
            trim_scale(exercised)::text as exercised, trim_scale(retired)::text as retired, trim_scale(available)::text as available
     from analytics_pool($1::date[])`,
    [asked],
  );
  const byDay = new Map(figures.map((row) => [row.date, row]));
  const forfeited = await forfeitures(source, days.at(-1)!);
  const pace = await source.tx.row<{ granted: string }>('select trim_scale(analytics_granted($1))::text as granted', [
    asOf,
  ]);
  const granted = decimal(pace!.granted);
  const available = decimal(byDay.get(asOf)!.available);
  return {
    as_of: asOf,
    points: days.map((day) => ({
      ...byDay.get(day)!,
      forfeited: formatDecimal(
        forfeited.reduce((sum, { date, quantity }) => (date <= day ? sum + decimal(quantity) : sum), 0n),
      ),
    })),
    granted_in_12_months: formatDecimal(granted),
    runway_months: granted > 0n ? Number(formatDecimal(divide(available * MONTHS, granted, 1, 'HALF_UP'))) : null,
  };
}

/** Shares of grants that were cancelled, by day. */
const forfeitures = (source: Source, until: string) =>
  ask<{ date: string; quantity: string }>(
    source,
    `select on_date as date, sum(quantity)::text as quantity from (${poolLines()}) lines
     where what = 'CANCELLED' and kind = 'EQUITY_COMPENSATION' group by on_date`,
    [until, source.known],
  );
