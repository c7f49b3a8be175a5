// The decision about a changed bank account, by an administrator who did not ask for it.
import { AppError } from '#src/domain/errors.ts';
import { shareholders } from '#src/resources/shareholders.ts';
import type { Shareholder } from '#src/resources/shareholders.ts';
import type { VerbBody } from '#src/resources/verbs/index.ts';
import { orgOf } from '#server/auth/actor.ts';
import { findRecord } from '#server/data/resourceRepository.ts';
import { notFound } from '#server/data/refusals.ts';
import type { Row } from '#server/db/database.ts';
import { needsSecondPerson } from '../company/twoPersonRule.ts';
import { conflict } from '../core/context.ts';
import type { CommandContext } from '../core/context.ts';
import { tendPaymentTasks } from '../distributions/paymentTasks.ts';
import { tellOfBankChange } from './bankChangeMail.ts';
import { answerSigns, lockDetails, NO_CHANGE, noteDetail, WAIT_HOURS } from './holderDetails.ts';

interface Waiting {
  org: string;
  holder: Shareholder;
  last4: string;
  asked_by: string;
  asked_at: string;
}

async function lockChange(context: CommandContext, id: string): Promise<Waiting> {
  const org = orgOf(context.actor);
  const holder = await findRecord(context.tx, context.actor, shareholders, id);
  if (!holder) throw notFound();
  const stored = await lockDetails(context, org, holder.id);
  if (stored.new_bank_account === null)
    throw conflict('no_bank_change', `No change of ${holder.name}’s bank account waits for a decision.`);
  return {
    org,
    holder,
    last4: stored.new_bank_account_last4!,
    asked_by: stored.new_bank_account_by!,
    asked_at: stored.new_bank_account_at!,
  };
}

/**
 * The new account replaces the old one. Payments wait until 24 hours after it was asked for. Refuses: not_found (404),
 * no_bank_change, bank_change_changed (409) if another account was entered since the one that was seen, second_person_needed
 * (403).
 */
export async function approveBankChange(
  context: CommandContext,
  id: string,
  { at }: VerbBody<'shareholders.bank-change/approve'>,
): Promise<Row> {
  const { org, holder, last4, asked_by, asked_at } = await lockChange(context, id);
  if (at && at !== asked_at)
    throw conflict(
      'bank_change_changed',
      `Another account of ${holder.name} was entered since you looked. Read it again before you approve.`,
    );
  if (asked_by === context.actor.account_id && (await needsSecondPerson(context)))
    throw new AppError('second_person_needed', 'A different administrator must approve this.', { status: 403 });
  await context.tx.write(
    `update holder_detail set bank_account = new_bank_account, bank_account_last4 = new_bank_account_last4, bank_account_country = new_bank_account_country,
       bank_account_counts_from = new_bank_account_at + make_interval(hours => ${WAIT_HOURS}), ${NO_CHANGE}
     where org_id = $1 and shareholder_id = $2`,
    [org, holder.id],
  );
  await answerSigns(context, holder, 'account');
  await tendPaymentTasks(context, [holder.id]);
  noteDetail(context, holder, `approved the new bank account of ${holder.name}`);
  await tellOfBankChange(context, holder, { kind: 'approved', last4 });
  return holder;
}

/** The old account stays. Refuses: not_found (404), no_bank_change (409). */
export async function rejectBankChange(
  context: CommandContext,
  id: string,
  body: VerbBody<'shareholders.bank-change/reject'>,
): Promise<Row> {
  const { org, holder, last4 } = await lockChange(context, id);
  await context.tx.write(`update holder_detail set ${NO_CHANGE} where org_id = $1 and shareholder_id = $2`, [
    org,
    holder.id,
  ]);
  await tendPaymentTasks(context, [holder.id]);
  noteDetail(context, holder, `rejected the new bank account of ${holder.name}: ${body.reason}`);
  await tellOfBankChange(context, holder, { kind: 'rejected', last4, reason: body.reason });
  return holder;
}
