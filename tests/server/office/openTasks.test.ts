// A task is open in every status but those that close it. The database says so in its own words; a status that is added later,
// and forgotten there, is named here.
import { expect, it } from 'vitest';
import { closedTaskStatuses, tasks } from '#src/resources/tasks.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
const isClosed = (status: string) => (closedTaskStatuses as readonly string[]).includes(status);
const open = tasks.fields.status.values.filter((status) => !isClosed(status));
const namedIn = (list: string) => [...list.matchAll(/'([a-z_]+)'/g)].map(([, status]) => status!);

it('a holder has one open task of a cause, whatever its open status', async () => {
  const [index] = await server.sql<{ text: string }>(`select pg_get_indexdef('task_of_cause'::regclass) as text`);
  expect(namedIn(index!.text).toSorted()).toEqual(open.toSorted());
});

it('functions that ask whether a task is open name all statuses that close it', async () => {
  const routines = await server.sql<{ name: string; text: string }>(
    `select proname as name, prosrc as text from pg_proc
     where pronamespace = 'public'::regnamespace and prosrc ~ '(from|update|join) task '`,
  );
  const lists = routines.flatMap(({ name, text }) =>
    [...text.matchAll(/\bstatus (?:not )?in \(([^)]*)\)/g)].map(([, list]) => ({ name, statuses: namedIn(list!) })),
  );
  expect(lists.length).toBeGreaterThan(2);
  for (const { name, statuses } of lists)
    expect([name, statuses.toSorted()]).toEqual([name, closedTaskStatuses.toSorted()]);
});
