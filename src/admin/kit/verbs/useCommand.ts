// Runs a verb once. A retry after a lost response sends the key of the first attempt, so nothing happens twice.
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { isOutcomeUnknown, newKey } from '#src/httpClient.ts';
import type { CommandOptions } from '#src/dataProvider.ts';

type Run<T> = (options: CommandOptions) => Promise<T>;

export function useCommand() {
  const queryClient = useQueryClient();
  const lost = useRef<{ request: string; key: string } | null>(null);
  return useCallback(
    async <T>(request: unknown, run: Run<T>): Promise<T> => {
      const text = JSON.stringify(request) ?? '';
      const idempotencyKey = lost.current?.request === text ? lost.current.key : newKey();
      try {
        const answer = await run({ idempotencyKey });
        lost.current = null;
        // A verb changes many lists; all are reloaded when they are next shown.
        void queryClient.invalidateQueries();
        return answer;
      } catch (error) {
        lost.current = isOutcomeUnknown(error) ? { request: text, key: idempotencyKey } : null;
        throw error;
      }
    },
    [queryClient],
  );
}
