// Who may not approve a distribution reads why, before they try.
import type { DistributionPreview } from './distributionPreview.ts';

export function ApprovalRefusal({ preview }: { preview: DistributionPreview | undefined }) {
  const refusal = preview?.approval_refusal;
  if (!refusal || refusal.code === 'forbidden') return null;
  return (
    <p className="alert warning" role="note">
      <span>
        {refusal.code === 'second_person_needed' && 'You created it or changed it last. '}
        {refusal.message}
      </span>
    </p>
  );
}
