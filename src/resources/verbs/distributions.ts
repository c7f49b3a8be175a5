// The two decisions about a distribution.
import { say } from '#src/words/say.ts';
import { distributions } from '../distributions.ts';
import { administrators } from '../kit/access.ts';
import { defineVerbs } from '../kit/verb.ts';

export const distributionVerbs = defineVerbs(distributions, {
  approve: {
    label: say`Approve`,
    summary:
      'Freeze who receives what and create the payments. Send preview_hash or version to say what you saw; refused (409) when that has changed since',
    roles: administrators,
    from: ['pending'],
    fields: {},
    title: ({ name }) => say`Approve ${name}?`,
    text: (record, write) =>
      say`The lines are frozen as of ${write.day(record.record_date)} and a payment is created for each. Amounts cannot change afterwards. You can cancel the distribution as long as no payment is under way or completed.`,
    submit: say`Approve distribution`,
    done: ({ name }) => say`${name} approved`,
    answers: 'record',
    stepUp: true,
  },
  cancel: {
    label: say`Cancel distribution`,
    summary: 'Cancel a distribution',
    roles: administrators,
    from: ['pending', 'approved'],
    when: ({ status, can_cancel }) => status === 'pending' || can_cancel === true,
    destructive: true,
    fields: {},
    title: ({ name }) => say`Cancel ${name}?`,
    text: ({ status }) =>
      status === 'approved'
        ? say`Its payments are cancelled with it. That is possible only while none is under way or completed.`
        : say`Nobody is paid. The distribution stays in the list as cancelled.`,
    submit: say`Cancel distribution`,
    keep: say`Keep distribution`,
    done: ({ name }) => say`${name} cancelled`,
    answers: 'record',
  },
});
