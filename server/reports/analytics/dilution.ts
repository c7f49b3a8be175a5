// How one holder's part of the company changed, step by step, with the entries that changed it.
import type { Basis } from '#src/domain/captable/capTableBasis.ts';
import { ownedByOne } from '#src/domain/captable/capTableShown.ts';
import { evenly } from '#src/domain/captable/pointsBetween.ts';
import { reservedOn } from '#src/domain/captable/capTablePool.ts';
import { formatDecimal, withSeparators } from '#src/domain/figures/decimal.ts';
import type { DilutionAnswer } from '#src/contract/analytics.ts';
import { changedSeqs } from '../capTable/capTableDiff.ts';
import { ask, holderNames, planFacts } from '../capTable/capTableSource.ts';
import type { Source } from '../capTable/capTableSource.ts';
import { notFound } from '#server/data/refusals.ts';
import { seriesOn } from './series.ts';

/** More days with entries than this are taken together, evenly. */
const STEPS_MAX = 120;
/** The entries named of a step; `transactions_count` is their number. */
const NAMED_MAX = 100;

/**
 * From the first day on which the holder had anything that the basis counts, each day on which their shares or their percentage
 * changed. `transactions`: the entries since the point before, of which a shareholder sees their own alone. A plan's own reserve
 * counts from the day of its adoption, which is no entry. Refuses: not_found (404) for a holder that the company has not.
 */
export async function dilution(
  source: Source,
  { holder, basis, until }: { holder: string; basis: Basis; until: string },
): Promise<DilutionAnswer> {
  const name = (await holderNames(source)).get(holder);
  if (name === undefined) throw notFound();
  const entries = await entriesByDay(source, { holder, basis, until });
  const adopted = basis === 'fully_diluted' ? await adoptionsUntil(source, until) : [];
  const days = evenly([...new Set([...entries, ...adopted].map(({ date }) => date))].sort(), STEPS_MAX);
  const points: Step[] = [];
  if (days.length > 0)
    for (const sums of (await seriesOn(source, days, basis))()) {
      const { counted, percent, total } = ownedByOne(sums, holder);
      const after = days[days.indexOf(sums.date) - 1] ?? '';
      const step = { date: sums.date, after, quantity: formatDecimal(counted), total: formatDecimal(total), percent };
      const before = points.at(-1);
      if (before ? before.quantity !== step.quantity || before.percent !== step.percent : counted > 0n)
        points.push(step);
    }
  return { shareholder_id: holder, name, basis, points: await withCauses(source, points, { entries, adopted }) };
}

interface Step {
  date: string;
  /** The day computed before it: what came after that and by its date made the step. Most often only what is of its date. */
  after: string;
  quantity: string;
  total: string;
  percent: string;
}
interface Day {
  date: string;
  seqs: string[];
  count: number;
}
interface Adoption {
  date: string;
  plan: { id: string; name: string; reserved: string };
}

/** The days from which the first reserve of a plan counts. */
async function adoptionsUntil(source: Source, until: string): Promise<Adoption[]> {
  return (await planFacts(source)).flatMap((plan) => {
    const { id, name, adopted_on: date } = plan;
    if (date === null || date > until) return [];
    return [{ date, plan: { id, name, reserved: formatDecimal(reservedOn(plan, [], date)) } }];
  });
}

/** Of each day, the entries of the holder's own securities first: where their shares changed, these changed them. */
function entriesByDay(
  source: Source,
  { holder, basis, until }: { holder: string; basis: Basis; until: string },
): Promise<Day[]> {
  const { text, kinds } = changedSeqs(basis);
  return ask<Day>(
    source,
    `select on_date as date, (array_agg(seq::text order by seq not in (select seq from position_change where org_id = $1 and stakeholder_id = $6), seq))[1:${NAMED_MAX}] as seqs,
            count(*)::int as count
     from (${text}) changed group by on_date order by on_date`,
    ['0001-01-01', until, source.known, kinds, holder],
  );
}

/** The newest day's first, because it made the step: its entries, and the plans that were adopted on it. */
async function withCauses(
  source: Source,
  points: readonly Step[],
  { entries, adopted }: { entries: readonly Day[]; adopted: readonly Adoption[] },
): Promise<DilutionAnswer['points']> {
  let since = '';
  const steps = points.map(({ after, ...point }) => {
    const isOfStep = ({ date }: { date: string }) => date > after && date <= point.date;
    const between = entries.filter(({ date }) => date > since && date <= point.date);
    since = point.date;
    const seqs = between
      .toReversed()
      .flatMap((day) => day.seqs)
      .slice(0, NAMED_MAX);
    const made = new Set(between.filter(isOfStep).flatMap((day) => day.seqs));
    const plans = adopted.filter(isOfStep).map(({ plan }) => plan);
    return { point, seqs, made, plans, count: between.reduce((sum, { count }) => sum + count, 0) };
  });
  const known = new Map(
    (
      await source.tx.rows<Named>(
        'select seq::text as seq, id, object_type, summary from ledger_tx where org_id = $1 and seq = any ($2::bigint[])',
        [source.org, steps.flatMap(({ seqs }) => seqs)],
      )
    ).map((row) => [row.seq, row]),
  );
  return steps.map(({ point, seqs, made, plans, count }) => {
    const named = seqs.flatMap((seq) => known.get(seq) ?? []);
    const told = named.filter(
      ({ seq, object_type }, index) =>
        made.has(seq) && (index === 0 || object_type === 'TX_STOCK_PLAN_POOL_ADJUSTMENT'),
    );
    const summary = [...told.map((entry) => entry.summary), ...adoptionTexts(source, plans)].join('; ');
    return {
      ...point,
      transactions: named.map(({ id }) => id),
      transactions_count: count,
      plan_id: (!source.isShared && plans[0]?.id) || null,
      summary: summary || null,
      summary_entries: told.length,
    };
  });
}

type Named = { seq: string; id: string; object_type: string; summary: string };

/** What plans a company has is not told to its shareholders. */
function adoptionTexts({ isShared }: Source, plans: readonly Adoption['plan'][]): string[] {
  if (plans.length === 0) return [];
  if (isShared)
    return [plans.length === 1 ? 'An equity plan was adopted' : `${plans.length} equity plans were adopted`];
  return plans.map(({ name, reserved }) => `${name} adopted: ${withSeparators(reserved)} shares reserved`);
}
