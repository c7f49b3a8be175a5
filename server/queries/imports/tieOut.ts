// Before applying: the totals as they would be, to compare with the company's own, and the objects that exist with other
// content.
import { capTableAsOf } from '#src/domain/captable/capTable.ts';
import { isIsoDate } from '#src/domain/dates.ts';
import { AppError } from '#src/domain/errors.ts';
import { idOf, objectOf, textOf } from '#src/domain/ledger/core/fields.ts';
import type { TieOut } from '#src/contract/imports.ts';
import { differencesOf } from '#src/domain/ledger/package/differences.ts';
import type { Effects, OcfObject } from '#src/domain/ledger/core/types.ts';
import { orgOf } from '#server/auth/actor.ts';
import { today } from '#server/commands/core/context.ts';
import type { CommandContext } from '#server/commands/core/context.ts';
import { keptPackage } from '#server/commands/imports/importPackage.ts';
import { planImport } from '#server/commands/imports/plan.ts';
import { readUploadedPackage, takeReading } from '#server/commands/imports/readUpload.ts';

/**
 * In: an import that was read, and a day (default: the package's own). Out: outstanding stock by class and by holder on
 * that day, without and with the package; and each object that exists with other content, field by field. Refuses:
 * not_found (404), bad_as_of (422).
 */
export async function tieOut(context: CommandContext, id: string, asked: string | undefined): Promise<TieOut> {
  const { tx, actor } = context;
  const org = orgOf(actor);
  if (asked !== undefined && !isIsoDate(asked))
    throw new AppError('bad_as_of', 'as_of must be a date such as 2025-03-14.', { status: 422 });
  const { fileName, bytes } = await keptPackage(tx, org, id);
  const reading = await takeReading(await readUploadedPackage(fileName, bytes));
  const plan = await planImport(tx, org, reading);
  const { state, effects } = plan.interpretation;
  const as_of = asked ?? reading.as_of ?? today(context);
  const classes = [...state.classes.values()].map((each) => each.facts);
  const tableOf = (rows: Effects) => capTableAsOf(rows, classes, state.holders, as_of);
  const before = tableOf(plan.before.effects);
  const after = tableOf(joined(plan.before.effects, effects));
  const instrumentsOf = new Map(before.instruments.map(({ kind, quantity }) => [kind, quantity]));
  const moneyOf = new Map(before.convertibles.map((each) => [`${each.kind} ${each.currency}`, each.amount]));
  const outstandingBefore = new Map(before.classes.map((row) => [row.share_class_id, row.outstanding]));
  const heldOf = new Map(before.rows.map((row) => [row.shareholder_id, row]));
  const ours = new Map(plan.before.statics.map((each) => [`${each.object_type} ${idOf(each.object)}`, each.object]));
  const { added, changed } = plan.comparison;
  return {
    as_of,
    // Everything already exists with the package's content.
    changes_nothing: added.length + changed.length + plan.interpretation.ordered.length === 0,
    total: { before: before.total, after: after.total },
    classes: after.classes.map(({ share_class_id, name, authorized, outstanding }) => ({
      share_class_id,
      name,
      authorized,
      before: outstandingBefore.get(share_class_id) ?? '0',
      after: outstanding,
    })),
    rows: after.rows.map(({ shareholder_id, name, total, options, warrants, holdings }) => ({
      shareholder_id,
      name,
      before: heldOf.get(shareholder_id ?? '')?.total ?? '0',
      after: total,
      options,
      options_before: heldOf.get(shareholder_id ?? '')?.options ?? '0',
      warrants,
      warrants_before: heldOf.get(shareholder_id ?? '')?.warrants ?? '0',
      holdings,
    })),
    // The pool is not promised to anybody: the reserve is compared with the plan itself.
    instruments: after.instruments.flatMap(({ kind, quantity }) =>
      kind === 'pool' ? [] : [{ kind, before: instrumentsOf.get(kind) ?? '0', after: quantity }],
    ),
    convertibles: after.convertibles.map((each) => ({
      ...each,
      before: moneyOf.get(`${each.kind} ${each.currency}`) ?? '0',
    })),
    conflicts: plan.comparison.changed.map(({ object_type, id: object_id, object }) => {
      const mine = ours.get(`${object_type} ${object_id}`) ?? {};
      return { object_type, object_id, name: nameOf(object), differences: differencesOf(mine, object) };
    }),
  };
}

function joined(before: Effects, more: Effects): Effects {
  const names = Object.keys(before) as (keyof Effects)[];
  return Object.fromEntries(names.map((name) => [name, [...before[name], ...more[name]]])) as unknown as Effects;
}

function nameOf(object: OcfObject): string {
  const person = objectOf(object, 'name');
  return (
    (person && textOf(person, 'legal_name')) ??
    textOf(object, 'name') ??
    textOf(object, 'plan_name') ??
    textOf(object, 'legal_name') ??
    idOf(object)
  );
}
