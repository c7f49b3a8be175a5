// Who else is editing a record that is open.
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { EDITING_SECONDS } from '#src/contract/changes.ts';
import type { OthersEditing } from '#src/contract/changes.ts';
import { pathOf } from '#src/dataProvider.ts';
import { useConsoleData } from './useRead.ts';

/** While it goes on, it is said again before it no longer counts. */
const AGAIN_MS = (EDITING_SECONDS * 1000) / 2;

export const editingKey = (...of: [] | [resource: string, id: string]) => ['editing', ...of];

interface Editing {
  isEditing: boolean;
  isTold: boolean;
}

/** `isEditing`: this person is, which the company’s people are told. `isTold`: this person is one of them. Out: the others; none while it is not known. */
export function useEditing(resource: string, id: string, { isEditing, isTold }: Editing): OthersEditing {
  const console_ = useConsoleData();
  const path = pathOf(resource, `/${encodeURIComponent(id)}/editing`);
  useEffect(() => {
    if (!isEditing) return;
    let saidAt = -AGAIN_MS;
    const say = () => {
      if (performance.now() - saidAt < AGAIN_MS) return;
      saidAt = performance.now();
      void console_.send('POST', path, {}).catch((error: unknown) => console.error('Editing was not announced', error));
    };
    say();
    // Said by a clock, it would keep whoever leaves a form open signed in.
    document.addEventListener('input', say);
    return () => document.removeEventListener('input', say);
  }, [console_, path, isEditing]);
  const { data = [] } = useQuery({
    queryKey: editingKey(resource, id),
    queryFn: ({ signal }) => console_.read<OthersEditing>(path, { signal }),
    // That somebody begins is told; that it no longer counts is not.
    refetchInterval: ({ state }) => (state.data?.length ? AGAIN_MS : false),
    retry: false,
    enabled: isTold,
  });
  return data;
}
