// Says why this user may not approve the distribution, before they try.
import { say } from '#src/words/say.ts';
import { withDays } from '#src/admin/kit/format.ts';
import type { DistributionPreview } from './distributionPreview.ts';

export function ApprovalRefusal({ preview, id }: { preview: DistributionPreview; id: string }) {
  const reason = refusalOf(preview);
  if (reason === null) return null;
  return (
    <p className="alert warning" role="note" id={id}>
      <span>{reason}</span>
    </p>
  );
}

export function refusalOf(preview: DistributionPreview | undefined): string | null {
  const refusal = preview?.approval_refusal;
  if (!refusal || refusal.code === 'forbidden') return null;
  return refusal.code === 'second_person_needed'
    ? say`You created it or changed it last. ${refusal.message}`
    : withDays(refusal.message);
}
