// Creates everything except stock: adopts a plan, grants options, issues SAFEs and a note.
import { grantIssuance } from '#src/resources/issuances/grants.ts';
import { convertibleIssuance } from '#src/resources/issuances/convertibles.ts';
import { addMonths } from '#src/domain/dates.ts';
import { adjustEquityPlan, createEquityPlan } from '../equityPlans/equityPlans.ts';
import { issueGrant } from '../grants/issueGrant.ts';
import { terminateService } from '../grants/terminateService.ts';
import { issueConvertible } from '../convertibles/convertibles.ts';
import { issueWarrant } from '../warrants/warrants.ts';
import { legendCommands, valuationCommands } from '../equityPlans/valuations.ts';
import { convertibles, departure, grants, legend, plan, valuations, warrant } from './securities.ts';
import type { SampleGrant } from './securities.ts';
import type { Day } from './company.ts';
import type { CommandContext } from '../core/context.ts';
import type { Act, Story } from './story.ts';

const counsel = (date: string) => ({
  board_approval_date: date,
  security_law_exemptions: [{ description: 'Rule 701', jurisdiction: 'US' }],
});
const windows = ['VOLUNTARY_OTHER', 'VOLUNTARY_GOOD_CAUSE', 'INVOLUNTARY_OTHER'].map((reason) => ({
  reason,
  period: 3,
  period_type: 'MONTHS',
}));

/** When somebody leaves on a day, unvested shares return to the pool before others are granted anything. */
export function securityActs(story: Story): Act[] {
  let planId = '';
  return [
    actOn(story, 'daniel', story.day([0, '03-12']), (context) => legendCommands.create!(context, { ...legend })),
    ...valuations.map(({ on, price, provider }) =>
      actOn(story, 'daniel', story.day(on), (context) =>
        valuationCommands.create!(context, {
          share_class_id: story.classIds.common,
          price_per_share: price,
          effective_date: story.day(on),
          provider,
        }),
      ),
    ),
    actOn(story, 'mara', story.day(plan.adopted), async (context) => {
      planId = await adopt(story, context);
    }),
    actOn(story, 'mara', story.day(plan.enlarged.on), (context) => {
      const { on, reserved, reason } = plan.enlarged;
      return adjustEquityPlan(context, planId, { reserved, date: story.day(on), reason });
    }),
    actOn(story, 'mara', story.day(departure.on), (context) =>
      terminateService(context, story.holderIds[departure.who]!, {
        date: story.day(departure.on),
        reason: departure.reason,
      }),
    ),
    ...grants.map((grant) =>
      actOn(story, 'mara', story.day(grant.on), (context) => give(story, context, planId, grant)),
    ),
    ...convertibles.map((paper) =>
      actOn(story, 'mara', story.day(paper.on), (context) => issueSampleConvertible(story, context, paper)),
    ),
    actOn(story, 'mara', story.day(warrant.on), (context) => warrantTo(story, context)),
  ];
}

function actOn(
  story: Story,
  person: 'mara' | 'daniel',
  date: string,
  act: (context: CommandContext) => Promise<unknown>,
): Act {
  return {
    date,
    async tell() {
      await act(await story.as(person, date));
    },
  };
}

function adopt(story: Story, context: CommandContext): Promise<string> {
  return createEquityPlan(context, {
    name: plan.name,
    share_class_ids: plan.classes.map((key) => story.classIds[key]),
    reserved: plan.reserved,
    date: story.day(plan.adopted),
    stockholder_approval_date: story.day(plan.approved),
    default_cancellation_behavior: 'RETURN_TO_POOL',
  });
}

async function give(story: Story, context: CommandContext, equity_plan_id: string, grant: SampleGrant): Promise<void> {
  const date = story.day(grant.on);
  const body = grantIssuance.body.parse({
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
  await issueGrant(context, body);
}

async function issueSampleConvertible(
  story: Story,
  context: CommandContext,
  paper: (typeof convertibles)[number],
): Promise<void> {
  const { to, on, kind, amount, terms } = paper;
  const date = story.day(on);
  const { rate, matures, ...rest } = { rate: null, matures: null, ...terms } as typeof terms & {
    rate: string | null;
    matures: Day | null;
  };
  const body = convertibleIssuance.body.parse({
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
  await issueConvertible(context, body);
}

async function warrantTo(story: Story, context: CommandContext): Promise<void> {
  const date = story.day(warrant.on);
  await issueWarrant(context, {
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
