// Creates the stock entries: issues, transfers, cancellations, repurchases and authorized shares.
import { endedBy, latestCertificate } from './lookups.ts';
import { cancelCertificate, repurchaseCertificate } from '../certificates/end.ts';
import { issueCertificate } from '../certificates/issue.ts';
import { authorizeShares } from '../shareClasses/shareClasses.ts';
import { transferCertificate } from '../certificates/transfer.ts';
import { story as steps } from './company.ts';
import type { Step } from './company.ts';
import type { Act, Story } from './story.ts';

export function stockActs(story: Story): Act[] {
  return steps.map((step) => {
    const date = story.day(step.on);
    return { date, tell: () => act(story, step, date) };
  });
}

async function act(story: Story, step: Step, date: string): Promise<void> {
  const context = await story.as(step.do === 'issue' ? 'mara' : 'daniel', date);
  const classId = story.classIds[step.cls]!;
  const quantity = 'shares' in step && step.shares !== undefined ? String(step.shares) : null;
  switch (step.do) {
    case 'issue':
      for (const [to, shares] of Object.entries(step.to)) {
        await issueCertificate(context, {
          shareholder_id: story.holderIds[to]!,
          share_class_id: classId,
          quantity: String(shares),
          issue_date: date,
          price_per_share: step.price ?? null,
        });
      }
      return;
    case 'transfer': {
      const id = await latestCertificate(story, step.cls, step.from, quantity);
      await transferCertificate(context, id, {
        to_shareholder_id: story.holderIds[step.to]!,
        quantity,
        date,
        consideration: step.consideration,
      });
      return;
    }
    case 'cancel':
      await cancelCertificate(context, await latestCertificate(story, step.cls, step.from, quantity), {
        quantity,
        date,
        reason: step.reason,
      });
      return;
    case 'repurchase':
      await repurchaseCertificate(context, await latestCertificate(story, step.cls, step.from, quantity), {
        quantity,
        date,
        price_per_share: step.price,
        reason: step.reason,
      });
      return;
    case 'authorize':
      await authorizeShares(context, classId, { authorized_shares: step.shares, date, reason: step.reason });
      return;
    default:
      return endedBy(step);
  }
}
