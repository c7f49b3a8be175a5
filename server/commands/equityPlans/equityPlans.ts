// Equity plans: adopted and described here; only a ledger entry changes the reserve.
import type { VerbBody } from '#src/resources/verbs/index.ts';
import { z } from 'zod';
import { plainText, sameValue } from '#src/resources/kit/validation.ts';
import { equityPlans } from '#src/resources/equityPlans.ts';
import type { EquityPlan } from '#src/resources/equityPlans.ts';
import { grouped, ONE, parseDecimal } from '#src/domain/figures/decimal.ts';
import { askedFor, countedShares } from '#src/domain/inWords.ts';
import { planWindowsBody } from './planWindowsBody.ts';
import { windowsOfPlan } from '../grants/windowsOfPlan.ts';
import type { ExerciseWindow } from '#src/domain/exerciseWindows.ts';
import { AppError } from '#src/domain/errors.ts';
import { leftToReturn } from '#src/domain/ledger/rules/poolLosses.ts';
import type { LedgerState, SecurityState } from '#src/domain/ledger/core/state.ts';
import { classIdsOf, stockPlanObjectOf } from '#server/data/securityStatics.ts';
import { currentObject, markDeleted } from '#server/data/staticObjects.ts';
import { lockLedger } from '#server/data/ledgerRepository.ts';
import { findRecord } from '#server/data/resourceRepository.ts';
import type { Row } from '#server/db/database.ts';
import { orgOf } from '#server/auth/actor.ts';
import { checkedValues, invalidFields } from '../core/checked.ts';
import { conflict, recordActivity, staleEdit, today, whatChanged } from '../core/context.ts';
import type { CommandContext } from '../core/context.ts';
import { isNameTaken } from '../core/isNameTaken.ts';
import { keepStatic } from './keepStatic.ts';
import { refuseBeforeSplit, refuseLevelBefore } from '../ledger/laterEntries.ts';
import { appendNative, openSlice } from '../ledger/ledgerEntry.ts';

/** In: the declared fields and `share_class_ids`. Out: the new id. Refuses: the fields at fault (422), plan_name_taken (409). */
export async function createEquityPlan(context: CommandContext, body: Row): Promise<string> {
  const org = orgOf(context.actor);
  const { share_class_ids, exercise_windows, ...rest } = body;
  const values = await checkedValues(context, equityPlans, rest);
  const windows = checkedWindows(exercise_windows) ?? [];
  const classIds = await checkedClasses(context, org, share_class_ids);
  await refuseTakenName(context, org, values.name, null);
  const id = context.deps.newId();
  const made = { ...values, id };
  await keepStatic(context, org, {
    resource: equityPlans,
    values: made,
    object: stockPlanObjectOf(made, classIds, windows, null),
  });
  await keepWindows(context, id, windows);
  recordActivity(context, {
    text: `adopted ${String(values.name)} with ${countedShares(parseDecimal(values.reserved) ?? 0n)} reserved`,
    resource: 'equity-plans',
    id,
  });
  return id;
}

/**
 * Refuses: reserved_by_entry (422), plan_name_taken, stale_version, cancellation_fixed (409) once anything was issued
 * from the plan.
 */
export async function updateEquityPlan(context: CommandContext, current: EquityPlan, body: Row): Promise<void> {
  const org = orgOf(context.actor);
  const { share_class_ids, exercise_windows, ...rest } = body;
  const values = await checkedValues(context, equityPlans, rest, current);
  const asked = checkedWindows(exercise_windows);
  if (!sameValue(values.reserved, current.reserved)) {
    const sentence =
      'The reserve cannot be edited here. Use “Change the reserve”, which records the change with its date.';
    throw invalidFields({ reserved: sentence }, sentence);
  }
  if (!sameValue(values.date, current.date)) await refuseAdoptedLater(context, org, current, values.date);
  await refuseTakenName(context, org, values.name, current.id);
  await refuseOtherCancellation(context, org, current, values.default_cancellation_behavior);
  const locked = await context.tx.row(
    'select 1 from equity_plan where org_id = $1 and id = $2 and version = $3 for update',
    [org, current.id, current.version],
  );
  if (!locked) throw staleEdit();
  const before = await currentObject(context.tx, org, 'STOCK_PLAN', current.id);
  const classIds =
    share_class_ids === undefined ? classIdsOf(before ?? {}) : await checkedClasses(context, org, share_class_ids);
  const windows = asked ?? (await windowsOfPlan(context.tx, org, current.id));
  const made = { ...values, id: current.id };
  await keepStatic(context, org, {
    resource: equityPlans,
    values: made,
    object: stockPlanObjectOf(made, classIds, windows, before),
  });
  await keepWindows(context, current.id, windows);
  recordActivity(context, {
    text: `changed equity plan ${String(values.name)}${whatChanged(equityPlans, { ...values, share_class_ids: classIds }, { ...current, share_class_ids: classIdsOf(before ?? {}) })}`,
    resource: 'equity-plans',
    id: current.id,
  });
}

/** Null where the body says nothing. Refuses: the windows at fault (422). */
function checkedWindows(asked: unknown): ExerciseWindow[] | null {
  if (asked === undefined || asked === null) return null;
  const parsed = planWindowsBody.safeParse(asked);
  if (parsed.success)
    return parsed.data
      .filter(({ source }) => source !== 'usual')
      .map(({ reason, period, period_type }) => ({ reason, period, period_type }));
  const message = parsed.error.issues[0]?.message ?? 'A window has a reason, a period and its unit.';
  throw invalidFields({ exercise_windows: message }, message);
}

/** Grants that were made before, and say nothing for a reason, follow. */
async function keepWindows({ tx, actor }: CommandContext, id: string, windows: ExerciseWindow[]): Promise<void> {
  await tx.write('update equity_plan set exercise_windows = $3 where org_id = $1 and id = $2', [
    orgOf(actor),
    id,
    JSON.stringify(windows),
  ]);
}

/** Refuses: an adoption date after the first issue from the plan (422). */
async function refuseAdoptedLater(
  { tx }: CommandContext,
  org: string,
  current: EquityPlan,
  date: unknown,
): Promise<void> {
  const first = await tx.row<{ custom_id: string; issued_on: string }>(
    'select custom_id, issued_on from security where org_id = $1 and stock_plan_id = $2 and issued_on < $3 order by issued_on, issue_seq limit 1',
    [org, current.id, date],
  );
  if (!first) return;
  const sentence = `${first.custom_id} came from ${current.name} on ${first.issued_on}, so the plan cannot be adopted later.`;
  throw invalidFields({ date: sentence }, sentence);
}

const LABELS: Readonly<Record<string, string>> = equityPlans.fields.default_cancellation_behavior.labels ?? {};
const wordsOf = (behaviour: unknown) => LABELS[String(behaviour ?? 'RETURN_TO_POOL')] ?? String(behaviour);

/** Every cap table counts cancelled shares by the plan's rule, so another rule would change past tables. */
async function refuseOtherCancellation(context: CommandContext, org: string, current: EquityPlan, wanted: unknown) {
  const kept = current.default_cancellation_behavior;
  // A plan without a rule returns shares to the pool.
  if (sameValue(wanted ?? 'RETURN_TO_POOL', kept ?? 'RETURN_TO_POOL')) return;
  // Prevents grants in the meantime.
  await lockLedger(context.tx, org);
  const first = await firstOfPlan(context, current.id);
  if (!first) return;
  const count = parseDecimal(first.count) ?? 0n;
  const what =
    count === ONE ? '1 grant or certificate was issued' : `${grouped(count)} grants and certificates were issued`;
  const sentence = `${what} from ${current.name}, first ${first.custom_id} on ${first.issued_on}. Every cap table counts their cancelled shares by “${wordsOf(kept)}”. This can no longer be changed. Adopt another plan.`;
  throw conflict('cancellation_fixed', sentence, 'default_cancellation_behavior');
}

export function firstOfPlan({ tx, actor }: CommandContext, id: unknown) {
  return tx.row<{ custom_id: string; issued_on: string; count: string }>(
    `select custom_id, issued_on, count(*) over ()::text as count from security
     where org_id = $1 and stock_plan_id = $2 order by issued_on, issue_seq limit 1`,
    [actor.org_id, id],
  );
}

/** Refuses: has_history (409) once something was granted from it or its reserve was changed. */
export async function removeEquityPlan(context: CommandContext, current: EquityPlan): Promise<void> {
  const org = orgOf(context.actor);
  if (await isPlanNamed(context, current.id))
    throw conflict('has_history', `${current.name} appears in the company's records and cannot be deleted.`);
  await context.tx.write('delete from equity_plan where org_id = $1 and id = $2', [org, current.id]);
  await markDeleted(context.tx, org, 'STOCK_PLAN', [current.id], context.actor.account_id);
}

export async function isPlanNamed({ tx, actor }: CommandContext, id: unknown): Promise<boolean> {
  const row = await tx.row<{ named: boolean }>(
    `select exists (select 1 from security where org_id = $1 and stock_plan_id = $2) or exists (select 1 from plan_pool where org_id = $1 and stock_plan_id = $2) as named`,
    [actor.org_id, id],
  );
  return row?.named ?? true;
}

/** A TX_STOCK_PLAN_POOL_ADJUSTMENT. Refuses: not_found (404), over_pool below what is granted and used, later_entries (409). */
export async function adjustEquityPlan(
  context: CommandContext,
  id: string,
  body: VerbBody<'equity-plans.adjust'>,
): Promise<Row> {
  const plan = await findPlan(context, id);
  const slice = await openSlice(context, { date: body.date, plans: [id] });
  const classes = classIdsOf((await currentObject(context.tx, slice.org, 'STOCK_PLAN', id)) ?? {});
  await refuseBeforeSplit(
    context.tx,
    slice.org,
    classes.map((class_id) => ({ class_id, date: body.date })),
  );
  await refuseLevelBefore(context.tx, slice.org, 'reserve', id, body.date);
  await appendNative(context, { ...slice, names: { quantity: 'reserved' } }, [
    {
      object_type: 'TX_STOCK_PLAN_POOL_ADJUSTMENT',
      id: context.deps.newId(),
      date: body.date,
      stock_plan_id: id,
      shares_reserved: body.reserved,
      ...(body.board_approval_date ? { board_approval_date: body.board_approval_date } : {}),
      ...(body.stockholder_approval_date ? { stockholder_approval_date: body.stockholder_approval_date } : {}),
      comments: [body.reason],
    },
  ]);
  await context.tx.write('update equity_plan set version = version + 1 where org_id = $1 and id = $2', [slice.org, id]);
  recordActivity(context, {
    text: `changed the reserve of ${plan.name} to ${grouped(parseDecimal(body.reserved)!)}`,
    resource: 'equity-plans',
    id,
  });
  return findPlan(context, id);
}

/**
 * A TX_STOCK_PLAN_RETURN_TO_POOL: shares of a cancelled grant or of repurchased stock become available again, if the
 * plan does not return them automatically. Refuses: not_found (404), not_of_plan, too_many_returned, over_pool (409).
 */
export async function returnToPool(
  context: CommandContext,
  id: string,
  body: VerbBody<'equity-plans.return'>,
): Promise<Row> {
  const org = orgOf(context.actor);
  const plan = await findPlan(context, id);
  const found = await context.tx.row<{ stakeholder_id: string; stock_class_id: string | null }>(
    'select stakeholder_id, stock_class_id from security where org_id = $1 and security_id = $2',
    [org, body.security_id],
  );
  const slice = await openSlice(context, {
    date: body.date,
    plans: [id],
    holders: found ? [found.stakeholder_id] : [],
    classes: found?.stock_class_id ? [found.stock_class_id] : [],
    securities: [body.security_id],
  });
  await refuseBeforeSplit(
    context.tx,
    org,
    found?.stock_class_id ? [{ class_id: found.stock_class_id, date: body.date }] : [],
  );
  const security = slice.state.securities.get(body.security_id);
  if (!security || security.pool_plan_id !== id) throw notOfPlan(security, id);
  refuseTooMany(slice.state, security, body);
  await appendNative(context, slice, [
    {
      object_type: 'TX_STOCK_PLAN_RETURN_TO_POOL',
      id: context.deps.newId(),
      date: body.date,
      security_id: body.security_id,
      stock_plan_id: id,
      quantity: body.quantity,
      reason_text: body.reason,
    },
  ]);
  recordActivity(context, {
    text: `returned ${countedShares(parseDecimal(body.quantity)!)} of ${security.row.custom_id} to ${plan.name}`,
    resource: 'equity-plans',
    id,
  });
  return findPlan(context, id);
}

function notOfPlan(security: SecurityState | undefined, plan: string): AppError {
  const sentence =
    security?.row.stock_plan_id === plan
      ? `The shares of ${security.row.custom_id} came from an exercise or a conversion, so they cannot return to the pool.`
      : 'This grant or certificate was not issued from the plan.';
  return new AppError('not_of_plan', sentence, { status: 409, fields: { security_id: sentence } });
}

/** At most what was cancelled or repurchased by that day can return, without what returned automatically. */
function refuseTooMany(state: LedgerState, security: SecurityState, body: VerbBody<'equity-plans.return'>): void {
  const { facts } = state.plans!.get(security.pool_plan_id!)!;
  const returns = state.pool_returns.get(body.security_id) ?? [];
  const { cancelled, left } = leftToReturn(security, returns, facts, body.date);
  const asked = parseDecimal(body.quantity)!;
  if (asked <= left) return;
  const number = security.row.custom_id;
  const isBack = left === 0n && returns.length === 0 && cancelled > 0n;
  const sentence = isBack
    ? `The ${grouped(cancelled)} cancelled of ${number} returned to ${facts.name} automatically, so nothing is left to return; ${askedFor(asked)}.`
    : `Of ${number}, ${grouped(left)} cancelled ${left === ONE ? 'share' : 'shares'} can return to the pool on ${body.date}; ${askedFor(asked)}.`;
  throw new AppError('too_many_returned', sentence, {
    status: 409,
    fields: { quantity: isBack ? sentence : `At most ${grouped(left)}.` },
  });
}

async function findPlan(context: CommandContext, id: string): Promise<EquityPlan> {
  const plan = await findRecord(context.tx, context.actor, equityPlans, id, today(context));
  if (!plan) throw new AppError('not_found', 'Not found.', { status: 404 });
  return plan;
}

export const planClasses = z.array(plainText(200).min(1)).min(1).max(100);

async function checkedClasses({ tx }: CommandContext, org: string, given: unknown): Promise<string[]> {
  const parsed = planClasses.safeParse(given);
  if (!parsed.success) throw invalidFields({ share_class_ids: 'Choose at least one share class.' });
  const ids = [...new Set(parsed.data)];
  const known = await tx.rows<{ id: string }>('select id from share_class where org_id = $1 and id = any ($2)', [
    org,
    ids,
  ]);
  if (known.length !== ids.length)
    throw invalidFields({ share_class_ids: 'Unknown share class.' }, 'Unknown share class.');
  return ids;
}

async function refuseTakenName({ tx }: CommandContext, org: string, name: unknown, except: string | null) {
  const taken = await isNameTaken(tx, 'equity_plan', { org, name, except });
  if (taken) throw conflict('plan_name_taken', 'An equity plan of this name exists already.', 'name');
}
