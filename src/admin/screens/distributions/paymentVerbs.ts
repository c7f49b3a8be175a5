// Starting a payment before its day needs a reason.
import { isEarly, paymentVerbs as verbs } from '../../../resources/verbs/payments.ts';
import type { VerbName } from '../../../resources/verbs/index.ts';
import type { VerbView } from '../../kit/verbs/types.ts';

export const paymentVerbs: Partial<Record<VerbName, VerbView>> = {
  'payments.start': {
    fields: (record, _, write) => {
      const { reason } = verbs.start.fields;
      return {
        reason: isEarly(record, write) ? { ...reason, required: true, label: 'Reason for starting early' } : reason,
      };
    },
  },
};
