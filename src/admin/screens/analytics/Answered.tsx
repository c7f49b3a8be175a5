// A card whose figures are still asked for, or could not be had; the other cards stay as they are.
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Card } from '#src/admin/kit/parts/Card.tsx';
import { Failed, Loading } from '#src/admin/kit/parts/states.tsx';
import { useRead } from '#src/admin/session/useRead.ts';

interface AnsweredProps<T> {
  title: string;
  path: string;
  children: (answer: T) => ReactNode;
}

export function Answered<T>({ title, path, children }: AnsweredProps<T>) {
  const { data, error, isPending, refetch } = useRead<T>(path);
  // The last answer stays while the next is on its way: a choice within the card must not take the focus with it.
  const [last, setLast] = useState<T | undefined>(undefined);
  if (data !== undefined && data !== last) setLast(data);
  const shown = data ?? (isPending ? last : undefined);
  if (shown !== undefined && !error) return children(shown);
  return (
    <Card title={title}>
      {isPending ? <Loading /> : <Failed what={title} error={error} retry={() => void refetch()} />}
    </Card>
  );
}
