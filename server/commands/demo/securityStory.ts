// The chapters beside stock: a plan is adopted, people are granted options, money comes in on SAFEs and a note.
import { addMonths } from '../../../src/domain/dates.ts';
import { adjustEquityPlan, createEquityPlan } from '../equityPlans.ts';
import { grantBody, issueGrant } from '../grants/issueGrant.ts';
import { terminateService } from '../grants/terminateService.ts';
import { convertibleBody, issueConvertible } from '../securities/convertibles.ts';
import { issueWarrant } from '../securities/warrants.ts';
import { legendCommands, valuationCommands } from '../valuations.ts';
import { convertibles, departure, grants, legend, plan, valuations, warrant } from './securities.ts';
import type { SampleGrant } from './securities.ts';
import type { Day } from './company.ts';
import type { Story } from './seedDemo.ts';

const counsel = (date: string) => ({
  board_approval_date: date,
  security_law_exemptions: [{ description: 'Rule 701', jurisdiction: 'US' }],
});
const windows = ['VOLUNTARY_OTHER', 'VOLUNTARY_GOOD_CAUSE', 'INVOLUNTARY_OTHER'].map((reason) => ({
  reason,
  period: 3,
  period_type: 'MONTHS',
}));

export async function tellSecurities(story: Story): Promise<void> {
  for (const { on, price, provider } of valuations) {
    const context = await story.as('daniel', story.day(on));
    await valuationCommands.create!(context, {
      share_class_id: story.classIds.common,
      price_per_share: price,
      effective_date: story.day(on),
      provider,
    });
  }
  await legendCommands.create!(await story.as('daniel', story.day([0, '03-12'])), { ...legend });
  const planId = await adopt(story);
  const inOrder = grants.toSorted((a, b) => (story.day(a.on) < story.day(b.on) ? -1 : 1));
  const left = story.day(departure.on);
  for (const grant of inOrder.filter(({ on }) => story.day(on) < left)) await give(story, planId, grant);
  await terminateService(await story.as('mara', left), story.holderIds[departure.who]!, {
    date: left,
    reason: departure.reason,
  });
  for (const grant of inOrder.filter(({ on }) => story.day(on) >= left)) await give(story, planId, grant);
  await tellMoney(story);
}

async function adopt(story: Story): Promise<string> {
  const id = await createEquityPlan(await story.as('mara', story.day(plan.adopted)), {
    name: plan.name,
    share_class_ids: plan.classes.map((key) => story.classIds[key]),
    reserved: plan.reserved,
    date: story.day(plan.adopted),
    stockholder_approval_date: story.day(plan.approved),
    default_cancellation_behavior: 'RETURN_TO_POOL',
  });
  const { on, reserved, reason } = plan.enlarged;
  const context = await story.as('mara', story.day(on));
  await adjustEquityPlan(context, id, { reserved, date: story.day(on), reason });
  return id;
}

async function give(story: Story, equity_plan_id: string, grant: SampleGrant): Promise<void> {
  const date = story.day(grant.on);
  const body = grantBody.parse({
    shareholder_id: story.holderIds[grant.to],
    equity_plan_id,
    share_class_id: story.classIds.common,
    compensation_type: grant.type,
    quantity: String(grant.quantity),
    exercise_price: grant.price,
    date,
    expiration_date: grant.type === 'RSU' ? null : yearsAfter(date, 10),
    vesting: { vesting_start: date, months: grant.months, cliff_months: grant.cliff },
    termination_exercise_windows: grant.type === 'RSU' ? null : windows,
    ...counsel(date),
  });
  await issueGrant(await story.as('mara', date), body);
}

async function tellMoney(story: Story): Promise<void> {
  for (const { to, on, kind, amount, terms } of convertibles) {
    const date = story.day(on);
    const { rate, matures, ...rest } = { rate: null, matures: null, ...terms } as typeof terms & {
      rate: string | null;
      matures: Day | null;
    };
    const body = convertibleBody.parse({
      shareholder_id: story.holderIds[to],
      kind,
      amount,
      date,
      terms: {
        ...rest,
        ...(rate ? { interest: { rate } } : {}),
        ...(matures ? { maturity_date: story.day(matures) } : {}),
      },
      board_approval_date: date,
      security_law_exemptions: [{ description: 'Regulation D, Rule 506(b)', jurisdiction: 'US' }],
    });
    await issueConvertible(await story.as('mara', date), body);
  }
  const date = story.day(warrant.on);
  await issueWarrant(await story.as('mara', date), {
    shareholder_id: story.holderIds[warrant.to]!,
    share_class_id: story.classIds[warrant.cls]!,
    quantity: warrant.quantity,
    exercise_price: warrant.price,
    date,
    expiration_date: story.day(warrant.expires),
    ...counsel(date),
  });
}

const yearsAfter = (date: string, years: number) => addMonths(date, years * 12);
