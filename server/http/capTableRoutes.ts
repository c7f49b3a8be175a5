// The cap table, the difference between two days, and the entries behind each figure.
import { z } from 'zod';
import { bases } from '#src/domain/captable/capTableBasis.ts';
import { isoDate } from '#src/resources/kit/validation.ts';
import { today } from '../commands/core/context.ts';
import { capTable, sharedTable } from '../reports/capTable/capTable.ts';
import { capTableDiff } from '../reports/capTable/capTableDiff.ts';
import { capTableEntries, figureKinds } from '../reports/capTable/capTableEntries.ts';
import { capTableAnswer, diffAnswer, entriesAnswer } from '#src/contract/capTable.ts';
import { isHolder } from '#src/resources/kit/access.ts';
import type { Actor } from '#src/resources/kit/access.ts';
import { asTableReader } from '../db/readingAs.ts';
import type { Deps } from '../deps.ts';
import { keepCheckpoints } from '../reports/capTable/capTablePositions.ts';
import { parseBody } from './routing/request.ts';
import type { Router } from './routes.ts';

const knownAt = z
  .string()
  .regex(/^\d{1,18}$/, 'Enter the number of an entry.')
  .optional();
const basis = z.enum(bases, { error: `The basis is one of ${bases.join(', ')}.` }).optional();
const day = isoDate.optional();
const id = z.string().optional();
const range = z
  .string()
  .regex(/^\[\d{1,9},\d{1,9}\]$/, 'A range such as [0,99].')
  .optional();

export const tableQuery = z.object({ as_of: day, basis, known_at: knownAt });
const diffQuery = z.object({ from: isoDate, to: day, basis, known_at: knownAt });
const entriesQuery = z.object({
  ...tableQuery.shape,
  shareholder_id: id,
  share_class_id: id,
  kind: z.enum(figureKinds, { error: `The kind is one of ${figureKinds.join(', ')}.` }).optional(),
  convertible_type: id,
  currency: id,
  range,
});

/** Maximum entries per request. */
const ENTRIES_MAX = 1000;

export function capTableRoutes(router: Router) {
  router.get({
    url: '/api/cap-table',
    fromReplica: true,
    roles: null,
    summary: 'Who holds what at the end of a day (as_of, default today) as it was known after an entry (known_at)',
    query: tableQuery,
    answer: capTableAnswer,
    handler: ({ tx, actor, tokenHash, query }) =>
      capTable(tx, actor, readTableQuery(today({ actor, deps: router.deps }), query), () =>
        makeCheckpoints(router.deps, tokenHash, actor),
      ),
    // A shareholder gets what the company shows them now; without it, their own rows.
    thenReads: async (own, { actor, tokenHash, query }) => {
      if (!isHolder(actor.role)) return own;
      const asked = readTableQuery(today({ actor, deps: router.deps }), query);
      return (
        (await asTableReader(router.deps.db, tokenHash, null, (tx, reader) => sharedTable(tx, reader, asked))) ?? own
      );
    },
  });
  router.get({
    url: '/api/cap-table/diff',
    fromReplica: true,
    roles: null,
    summary: 'What changed between the ends of two days (to: default today), and the entries that caused it',
    query: diffQuery,
    answer: diffAnswer,
    handler: ({ tx, actor, query }) => {
      const asked = parseBody(diffQuery, given(query));
      const to = asked.to ?? today({ actor, deps: router.deps });
      return capTableDiff(tx, actor, {
        from: asked.from,
        to,
        basis: asked.basis ?? 'outstanding',
        known_at: asked.known_at ?? null,
      });
    },
  });
  router.get({
    url: '/api/cap-table/entries',
    fromReplica: true,
    roles: null,
    summary:
      'The entries behind a figure: of a holder, a class, a kind, or the whole basis when none is given. The sums include entries outside the range (default [0,199])',
    query: entriesQuery,
    answer: entriesAnswer,
    handler: ({ tx, actor, query }) => {
      const asked = parseBody(entriesQuery, given(query));
      const [from, to] = (asked.range ?? '[0,199]').slice(1, -1).split(',').map(Number) as [number, number];
      return capTableEntries(tx, actor, {
        ...readTableQuery(today({ actor, deps: router.deps }), query),
        shareholder_id: asked.shareholder_id ?? null,
        share_class_id: asked.share_class_id ?? null,
        kind: asked.kind ?? null,
        convertible_type: asked.convertible_type ?? null,
        currency: asked.currency ?? null,
        from,
        to: Math.max(from, Math.min(to, from + ENTRIES_MAX - 1)),
      });
    },
  });
}

/** Runs in its own transaction, after the answer. */
export function makeCheckpoints({ db, log }: Deps, tokenHash: string, actor: Actor) {
  db.asActor(tokenHash, keepCheckpoints).catch((error: unknown) =>
    log.error('The checkpoints of the cap table were not made', { error: String(error), org_id: actor.org_id }),
  );
}

/** `day`: the company’s current date. Refuses: the parameters at fault (422). */
export function readTableQuery(day: string, query: Record<string, string>) {
  const asked = parseBody(tableQuery, given(query));
  return {
    as_of: asked.as_of ?? day,
    basis: asked.basis ?? ('outstanding' as const),
    known_at: asked.known_at ?? null,
  };
}

/** An empty parameter counts as missing. */
function given(query: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''));
}
