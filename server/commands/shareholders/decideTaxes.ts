// The company confirms or rejects what a holder said about their taxes: the profile, and the country of the address.
import { shareholders } from '#src/resources/shareholders.ts';
import type { Shareholder } from '#src/resources/shareholders.ts';
import type { TaxProfile } from '#src/contract/holderDetails.ts';
import type { VerbBody } from '#src/resources/verbs/index.ts';
import { orgOf } from '#server/auth/actor.ts';
import { addNotices } from '#server/data/notices.ts';
import { notFound } from '#server/data/refusals.ts';
import { findRecord } from '#server/data/resourceRepository.ts';
import type { Row } from '#server/db/database.ts';
import { conflict } from '../core/context.ts';
import type { CommandContext } from '../core/context.ts';
import { recomputeAwaiting } from '../distributions/recomputeTax.ts';
import { tendPaymentTasks } from '../distributions/paymentTasks.ts';
import { answerSigns, noteDetail } from './holderDetails.ts';
import { blankProfile, endChange, lockProfile, storeProfile, taxChangeOf, taxProfileOf } from './storedProfile.ts';

interface Waiting {
  holder: Shareholder;
  /** Null: the confirmed profile is to be removed. */
  profile: TaxProfile | null;
  /** It waits beside a confirmed one. */
  isChange: boolean;
}

async function lockWaiting(context: CommandContext, id: string, seen: string | null | undefined): Promise<Waiting> {
  const { tx, actor } = context;
  const holder = await lockHolder(context, id);
  const change = await taxChangeOf(tx, actor, holder.id);
  if (seen && seen !== change?.at) throw changedSince(holder, 'tax profile');
  if (change) return { holder, profile: change.profile, isChange: true };
  const profile = await taxProfileOf(tx, actor, holder.id);
  if (!profile?.form) throw conflict('no_tax_profile', `There is no tax form of ${holder.name} to decide about.`);
  if (profile.confirmed_at !== null)
    throw conflict('no_tax_profile', `The tax form of ${holder.name} is confirmed already.`);
  return { holder, profile, isChange: false };
}

async function lockHolder(context: CommandContext, id: string): Promise<Shareholder> {
  const holder = await findRecord(context.tx, context.actor, shareholders, id);
  if (!holder) throw notFound();
  await lockProfile(context, holder);
  return holder;
}

const changedSince = (holder: Shareholder, what: string) =>
  conflict(
    'tax_change_changed',
    `The ${what} of ${holder.name} was changed since you looked. Read it again before you decide.`,
  );

/** It counts from now on. Refuses: not_found (404), no_tax_profile, tax_change_changed (409). */
export async function confirmTaxProfile(
  context: CommandContext,
  id: string,
  { at }: VerbBody<'shareholders.tax-profile/confirm'>,
): Promise<Row> {
  const { holder, profile } = await lockWaiting(context, id, at);
  await endChange(context, holder);
  if (profile) await storeProfile(context, holder, profile, true);
  else await blankProfile(context, holder);
  await answerSigns(context, holder);
  const changed = profile
    ? `confirmed the change of the tax profile of ${holder.name}`
    : `confirmed the removal of the tax profile of ${holder.name}`;
  noteDetail(context, holder, profile?.form ? `confirmed form ${profile.form} of ${holder.name}` : changed);
  await recomputeAwaiting(context, holder.id);
  await tendPaymentTasks(context, [holder.id]);
  return holder;
}

/**
 * What was confirmed before stays, and so does the sign that a refused form of a holder abroad is. Refuses: not_found (404),
 * no_tax_profile, tax_change_changed (409).
 */
export async function rejectTaxProfile(
  context: CommandContext,
  id: string,
  { at, reason }: VerbBody<'shareholders.tax-profile/reject'>,
): Promise<Row> {
  const { holder, isChange } = await lockWaiting(context, id, at);
  if (isChange) await endChange(context, holder);
  else await blankProfile(context, holder);
  noteDetail(context, holder, `rejected the tax profile that ${holder.name} sent: ${reason}`);
  await tendPaymentTasks(context, [holder.id]);
  await addNotices(context, {
    kind: 'tax_change_rejected',
    resource: 'shareholders',
    event: context.deps.newId(),
    told: [{ id: holder.id, holder: holder.id, words: { reason } }],
  });
  return holder;
}

/** Refuses: not_found (404), no_country_change, tax_change_changed (409). */
export async function confirmCountry(
  context: CommandContext,
  id: string,
  { at }: VerbBody<'shareholders.country/confirm'>,
): Promise<Row> {
  const { tx, actor } = context;
  const holder = await lockHolder(context, id);
  const said = (await tx.row<{ at: string | null; country: string | null }>(
    'select country_said_at as at, country from shareholder where org_id = $1 and id = $2',
    [orgOf(actor), holder.id],
  ))!;
  if (said.at === null) throw conflict('no_country_change', `The country of ${holder.name} counts for tax already.`);
  if (at && at !== said.at) throw changedSince(holder, 'country');
  await tx.write(
    'update shareholder set country_of_staff = null, country_said_at = null, country_said_by = null where org_id = $1 and id = $2',
    [orgOf(actor), holder.id],
  );
  await answerSigns(context, holder, said.country === null ? 'country' : undefined);
  noteDetail(
    context,
    holder,
    said.country === null
      ? `confirmed no country as the country of ${holder.name} for tax`
      : `confirmed ${said.country} as the country of ${holder.name} for tax`,
  );
  return holder;
}
