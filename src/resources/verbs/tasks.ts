// The verbs of a task.
import { editors, holders } from '../kit/access.ts';
import { defineVerbs } from '../kit/verb.ts';
import { openTaskStatuses, tasks } from '../tasks.ts';

export const taskVerbs = defineVerbs(tasks, {
  complete: {
    label: 'Mark completed',
    summary: 'Complete a task',
    roles: [...editors, ...holders],
    from: openTaskStatuses,
    isAtOnce: true,
    fields: {},
    title: ({ title }) => `Mark "${String(title)}" as completed?`,
    submit: 'Mark completed',
    done: 'Task completed',
    answers: 'record',
  },
});
