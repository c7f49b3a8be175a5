// Marks notices as read, and keeps the lists and the count beside the bell in step.
import { say } from '#src/words/say.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'react-admin';
import { failureOf } from '#src/admin/kit/parts/states.tsx';
import { useConsoleData } from '#src/admin/session/useRead.ts';

export const NOTICES = '/api/notices';
export const noticeUrl = (id: string): string => `${NOTICES}/${encodeURIComponent(id)}`;

export function useNoticeReading() {
  const dataProvider = useConsoleData();
  const queryClient = useQueryClient();
  const notify = useNotify();
  const send = async (path: string) => {
    try {
      await dataProvider.send('POST', path, {});
      const isOfNotices = ({ queryKey: [kind, of] }: { queryKey: readonly unknown[] }) =>
        kind === 'me' || (kind === 'read' && String(of).startsWith(NOTICES));
      await queryClient.invalidateQueries({ predicate: isOfNotices });
    } catch (error) {
      console.error('Marking notices as read failed', error);
      notify(failureOf(say`Nothing was marked as read.`, error), { type: 'error' });
    }
  };
  return { markRead: (id: string) => send(`${noticeUrl(id)}/read`), markAllRead: () => send(`${NOTICES}/read`) };
}
