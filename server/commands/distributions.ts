// Distributions: declared, previewed, approved with a frozen snapshot, cancelled. Payments live in payments.ts.
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { AppError } from '../../src/domain/errors.ts';
import { previewDistribution } from '../../src/domain/distribution.ts';
import type { DistributionPreview } from '../../src/domain/distribution.ts';
import { distributions } from '../../src/resources/distributions.ts';
import { decimal, isoDate, plainText, sameValue } from '../../src/resources/kit/validation.ts';
import { canonicalJson } from '../data/canonicalJson.ts';
import { entitledAt } from '../data/entitlement.ts';
import { lockLedger } from '../data/ledgerRepository.ts';
import { findRecord } from '../data/resourceRepository.ts';
import { bulkInsert } from '../data/bulkInsert.ts';
import { unknownReference } from '../data/refusals.ts';
import type { Row } from '../db/database.ts';
import { invalidFields } from './checked.ts';
import { conflict, recordActivity, staleEdit, today } from './context.ts';
import { orgOf, requireRole } from '../auth/actor.ts';
import type { CommandContext } from './context.ts';
import { fromZod } from './zodRefusal.ts';

const fields = distributions.fields;
const bodyShape = z
  .strictObject({
    name: plainText(120)
      .refine((value) => value.trim() !== '', 'This is required.')
      .transform((value) => value.trim()),
    type: z.enum(fields.type.values, 'Choose a type.').default('dividend'),
    share_class_ids: z
      .array(plainText(200), 'Choose at least one share class.')
      .min(1, 'Choose at least one share class.')
      .max(200),
    amount_per_share: decimal({ positive: true, scale: 10 }).nullish(),
    total_amount: decimal({ positive: true, scale: 2 }).nullish(),
    record_date: isoDate,
    payment_date: isoDate,
    method: z.enum(fields.method.values, 'Choose a method.').default('bank_transfer'),
  })
  .superRefine((body, refused) => {
    const refuse = (path: string, message: string) => refused.addIssue({ code: 'custom', path: [path], message });
    if (body.payment_date < body.record_date) refuse('payment_date', 'This cannot be before the record date.');
    if (!body.amount_per_share && !body.total_amount)
      refuse('amount_per_share', 'Give an amount per share or a total amount.');
    if (body.amount_per_share && body.total_amount)
      refuse('total_amount', 'Give an amount per share or a total amount, not both.');
  });
type Body = z.infer<typeof bodyShape>;

function readBody(body: Row): Body {
  const parsed = bodyShape.safeParse(body);
  if (!parsed.success) throw fromZod(parsed.error);
  return parsed.data;
}

/** Out: the new id. Refuses: the fields at fault, unknown_reference (422). */
export async function createDistribution(context: CommandContext, input: Row): Promise<string> {
  const org = orgOf(context.actor);
  const body = readBody(input);
  const id = context.deps.newId();
  await context.tx.write(
    `insert into distribution (org_id, id, name, type, declared_as, amount_per_share, total_amount, record_date, payment_date, method, created_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      org,
      id,
      body.name,
      body.type,
      body.total_amount ? 'pot' : 'per_share',
      body.amount_per_share ?? null,
      body.total_amount ?? null,
      body.record_date,
      body.payment_date,
      body.method,
      context.actor.account_id,
    ],
  );
  await writeClasses(context, org, id, body.share_class_ids);
  await recordActivity(context, { text: `created distribution ${body.name}`, resource: 'distributions', id });
  return id;
}

async function writeClasses({ tx }: CommandContext, org: string, id: string, classIds: string[]) {
  const ids = [...new Set(classIds)];
  const known = await tx.rows('select id from share_class where org_id = $1 and id = any ($2)', [org, ids]);
  if (known.length !== ids.length) throw unknownReference('share_class_ids', 'share class');
  await tx.write('delete from distribution_class where org_id = $1 and distribution_id = $2', [org, id]);
  await tx.write(
    'insert into distribution_class (org_id, distribution_id, share_class_id) select $1, $2, u.id from unnest($3::text[]) as u (id)',
    [org, id, ids],
  );
}

/** Only while pending. Refuses: distribution_not_pending, stale_version (409), the fields at fault (422). */
export async function updateDistribution(context: CommandContext, current: Row, input: Row): Promise<void> {
  const org = orgOf(context.actor);
  const whole = await showDistribution(context, current);
  const writable = [
    'name',
    'type',
    'share_class_ids',
    'amount_per_share',
    'total_amount',
    'record_date',
    'payment_date',
    'method',
  ];
  for (const [name, value] of Object.entries(input)) {
    if (!writable.includes(name) && name !== 'version' && !(name in whole && sameValue(value, whole[name])))
      throw invalidFields({ [name]: `Unknown field: ${name}.` });
  }
  const merged = Object.fromEntries(writable.map((name) => [name, name in input ? input[name] : whole[name]]));
  const body = readBody(merged);
  const done = await context.tx.write(
    `update distribution set name = $3, type = $4, declared_as = $5, amount_per_share = $6, total_amount = $7, record_date = $8, payment_date = $9, method = $10, version = version + 1
     where org_id = $1 and id = $2 and status = 'pending' and version = $11`,
    [
      org,
      current.id,
      body.name,
      body.type,
      body.total_amount ? 'pot' : 'per_share',
      body.amount_per_share ?? null,
      body.total_amount ?? null,
      body.record_date,
      body.payment_date,
      body.method,
      current.version,
    ],
  );
  if (done === 0) {
    if (current.status !== 'pending') throw notPending('changed');
    throw staleEdit();
  }
  await writeClasses(context, org, String(current.id), body.share_class_ids);
  await recordActivity(context, {
    text: `changed distribution ${body.name}`,
    resource: 'distributions',
    id: String(current.id),
  });
}

/** Only while pending. Refuses: distribution_not_pending (409). */
export async function removeDistribution(context: CommandContext, current: Row): Promise<void> {
  const org = orgOf(context.actor);
  const done = await context.tx.write(`delete from distribution where org_id = $1 and id = $2 and status = 'pending'`, [
    org,
    current.id,
  ]);
  if (done === 0) throw notPending('deleted');
  await recordActivity(context, {
    text: `deleted distribution ${String(current.name)}`,
    resource: 'distributions',
    id: String(current.id),
  });
}

const notPending = (verb: string) =>
  conflict('distribution_not_pending', `Only a pending distribution can be ${verb}.`);

/** The record with its classes and, once approved, its totals. */
export async function showDistribution({ tx, actor }: CommandContext, record: Row): Promise<Row> {
  const classes = await tx.rows<{ share_class_id: string }>(
    'select share_class_id from distribution_class where org_id = $1 and distribution_id = $2 order by 1',
    [actor.org_id, record.id],
  );
  return { ...record, share_class_ids: classes.map((row) => row.share_class_id) };
}

interface Locked extends Row {
  id: string;
  name: string;
  status: string;
  declared_as: 'per_share' | 'pot';
  amount_per_share: string | null;
  total_amount: string | null;
  record_date: string;
  payment_date: string;
  method: string;
  created_by: string;
}

/** The row under its lock: what two people do at once happens one after the other. Refuses: not_found (404). */
export async function lockDistribution({ tx }: CommandContext, org: string, id: string): Promise<Locked> {
  const row = await tx.row<Locked>(
    `select id, name, status, declared_as, amount_per_share::text, total_amount::text, record_date, payment_date, method, created_by
     from distribution where org_id = $1 and id::text = $2 for update`,
    [org, id],
  );
  if (!row) throw new AppError('not_found', 'Not found.', { status: 404 });
  return row;
}

type Declared = Pick<Locked, 'id' | 'declared_as' | 'amount_per_share' | 'total_amount' | 'record_date'>;

async function compute({ tx }: CommandContext, org: string, distribution: Declared): Promise<DistributionPreview> {
  const classes = await tx.rows<{ share_class_id: string }>(
    'select share_class_id from distribution_class where org_id = $1 and distribution_id = $2',
    [org, distribution.id],
  );
  const holdings = await entitledAt(
    tx,
    org,
    classes.map((row) => row.share_class_id),
    distribution.record_date,
  );
  const amount =
    distribution.declared_as === 'pot'
      ? { total: distribution.total_amount! }
      : { per_share: distribution.amount_per_share! };
  return previewDistribution({ amount, holdings });
}

const EMPTY: DistributionPreview = {
  rows: [],
  total_gross: '0.00',
  total_tax: '0.00',
  total_net: '0.00',
  rounding_difference: '0',
  amount_per_share: '0',
};

/** What each holder would receive, or once approved does receive. Changes nothing. */
export async function previewOf(context: CommandContext, id: string): Promise<Row> {
  const org = orgOf(context.actor);
  const record = await findRecord(context.tx, context.actor, distributions, id);
  if (!record) throw new AppError('not_found', 'Not found.', { status: 404 });
  const stored = await context.tx.row<Declared & { status: string; rounding_difference: string | null }>(
    'select id, declared_as, status, amount_per_share::text, total_amount::text, record_date, rounding_difference::text from distribution where org_id = $1 and id::text = $2',
    [org, id],
  );
  const names = await context.tx.rows<{ id: string; name: string }>(
    'select id, name from shareholder where org_id = $1',
    [org],
  );
  const nameOf = new Map(names.map((row) => [row.id, row.name]));
  const frozen = stored!.status === 'approved' || stored!.status === 'paid';
  const preview = frozen
    ? await frozenLines(context, org, id, stored!.rounding_difference)
    : await compute(context, org, stored!).catch(noHolders);
  return {
    ...preview,
    rows: preview.rows.map((row) => ({ ...row, shareholder: nameOf.get(row.shareholder_id) ?? '' })),
  };
}

function noHolders(error: unknown): DistributionPreview {
  if (error instanceof AppError && error.code === 'no_entitled_shares') return EMPTY;
  throw error;
}

async function frozenLines(
  { tx }: CommandContext,
  org: string,
  id: string,
  rounding: string | null,
): Promise<DistributionPreview> {
  const rows = await tx.rows<DistributionPreview['rows'][number]>(
    `select shareholder_id, share_class_id, trim_scale(shares)::text as shares, round(gross, 2)::text as gross, round(tax, 2)::text as tax, round(net, 2)::text as net, excluded_reason
     from distribution_line where org_id = $1 and distribution_id::text = $2 order by shareholder_id, share_class_id`,
    [org, id],
  );
  const totals = await tx.row<{ gross: string; tax: string; net: string }>(
    'select round(coalesce(sum(gross), 0), 2)::text as gross, round(coalesce(sum(tax), 0), 2)::text as tax, round(coalesce(sum(net), 0), 2)::text as net from distribution_line where org_id = $1 and distribution_id::text = $2',
    [org, id],
  );
  return {
    rows,
    total_gross: totals!.gross,
    total_tax: totals!.tax,
    total_net: totals!.net,
    rounding_difference: rounding ?? '0',
    amount_per_share: '0',
  };
}

/**
 * Freezes who receives what and makes one payment for each holder and class.
 * Refuses: forbidden (403), second_person_needed (403), already_approved, distribution_not_pending, record_date_ahead,
 * nothing_to_pay (409).
 */
export async function approveDistribution(context: CommandContext, id: string): Promise<Row> {
  const org = requireRole(context.actor, 'owner', 'admin');
  const { tx, actor, deps } = context;
  const head = await lockLedger(tx, org);
  const distribution = await lockDistribution(context, org, id);
  if (distribution.status === 'approved' || distribution.status === 'paid')
    throw conflict('already_approved', 'This distribution has already been approved.');
  if (distribution.status !== 'pending') throw notPending('approved');
  const admins = await tx.row<{ count: string }>(
    `select count(*) as count from membership where org_id = $1 and status = 'active' and role in ('owner', 'admin')`,
    [org],
  );
  if (Number(admins?.count) > 1 && distribution.created_by === actor.account_id)
    throw new AppError('second_person_needed', 'A different administrator must approve this.', { status: 403 });
  if (today(deps) < distribution.record_date)
    throw conflict(
      'record_date_ahead',
      `The record date, ${distribution.record_date}, is not over yet: who is entitled is not known before.`,
    );
  const preview = await compute(context, org, distribution).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'no_entitled_shares')
      throw conflict('nothing_to_pay', 'Nobody held shares of these classes at the end of the record date.');
    throw error;
  });
  const payable = preview.rows.filter((row) => row.excluded_reason === null);
  if (payable.length === 0) throw conflict('nothing_to_pay', 'Every amount rounds to zero: there is nothing to pay.');
  await bulkInsert(
    tx,
    'distribution_line',
    org,
    {
      distribution_id: 'uuid',
      shareholder_id: 'text',
      share_class_id: 'text',
      shares: 'numeric',
      gross: 'numeric',
      tax: 'numeric',
      net: 'numeric',
      excluded_reason: 'text',
    },
    preview.rows.map((row) => ({ ...row, distribution_id: distribution.id })),
  );
  await bulkInsert(
    tx,
    'payment',
    org,
    {
      id: 'uuid',
      distribution_id: 'uuid',
      shareholder_id: 'text',
      share_class_id: 'text',
      shares: 'numeric',
      amount: 'numeric',
      method: 'text',
      scheduled_date: 'date',
    },
    payable.map((row) => ({
      id: deps.newId(),
      distribution_id: distribution.id,
      shareholder_id: row.shareholder_id,
      share_class_id: row.share_class_id,
      shares: row.shares,
      amount: row.net,
      method: distribution.method,
      scheduled_date: distribution.payment_date,
    })),
  );
  const snapshot = createHash('sha256').update(canonicalJson(preview.rows)).digest('hex');
  await tx.write(
    `update distribution set status = 'approved', approved_by = $3, approved_at = now(), snapshot_hash = $4, ledger_seq = $5, rounding_difference = $6::numeric::numeric(38,10),
       amount_per_share = $7, total_amount = $8, version = version + 1 where org_id = $1 and id = $2`,
    [
      org,
      distribution.id,
      actor.account_id,
      snapshot,
      head.last_seq,
      preview.rounding_difference,
      preview.amount_per_share,
      preview.total_gross,
    ],
  );
  await recordActivity(context, {
    text: `approved distribution ${distribution.name}, $${preview.total_net} in ${payable.length} payments`,
    resource: 'distributions',
    id: distribution.id,
  });
  return (await findRecord(tx, actor, distributions, distribution.id))!;
}

/** Refuses: forbidden (403), distribution_ended, payments_under_way (409). */
export async function cancelDistribution(context: CommandContext, id: string): Promise<Row> {
  const org = requireRole(context.actor, 'owner', 'admin');
  const distribution = await lockDistribution(context, org, id);
  if (distribution.status !== 'pending' && distribution.status !== 'approved')
    throw conflict('distribution_ended', `A ${distribution.status} distribution cannot be cancelled.`);
  const under = await context.tx.row<{ count: string }>(
    `select count(*) as count from payment where org_id = $1 and distribution_id = $2 and status in ('processing', 'completed')`,
    [org, distribution.id],
  );
  if (Number(under?.count) > 0)
    throw conflict(
      'payments_under_way',
      `${under!.count} of its payments are under way or completed, so the distribution cannot be cancelled any more.`,
    );
  await context.tx.write(
    `update payment set status = 'failed', failure_reason = 'distribution_cancelled', version = version + 1 where org_id = $1 and distribution_id = $2`,
    [org, distribution.id],
  );
  await context.tx.write(
    `update distribution set status = 'cancelled', version = version + 1 where org_id = $1 and id = $2`,
    [org, distribution.id],
  );
  await recordActivity(context, {
    text: `cancelled distribution ${distribution.name}`,
    resource: 'distributions',
    id: distribution.id,
  });
  return (await findRecord(context.tx, context.actor, distributions, distribution.id))!;
}
