// One full record, for previews of a choice: a list row lacks figures such as kept shares, and a preview would
// treat them as zero.
import { useGetOne } from 'react-admin';
import type { RecordPages } from '#src/contract/recordPages.ts';
import { wholeRecord } from './wholeRecord.ts';

interface Whole<R> {
  /** Undefined while nothing is chosen or the record is loading. */
  record: R | undefined;
  isLoading: boolean;
}

export function useWholeRecord<N extends keyof RecordPages>(resource: N, chosen: unknown): Whole<RecordPages[N]>;
export function useWholeRecord<R>(resource: string, chosen: unknown): Whole<R>;
export function useWholeRecord(resource: string, chosen: unknown): Whole<{ id: string }> {
  const id = typeof chosen === 'string' ? chosen : '';
  const { data, isLoading } = useGetOne<{ id: string }>(
    resource,
    { id, ...wholeRecord },
    { enabled: id !== '', retry: false },
  );
  return id === '' ? { record: undefined, isLoading: false } : { record: data, isLoading };
}
