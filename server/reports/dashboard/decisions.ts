// Open items for a company's staff, by kind: the nearest few of each, and their number.
import { addDays } from '#src/domain/dates.ts';
import { distributions } from '#src/resources/distributions.ts';
import { resourceNamed } from '#src/resources/index.ts';
import { DISTRIBUTION_CANCELLED } from '#src/resources/payments.ts';
import type { Actor } from '#src/resources/kit/access.ts';
import { keptRecords } from '#server/data/lists/keptRecords.ts';
import type { Condition, Listing } from '#server/data/lists/listing.ts';
import type { Row, Tx } from '#server/db/database.ts';
import { missingDetails } from '../payouts/missingDetails.ts';
import { waitingBankChanges, waitingTaxChanges, withApprover } from './approvals.ts';
import { openDisputes } from './disputes.ts';
import { openElections } from './elections.ts';
import { shortToday } from './charterShort.ts';
import { withoutAccount } from './withoutAccount.ts';
import { withoutRelationship } from './withoutRelationship.ts';
import { lastDays } from './endingGrants.ts';
import type { LastDays } from './endingGrants.ts';
import { rowsBy } from '#server/data/lists/listing.ts';

const SHOWN = 3;
/** The days before an option ends from which a reminder is shown. */
const DEADLINE_DAYS = 30;

type Asked = [kind: string, resource: string, sort: string, conditions: Condition[]];

const is = (field: string, value: unknown): Condition => ({ field, operator: 'eq', value });
const isNot = (field: string, value: unknown): Condition => ({ field, operator: 'ne', value });
const until = (field: string, value: string): Condition => ({ field, operator: 'lte', value });

const nearest = (field: string, conditions: Condition[]): Listing => rowsBy(field, { most: SHOWN, conditions });

/** Out: `{kind, total, rows}` for each kind that has any. `today`: the day that counts as today. */
export async function decisions(tx: Tx, actor: Actor, today: string): Promise<Row[]> {
  const waiting = nearest('payment_date', [is('status', 'pending')]);
  const pending = await keptRecords(tx, actor, distributions, waiting, today);
  const kept = await tx.keptPart(`decisions ${today}`, () => fromTheLedger(tx, actor, today));
  return [
    ...(pending.total > 0
      ? [{ kind: 'distribution', total: pending.total, rows: await withApprover(tx, actor, pending.rows) }]
      : []),
    ...(await nearestFew('bank_change', waitingBankChanges(tx, actor))),
    ...kept.taxChanges,
    ...(await ask(tx, actor, today, [
      ['join_request', 'join-requests', 'requested_at', [is('status', 'pending')]],
      ['undelivered_message', 'undelivered-messages', 'given_up_at', []],
    ])),
    ...kept.disputes,
    ...(await ask(tx, actor, today, troubles(addDays(today, -1)))),
    ...kept.accounts,
    ...kept.rest,
  ];
}

/** What follows only from the company's chain and the day, and so is asked once for both. */
async function fromTheLedger(
  tx: Tx,
  actor: Actor,
  today: string,
): Promise<Record<'taxChanges' | 'disputes' | 'accounts' | 'rest', Row[]>> {
  const matured = [is('status', 'outstanding'), until('maturity_date', addDays(today, -1))];
  const short = await shortToday(tx, actor, today);
  return {
    taxChanges: await nearestFew('tax_change', waitingTaxChanges(tx, actor)),
    disputes: await nearestFew('dispute', openDisputes(tx, actor)),
    accounts: await nearestFew('accounts_missing', withoutAccount(tx, actor)),
    rest: [
      ...(await ask(tx, actor, today, [['note_matured', 'convertibles', 'maturity_date', matured]])),
      ...(await endings(tx, actor, today)),
      // Securities that can no longer be exercised stay counted, and out of the pool, until somebody cancels them.
      ...(await ending(tx, actor, 'grant_expired', { resource: 'grants', status: 'expired' })),
      ...(await elections(tx, actor, today)),
      ...few('charter_short', short.classes),
      ...few('pool_short', short.plans),
      ...(await nearestFew('no_relationship', withoutRelationship(tx, actor))),
    ],
  };
}

/**
 * Items for a holder, by kind as above: payments that did not arrive, options and warrants about to end, elections they
 * may file.
 */
export async function ownAttention(tx: Tx, actor: Actor, today: string): Promise<Row[]> {
  return [
    ...(await missing(tx, actor)),
    ...(await ask(tx, actor, today, troubles(addDays(today, -1)))),
    ...(await tx.keptPart(`attention ${today}`, async () => [
      ...(await endings(tx, actor, today)),
      ...(await elections(tx, actor, today)),
    ])),
  ];
}

/** First, because nothing is paid without it. `id` is the holder's record, where it is supplied. */
async function missing(tx: Tx, actor: Actor): Promise<Row[]> {
  const rows = (await missingDetails(tx, actor)).map((each) => ({ ...each, id: String(actor.shareholder_id) }));
  return rows.length === 0 ? [] : [{ kind: 'details_missing', total: rows.length, rows }];
}

async function endings(tx: Tx, actor: Actor, today: string): Promise<Row[]> {
  const near = { status: 'active', until: addDays(today, DEADLINE_DAYS) } as const;
  return [
    ...(await ending(tx, actor, 'grant_ends', { resource: 'grants', ...near })),
    ...(await ending(tx, actor, 'warrant_ends', { resource: 'warrants', ...near })),
  ];
}

async function ending(tx: Tx, actor: Actor, kind: string, asked: LastDays): Promise<Row[]> {
  const { total, rows } = await lastDays(tx, actor, asked, SHOWN);
  return total === 0 ? [] : [{ kind, total, rows }];
}

const elections = (tx: Tx, actor: Actor, today: string) => nearestFew('election_83b', openElections(tx, actor, today));

async function nearestFew(kind: string, asked: Promise<Row[]>): Promise<Row[]> {
  return few(kind, await asked);
}

const few = (kind: string, rows: readonly Row[]): Row[] =>
  rows.length === 0 ? [] : [{ kind, total: rows.length, rows: rows.slice(0, SHOWN) }];

/** The payments of a cancelled distribution are not failures; they are simply not made. */
const troubles = (yesterday: string): Asked[] => [
  [
    'payment_failed',
    'payments',
    'scheduled_date',
    [is('status', 'failed'), isNot('failure_reason', DISTRIBUTION_CANCELLED)],
  ],
  [
    'payment_late',
    'payments',
    'scheduled_date',
    [isNot('status', 'completed'), isNot('status', 'failed'), until('scheduled_date', yesterday)],
  ],
];

async function ask(tx: Tx, actor: Actor, today: string, asked: readonly Asked[]): Promise<Row[]> {
  const found: Row[] = [];
  for (const [kind, resource, field, conditions] of asked) {
    const { rows, total } = await keptRecords(tx, actor, resourceNamed(resource), nearest(field, conditions), today);
    if (total > 0) found.push({ kind, total, rows });
  }
  return found;
}
