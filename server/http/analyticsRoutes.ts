// The figures behind the charts. Those who read the whole company have all of them; a shareholder has what the company shows them
// of its cap table: their own dilution with the totals, and the rest of these charts with the full table.
import { z } from 'zod';
import {
  concentrationAnswer,
  datesAnswer,
  dilutionAnswer,
  ownershipAnswer,
  ownershipBy,
  payoutsAnswer,
  payoutsBy,
  poolAnswer,
  valueAnswer,
  vestingAnswer,
} from '#src/contract/analytics.ts';
import { bases } from '#src/domain/captable/capTableBasis.ts';
import { pointsBetween } from '#src/domain/captable/pointsBetween.ts';
import { isHolder, readers, roles } from '#src/resources/kit/access.ts';
import type { Actor } from '#src/resources/kit/access.ts';
import { isoDate } from '#src/resources/kit/validation.ts';
import { forbidden, orgOf } from '../auth/actor.ts';
import { today } from '../commands/core/context.ts';
import { invalidField } from '../data/refusals.ts';
import { asTableReader } from '../db/readingAs.ts';
import { concentration } from '../reports/analytics/concentration.ts';
import { datesAhead } from '../reports/analytics/datesAhead.ts';
import { dilution } from '../reports/analytics/dilution.ts';
import { ownership } from '../reports/analytics/ownership.ts';
import { payouts } from '../reports/analytics/payouts.ts';
import { pool } from '../reports/analytics/pool.ts';
import { firstDay } from '../reports/analytics/series.ts';
import { valueOn } from '../reports/analytics/value.ts';
import { vestingAhead } from '../reports/analytics/vestingAhead.ts';
import { requireOrder } from '../reports/capTable/capTableDiff.ts';
import { sharedSource, sourceOf } from '../reports/capTable/capTableSource.ts';
import type { Source } from '../reports/capTable/capTableSource.ts';
import { makeCheckpoints } from './capTableRoutes.ts';
import { parseBody } from './routing/request.ts';
import type { Router } from './routes.ts';

const POINTS = { least: 1, most: 120, asked: 25 };
const HOLDERS = { least: 1, most: 200, asked: 20 };

const wordOf = <const W extends readonly string[]>(what: string, words: W) =>
  z.enum(words, { error: `The ${what} is one of ${words.join(', ')}.` }).optional();
const numberOf = (what: string, { least, most }: { least: number; most: number }) => {
  const error = `Enter a number of ${what} from ${least} to ${most}.`;
  return z
    .string()
    .regex(/^\d{1,4}$/, error)
    .transform(Number)
    .refine((count) => count >= least && count <= most, error)
    .optional();
};
const basis = wordOf('basis', bases);
const day = isoDate.optional();
const points = { from: day, to: day, points: numberOf('points', POINTS) };

const ownershipQuery = z.object({
  ...points,
  basis,
  by: wordOf('grouping', ownershipBy),
  holders: numberOf('holders', HOLDERS),
});
const dilutionQuery = z.object({ shareholder_id: z.string().max(200).optional(), basis, to: day });
const poolQuery = z.object(points);
const concentrationQuery = z.object({ as_of: day, basis });
const valueQuery = z.object({ as_of: day });
const payoutsQuery = z.object({
  year: z
    .string()
    .regex(/^(19|20|21)\d\d$/, 'Enter a year such as 2026.')
    .transform(Number)
    .optional(),
  by: wordOf('grouping', payoutsBy),
});

interface Reader {
  source: Source;
  /** Today at the company. */
  today: string;
  /** A shareholder, and what they are shown; null for those who read everything. */
  holder: { id: string; visibility: 'totals' | 'full' } | null;
}

interface Chart<Q extends z.ZodObject> {
  name: string;
  summary: string;
  query: Q;
  answer: z.ZodType;
  read: (reader: Reader, asked: z.infer<Q>) => Promise<unknown>;
  /** Also for a shareholder who is shown the totals alone. */
  withTotals?: boolean;
}

export function analyticsRoutes(router: Router) {
  chart(router, {
    name: 'ownership',
    summary:
      'Who owned how much on days from `from` (default the first issue) to `to` (default today): by class, by holder (the `holders` largest of each day are named), or by group',
    query: ownershipQuery,
    answer: ownershipAnswer,
    read: async ({ source, today: now, holder }, asked) => {
      // The relationship of others is not shown in the table.
      if (holder && asked.by === 'group') throw forbidden();
      const days = await daysOf(source, asked, now);
      const named = asked.holders ?? HOLDERS.asked;
      return ownership(source, { days, basis: asked.basis ?? 'outstanding', by: asked.by ?? 'class', holders: named });
    },
  });
  chart(router, {
    name: 'dilution',
    summary: 'How one holder’s percentage changed up to `to` (default today), with the entries that changed it',
    query: dilutionQuery,
    answer: dilutionAnswer,
    withTotals: true,
    read: ({ source, today: now, holder }, asked) => {
      const id = asked.shareholder_id || holder?.id;
      if (!id) throw invalidField('shareholder_id', 'Choose a shareholder.');
      if (holder && holder.visibility !== 'full' && id !== holder.id) throw forbidden();
      return dilution(source, { holder: id, basis: asked.basis ?? 'fully_diluted', until: asked.to ?? now });
    },
  });
  chart(router, {
    name: 'pool',
    summary: 'The pools of all plans together over time, and how long they last at the pace of the last twelve months',
    query: poolQuery,
    answer: poolAnswer,
    read: async ({ source, today: now }, asked) => pool(source, await daysOf(source, asked, now), asked.to ?? now),
  });
  chart(router, {
    name: 'concentration',
    summary: 'How far ownership is in few hands on a day (default today)',
    query: concentrationQuery,
    answer: concentrationAnswer,
    read: ({ source, today: now }, asked) => concentration(source, asked.as_of ?? now, asked.basis ?? 'outstanding'),
  });
  chart(router, {
    name: 'value',
    summary:
      'The outstanding shares of each class at its price on a day (default today), with the price’s source and date',
    query: valueQuery,
    answer: valueAnswer,
    read: ({ source, today: now }, asked) => valueOn(source, asked.as_of ?? now),
  });
  chart(router, {
    name: 'payouts',
    summary: 'What was paid out in a year (default this year) by distribution, class or holder, and in each year',
    query: payoutsQuery,
    answer: payoutsAnswer,
    read: ({ source, today: now, holder }, asked) => {
      // Whose payment failed is theirs to know.
      if (holder && asked.by === 'holder') throw forbidden();
      return payouts(source, asked.year ?? Number(now.slice(0, 4)), asked.by ?? 'distribution');
    },
  });
  router.get({
    url: '/api/analytics/vesting',
    roles: readers,
    summary: 'What vests in the next twelve months, and the first vestings of the next three',
    answer: vestingAnswer,
    fromReplica: true,
    handler: ({ tx, actor }) => vestingAhead(tx, actor, today({ actor, deps: router.deps })),
  });
  router.get({
    url: '/api/analytics/dates',
    roles: readers,
    summary: 'What ends, matures or expires in the next twelve months, and what has ended and is still open',
    answer: datesAnswer,
    fromReplica: true,
    handler: ({ tx, actor }) => datesAhead(tx, actor, today({ actor, deps: router.deps })),
  });
}

function chart<Q extends z.ZodObject>(router: Router, { name, summary, query, answer, read, withTotals }: Chart<Q>) {
  const askedIn = (given: Record<string, string>) =>
    parseBody(query, Object.fromEntries(Object.entries(given).filter(([, value]) => value !== '')));
  const now = (actor: Actor) => today({ actor, deps: router.deps });
  router.get({
    url: `/api/analytics/${name}`,
    roles,
    summary,
    query,
    answer,
    fromReplica: true,
    handler: async ({ tx, actor, tokenHash, query: given }) => {
      const asked = askedIn(given);
      if (isHolder(actor.role)) return null;
      const source = await sourceOf(tx, actor, null, () => makeCheckpoints(router.deps, tokenHash, actor));
      return read({ source, today: now(actor), holder: null }, asked);
    },
    thenReads: async (found, { actor, tokenHash, query: given }) => {
      if (!isHolder(actor.role)) return found;
      const shown = await asTableReader(router.deps.db, tokenHash, null, async (tx, reader) => {
        const holder = { id: reader.shareholder_id ?? '', visibility: reader.visibility };
        if (!withTotals && holder.visibility !== 'full') throw forbidden();
        const answered = await read(
          { source: sharedSource(tx, orgOf(reader)), today: now(actor), holder },
          askedIn(given),
        );
        return { answered };
      });
      if (!shown) throw forbidden();
      return shown.answered;
    },
  });
}

/** Refuses: dates_reversed (422). */
async function daysOf(
  source: Source,
  { from, to, points: count }: { from?: string | undefined; to?: string | undefined; points?: number | undefined },
  now: string,
): Promise<string[]> {
  const last = to ?? now;
  if (from !== undefined) requireOrder({ from, to: last });
  const first = from ?? (await firstDay(source)) ?? last;
  return pointsBetween(first < last ? first : last, last, count ?? POINTS.asked);
}
