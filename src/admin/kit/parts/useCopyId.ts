// "Copy ID": the whole id of a record, of which a list shows the end alone.
import { say } from '#src/words/say.ts';
import { useNotify } from 'react-admin';

export function useCopyId(): (record: { id: string | number }) => Promise<void> {
  const notify = useNotify();
  return async ({ id }) => {
    try {
      await navigator.clipboard.writeText(String(id));
      notify(say`The ID was copied`, { type: 'success' });
    } catch {
      // A browser may refuse it, as on a page without https.
      notify(say`The ID could not be copied. It is ${id}.`, { type: 'warning' });
    }
  };
}
