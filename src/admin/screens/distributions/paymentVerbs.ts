// Starting a payment before its day needs a reason.
import { say } from '#src/words/say.ts';
import { isEarly, paymentVerbs as verbs } from '#src/resources/verbs/payments.ts';
import type { VerbViews } from '#src/admin/kit/verbs/types.ts';

export const paymentVerbs: VerbViews = {
  'payments.start': {
    fields: (record, _, write) => {
      const { reason } = verbs.start.fields;
      return {
        reason: isEarly(record, write) ? { ...reason, required: true, label: say`Reason for starting early` } : reason,
      };
    },
  },
};
