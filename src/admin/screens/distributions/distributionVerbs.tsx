// Approving a distribution shows its figures first, in a dialog of its own.
import { lazy } from 'react';
import type { VerbViews } from '../../kit/verbs/types.ts';
import { useRead } from '../../session/useRead.ts';
import { refusalOf } from './ApprovalRefusal.tsx';
import { previewUrl } from './distributionPreview.ts';
import type { DistributionPreview } from './distributionPreview.ts';

export const distributionVerbs: VerbViews = {
  'distributions.approve': {
    Dialog: lazy(() => import('./ApproveDistribution.tsx')),
    // The figures of a distribution say who may not approve it.
    useRefusal: (record) => refusalOf(useRead<DistributionPreview>(previewUrl(record.id)).data),
  },
};
