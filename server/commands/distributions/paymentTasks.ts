// A holder whose payment waits for something that they can supply has a task. It is completed once it is supplied.
import { addNotices } from '#server/data/notices.ts';
import { recordActivity } from '../core/context.ts';
import type { CommandContext } from '../core/context.ts';

/** By what is missing. A reader of another language gets them in it (server/http/languages/composed.ts). */
export const PAYMENT_TASKS = {
  bank_details: {
    title: 'Enter your bank account',
    made: 'created task Enter your bank account',
    done: 'completed task Enter your bank account',
    description:
      'A payment to you is on hold, because there is no bank account to pay it to. Enter one on your details page. This task is then completed automatically.',
  },
  tax_form: {
    title: 'Sign a tax form',
    made: 'created task Sign a tax form',
    done: 'completed task Sign a tax form',
    description:
      'A payment to you is on hold, because you have no valid tax form. Sign one on your details page. This task is then completed automatically, and the payment is released when the company has confirmed the form.',
  },
};

/** After anything that holds payments or releases them. In: the holders it is about; null for all. */
export async function tendPaymentTasks(context: CommandContext, holders: readonly string[] | null): Promise<void> {
  if (holders?.length === 0) return;
  const tasks = await context.tx.rows<{ id: string; shareholder_id: string; title: string; is_done: boolean }>(
    'select id, shareholder_id, title, is_done from tend_payment_tasks($1, $2)',
    [holders && [...new Set(holders)], JSON.stringify(PAYMENT_TASKS)],
  );
  for (const { id, title, is_done, shareholder_id } of tasks) {
    const [, own] = madeFor(title) ?? [];
    // A task of an earlier version may have another title.
    const line = is_done ? `completed task ${title}` : `created task ${title}`;
    recordActivity(context, {
      text: (is_done ? own?.done : own?.made) ?? line,
      resource: 'tasks',
      id,
      shareholder_id,
    });
  }
  const told = tasks
    .filter(({ is_done }) => !is_done)
    .map(({ id, shareholder_id: holder, title }) => {
      const [cause] = madeFor(title) ?? [];
      return { id, holder, words: { task: title, ...(cause !== undefined && { cause }) } };
    });
  await addNotices(context, { kind: 'task_assigned', resource: 'tasks', event: 'made', told });
}

/** What is missing, by which a notice says the task in the reader's language, and the task's words. */
const madeFor = (title: string) => Object.entries(PAYMENT_TASKS).find(([, own]) => own.title === title);
