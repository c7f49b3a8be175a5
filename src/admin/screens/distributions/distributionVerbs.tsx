// Approving a distribution shows its figures first, in a custom dialog.
import { lazy } from 'react';
import type { VerbViews } from '#src/admin/kit/verbs/types.ts';
import { useRead } from '#src/admin/session/useRead.ts';
import { refusalOf } from './ApprovalRefusal.tsx';
import { previewUrl } from './distributionPreview.ts';
import type { DistributionPreview } from './distributionPreview.ts';

export const distributionVerbs: VerbViews = {
  'distributions.approve': {
    Dialog: lazy(() => import('./ApproveDistribution.tsx')),
    // The preview says who may not approve the distribution.
    useRefusal: (record) => refusalOf(useRead<DistributionPreview>(previewUrl(record.id)).data),
  },
};
