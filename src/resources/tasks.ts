import { say } from '../words/say.ts';
import { own } from './kit/access.ts';
import { defineResource } from './kit/defineResource.ts';
import type { RecordOf } from './kit/defineResource.ts';
import { choice, date, datetime, id, number, reference, text } from './kit/fields.ts';
import { taskPriority } from './taskPriority.ts';

/**
 * The statuses of a task that is done with; in every other it is open, on the screens, in figures and in the database's
 * functions.
 */
export const closedTaskStatuses = ['completed', 'cancelled'] as const;
/** The others. */
export const openTaskStatuses = ['pending', 'in_progress'] as const;
const isClosed = ({ status }: Readonly<Record<string, unknown>>): boolean =>
  (closedTaskStatuses as readonly unknown[]).includes(status);

/** Still open after its due day. */
const isOverdue = (task: Readonly<Record<string, unknown>>, today: string): boolean =>
  typeof task.due_date === 'string' && task.due_date < today && !isClosed(task);

export const tasks = defineResource('tasks', {
  path: '/api/tasks/',
  label: say`Tasks`,
  singular: say`task`,
  about: say`What has to be done, by whom and by when.`,
  empty: say`Filings, signatures and follow-ups are listed here with an assignee and a due date. Create the first one.`,
  icon: 'tasks',
  table: 'task',
  source: 'task_view',
  title: 'title',
  fields: {
    id: id(),
    title: text({ required: true, max: 200, search: true }),
    description: text({ max: 4000, multiline: true }),
    priority: taskPriority,
    status: choice([...openTaskStatuses, ...closedTaskStatuses], {
      required: true,
      default: 'pending',
      tones: { completed: 'success', in_progress: 'info', pending: 'warning', cancelled: 'error' },
    }),
    due_date: date({ label: say`Due Date` }),
    assignee_id: reference('assignees', { label: say`Assigned to`, shows: 'assignee' }),
    assignee: text({ readOnly: true, label: say`Assigned to`, search: true }),
    created_at: datetime({ required: true, readOnly: true, label: say`Created` }),
    version: number({ required: true, readOnly: true }),
  },
  bulkFields: ['status', 'priority', 'due_date', 'assignee_id'],
  list: ['id', 'title', 'priority', 'status', 'due_date', 'assignee'],
  marks: [{ on: 'due_date', label: say`Overdue`, tone: 'error', holds: isOverdue }],
  card: { details: ['due_date', 'assignee'] },
  filters: ['status', 'priority', 'assignee_id', 'due_date'],
  savedFilters: [
    { label: say`Pending`, filter: { status: 'pending' } },
    { label: say`In progress`, filter: { status: 'in_progress' } },
    { label: say`Completed`, filter: { status: 'completed' } },
  ],
  form: [['title'], ['description'], ['priority', 'status'], ['due_date', 'assignee_id']],
  sort: ['due_date', 'ASC'],
  thenBy: ['title'],
  createLabel: say`Create Task`,
  created: say`The task was created`,
  forHolders: 'list',
  // A holder may complete their own tasks; only the company changes the rest.
  asksFor: (_name, { isHolder }) => !isHolder,
  writes: 'command',
  access: {
    administrators: 'all',
    editors: 'all',
    readers: 'read',
    holders: own('read update', { column: 'assignee_id', match: 'either' }),
  },
});
export type Task = RecordOf<typeof tasks>;
