// Declared distributions while they are pending. Previews, decisions and payments have their own files.
import { z } from 'zod';
import { distributionMachine, notIn } from '#src/domain/distribution/distributionMachine.ts';
import { distributions } from '#src/resources/distributions.ts';
import type { Distribution } from '#src/resources/distributions.ts';
import { documents } from '#src/resources/documents.ts';
import { checkRecord, finerThanMoney, plainText } from '#src/resources/kit/validation.ts';
import { unknownReference } from '#server/data/refusals.ts';
import { findRecord, insertRecord, updateRecord } from '#server/data/resourceRepository.ts';
import { storedValues } from '#server/data/storedColumns.ts';
import type { Row } from '#server/db/database.ts';
import { invalidFields } from '../core/checked.ts';
import { recordActivity, staleEdit, whatChanged } from '../core/context.ts';
import { orgOf } from '#server/auth/actor.ts';
import type { CommandContext } from '../core/context.ts';
import { showDistribution } from '#server/queries/showDistribution.ts';

export const distributionClasses = z
  .array(plainText(200), 'Choose at least one share class.')
  .min(1, 'Choose at least one share class.')
  .max(200, 'Choose at most 200 share classes.');

interface CheckedTerms {
  values: Row;
  share_class_ids: string[];
}

/** The declared terms and classes. An edit is checked together with the fields it does not change. */
export function checkedTerms(input: Row, current?: Row): CheckedTerms {
  const { share_class_ids = current?.share_class_ids, ...rest } = input;
  const { share_class_ids: _kept, ...before } = current ?? {};
  const declared = checkRecord(distributions, rest, current && before);
  const classes = distributionClasses.safeParse(share_class_ids);
  const errors = {
    ...(declared.ok ? amountFaults(declared.values) : declared.errors),
    ...(classes.success ? {} : { share_class_ids: classes.error.issues[0]!.message }),
  };
  if (!declared.ok || !classes.success || Object.keys(errors).length > 0) throw invalidFields(errors);
  return { values: declared.values, share_class_ids: classes.data };
}

function amountFaults({ amount_per_share, total_amount }: Row): Record<string, string> {
  if (!amount_per_share && !total_amount) return { amount_per_share: 'Give an amount per share or a total amount.' };
  if (amount_per_share && total_amount)
    return { total_amount: 'Give an amount per share or a total amount, not both.' };
  return {};
}

/** The columns of the terms, and whether the amount is per share or a total. */
const termsOf = (values: Row): Row => ({
  ...storedValues(distributions, values),
  declared_as: values.total_amount ? 'pot' : 'per_share',
});

/** Out: the new id. Refuses: the fields at fault, unknown_reference (422). */
export async function createDistribution(context: CommandContext, input: Row): Promise<string> {
  const org = orgOf(context.actor);
  const { values, share_class_ids } = checkedTerms(input);
  await refuseUnknownDocument(context, values.board_document_id);
  const id = context.deps.newId();
  const { last_seq: ledger_seq, currency } = await companyOf(context, org);
  refuseFiner(values, currency);
  await insertRecord(context.tx, context.actor, distributions, id, {
    ...termsOf(values),
    created_by: context.actor.account_id,
    changed_by: context.actor.account_id,
    created_at: context.deps.now().toISOString(),
    ledger_seq,
    currency,
  });
  await writeClasses(context, org, id, share_class_ids);
  recordActivity(context, { text: `created distribution ${String(values.name)}`, resource: 'distributions', id });
  return id;
}

/** Refuses (422) a total that cannot be paid in the currency. */
function refuseFiner({ total_amount }: Row, currency: string) {
  const fault = typeof total_amount === 'string' ? finerThanMoney(total_amount, currency) : null;
  if (fault !== null) throw invalidFields({ total_amount: fault });
}

export const companyOf = async ({ tx }: CommandContext, org: string) =>
  (await tx.row<{ last_seq: string; currency: string }>('select last_seq, currency from organization where id = $1', [
    org,
  ]))!;

/** Refuses: unknown_reference (422). */
async function refuseUnknownDocument({ tx, actor }: CommandContext, id: unknown) {
  if (typeof id === 'string' && !(await findRecord(tx, actor, documents, id)))
    throw unknownReference('board_document_id', 'document');
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

/**
 * Only while pending. Saving confirms all fields. Refuses: distribution_not_pending, stale_version (409), the fields at
 * fault (422).
 */
export async function updateDistribution(context: CommandContext, current: Distribution, input: Row): Promise<void> {
  const org = orgOf(context.actor);
  if (current.status !== 'pending') throw notPending(current, 'changed');
  const whole = await showDistribution(context, current);
  const { values, share_class_ids } = checkedTerms(input, whole);
  if (values.board_document_id !== current.board_document_id)
    await refuseUnknownDocument(context, values.board_document_id);
  const { last_seq: ledger_seq } = await companyOf(context, org);
  refuseFiner(values, current.currency);
  const row = { ...termsOf(values), changed_by: context.actor.account_id, ledger_seq };
  // An approval in the meantime increases the version, so this edit would fail.
  if (!(await updateRecord(context.tx, context.actor, distributions, current.id, row, current.version)))
    throw staleEdit();
  await writeClasses(context, org, current.id, share_class_ids);
  recordActivity(context, {
    text: `changed distribution ${String(values.name)}${whatChanged(distributions, { name: values.name, type: values.type, share_class_ids, ...values }, whole)}`,
    resource: 'distributions',
    id: current.id,
  });
}

/** Only while pending. Refuses: distribution_not_pending (409). */
export async function removeDistribution(context: CommandContext, current: Distribution): Promise<void> {
  const org = orgOf(context.actor);
  const done = await context.tx.write(`delete from distribution where org_id = $1 and id = $2 and status = 'pending'`, [
    org,
    current.id,
  ]);
  if (done === 0)
    throw notPending((await findRecord(context.tx, context.actor, distributions, current.id)) ?? current, 'deleted');
  recordActivity(context, {
    text: `deleted distribution ${current.name}`,
    resource: 'distributions',
    id: current.id,
  });
}

const notPending = ({ status }: Distribution, verb: string) => notIn(distributionMachine, status, ['pending'], verb);
