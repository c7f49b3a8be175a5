// What the sample company's founders try out: a Series B, what a sale would pay, and the grants of the next hires, which are drafts.
import { createScenario } from '../scenarios/scenarios.ts';
import { makeDrafts } from '../scenarios/drafts.ts';
import { hires, saleOffers, seriesB } from './scenarioSteps.ts';
import type { Story } from './story.ts';

/** After the last entry of the ledger: no scenario is overtaken. */
export async function tellScenarios(story: Story): Promise<void> {
  const round = seriesB(story);
  const mara = await story.as('mara', story.day(6));
  await createScenario(mara, { name: 'Series B at 96 million', steps: [round] });
  for (const { name, proceeds } of saleOffers)
    await createScenario(mara, {
      name,
      steps: [{ kind: 'exit', proceeds, costs: '1500000', debt: '0' }],
    });
  const daniel = await story.as('daniel', story.day(2));
  const steps = hires.map(({ to, quantity, strike }) => ({
    kind: 'grant',
    shareholder_id: story.holderIds[to]!,
    quantity,
    strike,
  }));
  await makeDrafts(daniel, await createScenario(daniel, { name: 'Refresher grants of this quarter', steps }));
}
