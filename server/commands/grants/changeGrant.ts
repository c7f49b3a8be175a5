// Changes a grant without moving shares: accelerates vesting, records a milestone, or changes the price.
import type { VerbBody } from '#src/resources/verbs/index.ts';
import { grants } from '#src/resources/grants.ts';
import { AppError } from '#src/domain/errors.ts';
import { formatDecimal, grouped, parseDecimal } from '#src/domain/figures/decimal.ts';
import { writtenMoney } from '#src/domain/figures/money.ts';
import { askedFor, isOrAre } from '#src/domain/inWords.ts';
import type { OcfTransaction } from '#src/domain/ledger/core/types.ts';
import { vestedAt } from '#src/domain/vesting/schedule.ts';
import { vestingInputs } from '#server/data/grantVesting.ts';
import { findRecord } from '#server/data/resourceRepository.ts';
import type { Row } from '#server/db/database.ts';
import { conflict, recordActivity } from '../core/context.ts';
import type { CommandContext } from '../core/context.ts';
import { invalidFields } from '../core/checked.ts';
import { appendNative } from '../ledger/ledgerEntry.ts';
import { openSecurity } from '../securities/openSecurity.ts';
import type { OpenSecurity } from '../securities/openSecurity.ts';
import { conditionsOf, vestingEntry } from './grantTerms.ts';

/**
 * A TX_VESTING_ACCELERATION of some or all of what is unvested that day. Refuses: not_active, nothing_unvested,
 * too_many (409).
 */
export async function accelerateGrant(
  context: CommandContext,
  id: string,
  body: VerbBody<'grants.accelerate'>,
): Promise<Row> {
  const open = await openSecurity(context, grants, id, body.date);
  const input = (await vestingInputs(context.tx, open.org, [id])).get(id)!;
  const vested = vestedAt(input, body.date);
  if (vested === null) throw unknownTerms(open);
  const unvested = input.quantity - vested;
  const asked = body.quantity ? parseDecimal(body.quantity)! : unvested;
  const isOver = input.expires && body.date > input.expires.on;
  if (unvested <= 0n || isOver) {
    const sentence = isOver
      ? `The term of ${open.number} ended on ${input.expires!.on}. Nothing of it vests after that day.`
      : `All of ${open.number} has vested by ${body.date}.`;
    throw new AppError('nothing_unvested', sentence, { status: 409, fields: { date: sentence } });
  }
  if (asked > unvested) {
    const sentence = `${grouped(unvested)} of ${open.number} ${isOrAre(unvested)} unvested on ${body.date}; ${askedFor(asked)}.`;
    throw new AppError('too_many', sentence, { status: 409, fields: { quantity: `At most ${grouped(unvested)}.` } });
  }
  const entry = {
    object_type: 'TX_VESTING_ACCELERATION',
    id: context.deps.newId(),
    date: body.date,
    security_id: id,
    quantity: formatDecimal(asked),
    reason_text: body.reason,
  };
  return changed(context, open, [entry], `accelerated ${grouped(asked)} of ${open.number}`, body.date);
}

/**
 * A TX_VESTING_EVENT; it may be entered after later entries. Refuses: not_active, milestone_reached (409), an unknown
 * milestone (422).
 */
export async function recordVestingEvent(
  context: CommandContext,
  id: string,
  body: VerbBody<'grants.vesting-event'>,
): Promise<Row> {
  const open = await openSecurity(context, grants, id, body.date, { anyDay: true });
  const input = (await vestingInputs(context.tx, open.org, [id])).get(id)!;
  const milestone = conditionsOf(input.terms ?? {}).find((each) => each.id === body.vesting_condition_id);
  if (!milestone || milestone.trigger !== 'VESTING_EVENT')
    throw invalidFields({ vesting_condition_id: `The schedule of ${open.number} has no such milestone.` });
  const reached = input.facts.find(
    ({ fact, vesting_condition_id }) => fact === 'EVENT' && vesting_condition_id === milestone.id,
  );
  if (reached)
    throw conflict(
      'milestone_reached',
      `This milestone was reached on ${reached.effective_date}.`,
      'vesting_condition_id',
    );
  const entry = vestingEntry(context, 'TX_VESTING_EVENT', id, milestone.id, body.date);
  return changed(context, open, [entry], `recorded a milestone of ${open.number}`, body.date);
}

/**
 * A TX_EQUITY_COMPENSATION_REPRICING, which OCF has since the version after 1.2.0. Refuses: not_active, wrong_kind
 * (409).
 */
export async function repriceGrant(
  context: CommandContext,
  id: string,
  body: VerbBody<'grants.reprice'>,
): Promise<Row> {
  const open = await openSecurity(context, grants, id, body.date);
  if (open.record.compensation_type === 'RSU')
    throw new AppError('wrong_kind', 'A unit has no exercise price.', { status: 409 });
  const currency = open.source.row.share_price_currency ?? 'USD';
  const entry = {
    object_type: 'TX_EQUITY_COMPENSATION_REPRICING',
    id: context.deps.newId(),
    date: body.date,
    security_id: id,
    new_exercise_price: { amount: body.exercise_price, currency },
    ...(body.reason?.trim() ? { comments: [body.reason] } : {}),
  };
  const text = `changed the exercise price of ${open.number} to ${writtenMoney(body.exercise_price, currency)}`;
  return changed(context, open, [entry], text, body.date);
}

async function changed(
  context: CommandContext,
  open: OpenSecurity,
  entries: readonly OcfTransaction[],
  text: string,
  date: string,
): Promise<Row> {
  const id = String(open.record.id);
  await appendNative(context, open, entries);
  recordActivity(context, { text, resource: 'grants', id, shareholder_id: open.holder });
  return { ...(await findRecord(context.tx, context.actor, grants, id, date)) };
}

const unknownTerms = ({ number }: OpenSecurity) =>
  new AppError('terms_unknown', `The vesting schedule of ${number} is not known, so it cannot be accelerated.`, {
    status: 409,
  });
