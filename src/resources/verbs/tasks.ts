// The verbs of a task.
import { say } from '#src/words/say.ts';
import { editors, holders } from '../kit/access.ts';
import { defineVerbs } from '../kit/verb.ts';
import { openTaskStatuses, tasks } from '../tasks.ts';

export const taskVerbs = defineVerbs(tasks, {
  complete: {
    label: say`Mark completed`,
    summary: 'Complete a task',
    roles: [...editors, ...holders],
    from: openTaskStatuses,
    isAtOnce: true,
    fields: {},
    title: ({ title }) => say`Mark "${String(title)}" as completed?`,
    submit: say`Mark completed`,
    done: say`Task completed`,
    answers: 'record',
  },
});
