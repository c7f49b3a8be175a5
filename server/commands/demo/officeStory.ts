// Creates tasks, threads and documents of the sample company.
import { answerThread, setThreadClosed, startThread } from '../office/messages.ts';
import { createTask } from '../office/tasks.ts';
import type { Deps } from '#server/deps.ts';
import { uploadDocument } from '../documents/documents.ts';
import { storeFile } from '../core/files.ts';
import type { StoredFile } from '../core/files.ts';
import { makePaper } from '#server/paper/makePaper.ts';
import { tasks, threads } from './company.ts';
import { factsOf } from './papers/facts.ts';
import { papers } from './papers/papers.ts';
import { daysFrom } from './story.ts';
import type { Story } from './story.ts';

/** Makes and stores its documents before the transaction begins, so that it does not wait for the file store. */
export async function storePapers(deps: Deps, org: string): Promise<StoredFile[]> {
  const day = daysFrom(deps.now().toISOString().slice(0, 10));
  const facts = factsOf(day);
  const stored: StoredFile[] = [];
  for (const { on, write } of papers) {
    const now = new Date(`${day(on)}T14:00:00Z`);
    const bytes = await makePaper({ format: 'document', now, document: write(facts) });
    stored.push(await storeFile(deps, org, { bytes, contentType: 'application/pdf' }));
  }
  return stored;
}

export async function tellOffice(story: Story, stored: readonly StoredFile[]): Promise<void> {
  for (const [index, paper] of papers.entries()) {
    const context = await story.as('daniel', story.day(paper.on));
    await uploadDocument(context, {
      name: paper.name,
      file: stored[index]!,
      document_type: paper.type,
      audience: paper.to ? 'shareholder' : 'company',
      shareholder_ids: paper.to ? [story.holderIds[paper.to]!] : [],
      share_class_ids: [],
      security_id: null,
    });
  }
  for (const thread of threads) await tellThread(story, thread);
  for (const task of tasks) {
    const context = await story.as('daniel', story.day(task.due > 0 ? task.due + 20 : 9));
    await createTask(context, {
      title: task.title,
      priority: task.priority,
      status: task.status,
      due_date: story.day(task.due),
      assignee_id: task.to ? story.holderIds[task.to] : story.accountIds.mara,
    });
  }
}

async function tellThread(story: Story, thread: (typeof threads)[number]) {
  const [first, ...answers] = thread.say;
  const to = thread.to === 'all' ? 'all' : thread.to.map((key) => story.holderIds[key]!);
  const opening = await story.as(thread.by, story.day(thread.on));
  const id = await startThread(opening, {
    subject: thread.subject,
    body: first,
    ...(thread.by === 'grace' ? {} : { shareholder_ids: to }),
  });
  const day = story.day(Math.max(thread.on - 2, 0));
  for (const body of answers) await answerThread(await story.as('mara', day), id, { body });
  if (thread.closed) await setThreadClosed(await story.as('mara', day), id, true);
}
