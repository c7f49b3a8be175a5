// Approve and cancel a distribution: the figures first, then a verb that names them.
import { lazy } from 'react';
import type { AnyRecord } from '../../kit/fieldKinds.tsx';
import type { VerbSpec } from '../../kit/verbs/types.ts';

const nameOf = (record: AnyRecord) => String(record.name);

export const distributionVerbs: Record<string, VerbSpec> = {
  'distributions.approve': {
    title: (record) => `Approve ${nameOf(record)}?`,
    fields: {},
    submit: () => 'Approve distribution',
    done: (record) => `${nameOf(record)} approved`,
    Dialog: lazy(() => import('./ApproveDistribution.tsx')),
  },
  'distributions.cancel': {
    title: (record) => `Cancel ${nameOf(record)}?`,
    text: (record) => (
      <p>
        {record.status === 'approved'
          ? 'Its payments are cancelled with it. That is possible only while none is under way or completed.'
          : 'Nobody is paid. The distribution stays in the list as cancelled.'}
      </p>
    ),
    fields: {},
    submit: () => 'Cancel distribution',
    keep: 'Keep distribution',
    done: (record) => `${nameOf(record)} cancelled`,
  },
};
