// Share classes: created and described here; only a ledger entry changes the authorized number.
import type { VerbBody } from '#src/resources/verbs/index.ts';
import { shareClasses } from '#src/resources/shareClasses.ts';
import type { ShareClass } from '#src/resources/shareClasses.ts';
import { sameValue } from '#src/resources/kit/validation.ts';
import type { CapState } from '#src/domain/ledger/core/state.ts';
import type { OcfObject } from '#src/domain/ledger/core/types.ts';
import { decimal, grouped, ONE, parseDecimal } from '#src/domain/figures/decimal.ts';
import { isOrAre } from '#src/domain/inWords.ts';
import { insertShareClasses, shareClassRowOf, stockClassObjectOf } from '#server/data/staticRows.ts';
import { lockLedger, writeStaticObjects } from '#server/data/ledgerRepository.ts';
import { currentObject, markDeleted } from '#server/data/staticObjects.ts';
import { findRecord, updateRecord } from '#server/data/resourceRepository.ts';
import { storedValues } from '#server/data/storedColumns.ts';
import type { Row } from '#server/db/database.ts';
import { isShareClassNamed } from '#server/queries/showShareClass.ts';
import { checkedValues, invalidFields } from '../core/checked.ts';
import { actorName, conflict, recordActivity, staleEdit, whatChanged } from '../core/context.ts';
import { orgOf } from '#server/auth/actor.ts';
import type { CommandContext } from '../core/context.ts';
import { isNameTaken } from '../core/isNameTaken.ts';
import { currencyOf } from '../equityPlans/keepStatic.ts';
import { countingOf, refuseRewrittenTables } from '../ledger/conversionRatio.ts';
import { refuseBeforeSplit, refuseLevelBefore } from '../ledger/laterEntries.ts';
import { appendNative, openSlice } from '../ledger/ledgerEntry.ts';
import { notFound } from '#server/data/refusals.ts';

/** `made`: of a class that another command counted with before. Out: the id. Refuses: the fields at fault (422), class_name_taken (409). */
export async function createShareClass(
  context: CommandContext,
  body: Row,
  made: { id: string; currency: string } | null = null,
): Promise<string> {
  const org = orgOf(context.actor);
  const values = withRatio(await checkedValues(context, shareClasses, body));
  refuseHalfDividendTerms(values);
  // Two of one name asked for at once are one.
  await lockLedger(context.tx, org);
  await refuseTakenName(context, org, values.name, null);
  const { id, currency } = made ?? { id: context.deps.newId(), currency: await currencyOf(context, org) };
  const object = stockClassObjectOf({ ...values, id, currency }, null);
  await insertShareClasses(context.tx, org, [
    { ...shareClassRowOf(object), ...storedValues(shareClasses, values), currency },
  ]);
  await write(context, org, id, object);
  recordActivity(context, { text: `added share class ${String(values.name)}`, resource: 'share-classes', id });
  return id;
}

/** Refuses: authorized_by_entry (422), by_dated_entry, stale_version (409). */
export async function updateShareClass(context: CommandContext, current: ShareClass, body: Row): Promise<void> {
  const org = orgOf(context.actor);
  const values = await checkedValues(context, shareClasses, body, current);
  if (!sameValue(values.authorized_shares, current.authorized_shares)) {
    throw invalidFields(
      {
        authorized_shares:
          'The authorized number cannot be edited here. Use “Change authorized shares”, which records the change with its date.',
      },
      'The authorized number cannot be edited here. Use “Change authorized shares”, which records the change with its date.',
    );
  }
  if (values.converts_to_share_class_id === current.id)
    throw invalidFields({ converts_to_share_class_id: 'A class cannot convert into itself.' });
  refuseHalfDividendTerms(values);
  await refuseTakenName(context, org, values.name, current.id);
  const counting = await countingOf(context);
  const kept = await keptOf(context, org, current.id);
  // The record shows today's ratio; the stored one is the ratio before all dated changes.
  const before = await currentObject(context.tx, org, 'STOCK_CLASS', current.id);
  const typed = sameValue(values.conversion_ratio, current.conversion_ratio)
    ? { ...values, conversion_ratio: kept.conversion_ratio }
    : values;
  // A right that the form cannot show, such as one at 3:2, stays unchanged.
  const isShown =
    !sameValue(values.converts_to_share_class_id, current.converts_to_share_class_id) || !hasRight(before);
  const stored = storedValues(shareClasses, isShown ? withRatio(typed) : typed);
  if (!(await updateRecord(context.tx, context.actor, shareClasses, current.id, stored, current.version)))
    throw staleEdit();
  const object = stockClassObjectOf({ ...stored, id: current.id, currency: kept.currency }, before);
  await write(context, org, current.id, object);
  const was: Row = current;
  const changed = Object.entries(values).flatMap(([name, value]) => (sameValue(value, was[name]) ? [] : [name]));
  await refuseRewrittenTables(context, counting, changed);
  recordActivity(context, {
    text: `changed share class ${String(values.name)}${whatChanged(shareClasses, values, current)}`,
    resource: 'share-classes',
    id: current.id,
  });
}

/** Refuses: has_history (409) once a certificate of the class exists. */
export async function removeShareClass(context: CommandContext, current: ShareClass): Promise<void> {
  const org = orgOf(context.actor);
  if (await isShareClassNamed(context, current.id)) {
    throw conflict('has_history', `${current.name} appears in the company's records and cannot be deleted.`);
  }
  await context.tx.write('delete from share_class where org_id = $1 and id = $2', [org, current.id]);
  await markDeleted(context.tx, org, 'STOCK_CLASS', [current.id], context.actor.account_id);
}

// A class may start without a limit, but the format knows an adjustment to a number only.
/**
 * A TX_STOCK_CLASS_AUTHORIZED_SHARES_ADJUSTMENT. Refuses: not_found (404), later_entries, over_authorized (409) below
 * what is outstanding on any day from then on.
 */
export async function authorizeShares(
  context: CommandContext,
  id: string,
  body: VerbBody<'share-classes.authorize'>,
): Promise<Row> {
  const org = orgOf(context.actor);
  if (!(await findRecord(context.tx, context.actor, shareClasses, id))) throw notFound();
  const slice = await openSlice(context, { date: body.date, classes: [id] });
  await refuseBeforeSplit(context.tx, org, [{ class_id: id, date: body.date }]);
  await refuseLevelBefore(context.tx, org, 'authorized', id, body.date);
  refuseTooLow(slice.state.classes.get(id)!.cap, body);
  await appendNative(context, slice, [
    {
      object_type: 'TX_STOCK_CLASS_AUTHORIZED_SHARES_ADJUSTMENT',
      id: context.deps.newId(),
      date: body.date,
      stock_class_id: id,
      new_shares_authorized: body.authorized_shares,
      comments: [body.reason],
    },
  ]);
  await context.tx.write('update share_class set version = version + 1 where org_id = $1 and id = $2', [org, id]);
  const record = (await findRecord(context.tx, context.actor, shareClasses, id))!;
  recordActivity(context, {
    text: `changed the authorized shares of ${record.name} to ${grouped(parseDecimal(body.authorized_shares)!)}`,
    resource: 'share-classes',
    id,
  });
  return record;
}

/** Checks I2 on every day from then on, because later issues need authorized shares too. */
function refuseTooLow({ outstanding }: CapState, body: VerbBody<'share-classes.authorize'>) {
  const number = parseDecimal(body.authorized_shares)!;
  let total = 0n;
  for (const [date, delta] of [...outstanding].sort(([a], [b]) => (a < b ? -1 : 1))) {
    total += delta;
    if (total > number)
      throw conflict(
        'over_authorized',
        `The authorized shares for this class cannot be lowered to ${grouped(number)}: ${grouped(total)} ${isOrAre(total)} outstanding on ${date}.`,
        'authorized_shares',
      );
  }
}

async function refuseTakenName(context: CommandContext, org: string, name: unknown, except: string | null) {
  const taken = await isNameTaken(context.tx, 'share_class', { org, name, except });
  if (taken) throw conflict('class_name_taken', 'A share class of this name exists already.', 'name');
}

/** Terms from which no amount follows. Refuses: the fields at fault (422). */
function refuseHalfDividendTerms(values: Row) {
  if (!values.dividend_rate) return;
  const base = values.dividend_base === 'par' ? 'par_value' : 'price_per_share';
  const faults = {
    ...(decimal(String(values.dividend_rate)) <= ONE ? {} : { dividend_rate: 'Enter 0.08 for 8 percent a year.' }),
    ...(values.class_type === 'PREFERRED' ? {} : { dividend_rate: 'Only preferred stock can have a dividend rate.' }),
    ...(values[base] ? {} : { [base]: 'The preferred dividend is a percentage of this price. Enter it.' }),
    ...(values.dividend_is_cumulative && !values.dividend_accrues_from
      ? { dividend_accrues_from: 'Enter the first day from which the dividend accrues.' }
      : {}),
  };
  if (Object.keys(faults).length > 0) throw invalidFields(faults);
}

/** A class that converts without a stated ratio converts one for one, as the tables count it. */
const withRatio = (values: Row): Row =>
  values.converts_to_share_class_id && !values.conversion_ratio ? { ...values, conversion_ratio: '1' } : values;

const hasRight = (object: OcfObject | null) =>
  Array.isArray(object?.['conversion_rights']) && object['conversion_rights'].length > 0;

async function keptOf({ tx }: CommandContext, org: string, id: unknown) {
  const row = await tx.row<{ conversion_ratio: string | null; currency: string }>(
    'select trim_scale(conversion_ratio::numeric)::text as conversion_ratio, currency::text as currency from share_class where org_id = $1 and id = $2',
    [org, id],
  );
  return row ?? { conversion_ratio: null, currency: 'USD' };
}

async function write(context: CommandContext, org: string, id: string, object: OcfObject) {
  const by = { actor_id: context.actor.account_id, actor: await actorName(context), recorded_at: context.deps.now() };
  await writeStaticObjects(context.tx, org, [{ object_type: 'STOCK_CLASS', id, object }], by, null);
}
