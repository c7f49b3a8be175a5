// Reads a response that is neither a list nor a record: the dashboard, the cap table, the organization.
import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import { readToken } from '../../auth/session.ts';
import type { ConsoleDataProvider } from '../../dataProvider.ts';
import { areFirstAnswersCurrent, takeFirstAnswer } from '../../firstCalls.ts';

export function useConsoleData(): ConsoleDataProvider {
  return useDataProvider<ConsoleDataProvider>();
}

/** `path` null: no request. A failure is logged here and shown by the screen. */
export function useRead<T>(path: string | null) {
  const dataProvider = useConsoleData();
  return useQuery({
    queryKey: ['read', path],
    enabled: path !== null,
    retry: false,
    initialData: () => (path === null ? undefined : takeFirstAnswer<T>(path, readToken())),
    // A response that the page itself requested is reused while fresh; everything else is read whenever a screen opens.
    staleTime: ({ state }) => (state.dataUpdateCount === 0 && areFirstAnswersCurrent() ? Infinity : 0),
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
