// Reads a response that is neither a list nor a record: the dashboard, the cap table, the organization.
import { useQuery } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import { readToken } from '#src/auth/session.ts';
import type { ConsoleDataProvider } from '#src/dataProvider.ts';
import { areFirstAnswersCurrent, takeFirstAnswer } from '#src/firstCalls.ts';

export function useConsoleData(): ConsoleDataProvider {
  return useDataProvider<ConsoleDataProvider>();
}

const readKey = (path: string | null) => ['read', path];

/** Puts an answer that another request gave already in place of reading it. */
export const putAnswer = (client: QueryClient, path: string, answer: unknown) =>
  client.setQueryData(readKey(path), answer);

/** What was answered is no longer true: the next screen that shows it reads it again. */
export const forgetAnswer = (client: QueryClient, path: string) =>
  client.invalidateQueries({ queryKey: readKey(path) });

/**
 * `path` null: no request. `freshMs`: an answer so young is shown again and not read again. A failure is logged here and
 * shown by the screen.
 */
export function useRead<T>(path: string | null, freshMs = 0) {
  const dataProvider = useConsoleData();
  return useQuery({
    queryKey: readKey(path),
    enabled: path !== null,
    retry: false,
    initialData: () => (path === null ? undefined : takeFirstAnswer<T>(path, readToken())),
    // A response that the page itself requested is reused while fresh; everything else is read whenever a screen opens.
    staleTime: ({ state }) => (state.dataUpdateCount === 0 && areFirstAnswersCurrent() ? Infinity : freshMs),
    queryFn: async ({ signal }) => {
      try {
        return await dataProvider.read<T>(path ?? '', { signal });
      } catch (error) {
        if (!signal.aborted) console.error(`Reading ${path} failed`, error);
        throw error;
      }
    },
  });
}
