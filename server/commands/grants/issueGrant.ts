// Grants options, units or appreciation rights: a TX_EQUITY_COMPENSATION_ISSUANCE and the start of its vesting.
import { say } from '#src/words/say.ts';
import type { GrantBody } from '#src/resources/issuances/grants.ts';
import { grouped, parseDecimal } from '#src/domain/figures/decimal.ts';
import { wholeWindows } from '#src/domain/exerciseWindows.ts';
import type { ExerciseWindow } from '#src/domain/exerciseWindows.ts';
import { recordActivity } from '../core/context.ts';
import type { CommandContext } from '../core/context.ts';
import { invalidFields } from '../core/checked.ts';
import { windowsOfPlan } from './windowsOfPlan.ts';
import { currencyOf } from '../equityPlans/keepStatic.ts';
import { appendNative, openSlice } from '../ledger/ledgerEntry.ts';
import { given } from '#src/domain/ledger/core/fields.ts';
import { counselOf, takePrefixed } from '../securities/issuance.ts';
import { namedTerms, standardVesting, startEntries } from './grantTerms.ts';

/** OPT-1, RSU-1, SAR-1, … */
export const prefixOf = (compensationType: string): string =>
  compensationType === 'RSU' ? 'RSU-' : compensationType.endsWith('SAR') ? 'SAR-' : 'OPT-';

/**
 * Out: the grant's id. Refuses: the fields at fault, unknown_reference, class_not_in_plan, fraction_not_allowed (422),
 * over_pool, certificate_number_taken (409).
 */
export async function issueGrant(context: CommandContext, body: GrantBody): Promise<string> {
  const number = body.grant_number?.trim() || null;
  if (body.equity_plan_id) await refusePlan(context, body.equity_plan_id, body);
  const slice = await openSlice(context, {
    date: body.date,
    classes: [body.share_class_id],
    holders: [body.shareholder_id],
    plans: body.equity_plan_id ? [body.equity_plan_id] : [],
    numbers: number ? [number] : [],
    vesting_terms: body.vesting_terms_id ? [body.vesting_terms_id] : [],
  });
  const terms = body.vesting
    ? await standardVesting(context, slice.org, body.vesting)
    : body.vesting_terms_id
      ? await namedTerms(context, slice.org, body.vesting_terms_id)
      : null;
  const vestingStart = body.vesting?.vesting_start ?? body.vesting_start ?? body.date;
  const currency = await currencyOf(context, slice.org);
  const custom_id = number ?? (await takePrefixed(context, slice.org, prefixOf(body.compensation_type), 1))[0]!;
  const security_id = context.deps.newId();
  const price = body.exercise_price ? { amount: body.exercise_price, currency } : null;
  const isRight = body.compensation_type === 'CSAR' || body.compensation_type === 'SSAR';
  await appendNative(context, { ...slice, names: { certificate_number: 'grant_number' } }, [
    {
      object_type: 'TX_EQUITY_COMPENSATION_ISSUANCE',
      id: context.deps.newId(),
      date: body.date,
      security_id,
      custom_id,
      stakeholder_id: body.shareholder_id,
      ...counselOf(body),
      ...given({ stock_plan_id: body.equity_plan_id, stock_class_id: body.share_class_id }),
      compensation_type: body.compensation_type,
      quantity: body.quantity,
      ...(price ? { [isRight ? 'base_price' : 'exercise_price']: price } : {}),
      ...(body.early_exercisable ? { early_exercisable: true } : {}),
      ...(terms ? { vesting_terms_id: terms.id } : {}),
      expiration_date: body.expiration_date ?? null,
      termination_exercise_windows: await windowsWritten(context, body),
    },
    ...(terms ? startEntries(context, security_id, terms, vestingStart) : []),
  ]);
  const holder = slice.state.holders.get(body.shareholder_id)!;
  const className = slice.state.classes.get(body.share_class_id)!.facts.name;
  const text = `granted ${custom_id}, ${grouped(parseDecimal(body.quantity)!)} ${wordsOf(body.compensation_type)} on ${className}, to ${holder.name}`;
  recordActivity(context, { text, resource: 'grants', id: security_id, shareholder_id: holder.id });
  return security_id;
}

/** One for every reason, so that the ledger says what counts. Units are owed as they vest. */
async function windowsWritten({ tx, actor }: CommandContext, body: GrantBody): Promise<ExerciseWindow[]> {
  if (body.compensation_type === 'RSU') return [];
  const plan = await windowsOfPlan(tx, String(actor.org_id), body.equity_plan_id);
  return wholeWindows(body.termination_exercise_windows ?? [], plan).map(({ reason, period, period_type }) => ({
    reason,
    period,
    period_type,
  }));
}

const wordsOf = (type: string) =>
  type === 'RSU' ? say`units` : type.endsWith('SAR') ? say`appreciation rights` : say`options`;

/** Refuses: an unknown plan, one adopted later, and a class that the plan does not cover (422). */
async function refusePlan({ tx, actor }: CommandContext, planId: string, body: GrantBody): Promise<void> {
  const plan = await tx.row<{ name: string; adopted_on: string | null; classes: string[] }>(
    `select p.name, p.board_approval_date as adopted_on, array(select k.share_class_id from equity_plan_class k where k.org_id = p.org_id and k.equity_plan_id = p.id) as classes
     from equity_plan p where p.org_id = $1 and p.id = $2`,
    [actor.org_id, planId],
  );
  if (!plan) throw invalidFields({ equity_plan_id: 'Unknown equity plan.' }, 'Unknown equity plan.');
  if (plan.classes.length > 0 && !plan.classes.includes(body.share_class_id))
    throw invalidFields({ share_class_id: `${plan.name} grants shares of other classes only.` });
  refuseBeforeAdoption(plan, 'date', body.date);
}

/** Refuses: anything granted or issued from a plan before its adoption (422). */
export function refuseBeforeAdoption(
  { name, adopted_on }: { name: string; adopted_on: string | null },
  field: string,
  date: string,
): void {
  if (adopted_on === null || date >= adopted_on) return;
  const sentence = `${name} was adopted on ${adopted_on}. Nothing can be issued from it before that day.`;
  throw invalidFields({ [field]: sentence }, sentence);
}
