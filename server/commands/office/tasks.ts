// Tasks: assigned to a member or a shareholder, who may complete their own.
import { isHolder } from '#src/resources/kit/access.ts';
import { AppError } from '#src/domain/errors.ts';
import { tasks } from '#src/resources/tasks.ts';
import type { Task } from '#src/resources/tasks.ts';
import { sameValue } from '#src/resources/kit/validation.ts';
import { addNotices } from '#server/data/notices.ts';
import { notFound } from '#server/data/refusals.ts';
import { findRecord, insertRecord, updateRecord } from '#server/data/resourceRepository.ts';
import type { Row } from '#server/db/database.ts';
import { checkedValues } from '../core/checked.ts';
import { recordActivity, staleEdit, whatChanged } from '../core/context.ts';
import type { CommandContext } from '../core/context.ts';

/** What the activity says of a task that gets this status. */
const changeLines: Record<NonNullable<Task['status']>, (title: string, edited: string) => string> = {
  completed: (title, edited) => `completed task ${title}${edited}`,
  cancelled: (title, edited) => `cancelled task ${title}${edited}`,
  in_progress: (title, edited) => `started task ${title}${edited}`,
  pending: (title, edited) => `reopened task ${title}${edited}`,
};

export async function createTask(context: CommandContext, body: Row): Promise<string> {
  const values = await checkedValues(context, tasks, body);
  const id = context.deps.newId();
  await insertRecord(context.tx, context.actor, tasks, id, { ...values, created_by: context.actor.account_id });
  recordActivity(context, { text: `created task ${String(values.title)}`, resource: 'tasks', id });
  await tellAssignee(context, id, values);
  return id;
}

/** Out: the task. Refuses as `updateTask`, and not_found (404). */
export async function completeTask(context: CommandContext, id: string): Promise<Row> {
  const { tx, actor } = context;
  const current = await findRecord(tx, actor, tasks, id);
  if (!current) throw notFound();
  await updateTask(context, current, { ...current, status: 'completed' });
  return (await findRecord(tx, actor, tasks, id))!;
}

/** The assignee is a shareholder or a member: only one of them has this id. */
async function tellAssignee(context: CommandContext, id: string, { title, assignee_id }: Row): Promise<void> {
  if (!assignee_id) return;
  const assignee = String(assignee_id);
  const words = { task: String(title) };
  const told = [
    { id, holder: assignee, words },
    { id, account: assignee, words },
  ];
  await addNotices(context, { kind: 'task_assigned', resource: 'tasks', event: context.deps.newId(), told });
}

/** A shareholder may change only the status of their own task. Refuses: forbidden (403), stale_version (409). */
export async function updateTask(context: CommandContext, current: Task, body: Row): Promise<void> {
  if (isHolder(context.actor.role)) {
    const before: Row = current;
    const other = Object.keys(body).find(
      (name) => !['status', 'version'].includes(name) && !sameValue(body[name], before[name]),
    );
    if (other)
      throw new AppError(
        'forbidden',
        'You can change only the status of your tasks. Ask the company to change anything else.',
        {
          status: 403,
        },
      );
  }
  const values = await checkedValues(context, tasks, body, current);
  if (!(await updateRecord(context.tx, context.actor, tasks, current.id, values, current.version))) throw staleEdit();
  if (values.assignee_id !== current.assignee_id) await tellAssignee(context, current.id, values);
  const edited = whatChanged(tasks, { ...values, status: current.status }, current);
  if (values.status === current.status && edited === '') return;
  const title = String(values.title);
  const text =
    values.status === current.status
      ? `changed task ${title}${edited}`
      : changeLines[values.status as NonNullable<Task['status']>](title, edited);
  recordActivity(context, {
    text,
    resource: 'tasks',
    id: current.id,
    shareholder_id: context.actor.shareholder_id,
  });
}
