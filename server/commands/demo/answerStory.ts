// Two holders of the sample company answer: one confirms a holding, one disputes one.
import { agree } from '../acknowledgements/agree.ts';
import { dispute } from '../acknowledgements/dispute.ts';
import { answers } from './company.ts';
import { latestCertificate, latestGrant } from './lookups.ts';
import type { Story } from './story.ts';

export async function tellAnswers(story: Story): Promise<void> {
  const { agreed, disputed } = answers;
  // Looked up as the company sees them: a holder cannot see another holder's.
  const certificate = await latestCertificate(story, agreed.cls, agreed.by, null);
  const grant = await latestGrant(story, disputed.by);
  await agree(await story.as(agreed.by, story.day(agreed.on)), 'certificates', certificate, {});
  await dispute(await story.as(disputed.by, story.day(disputed.on)), 'grants', grant, { reason: disputed.reason });
}
