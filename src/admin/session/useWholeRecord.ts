// One record as its own page has it, for what follows from a choice: a row of a list lacks what is kept of a class, and would
// say that it is nothing.
import { useGetOne } from 'react-admin';
import type { RecordPages } from '../../contract/recordPages.ts';
import { wholeRecord } from './wholeRecord.ts';

interface Whole<R> {
  /** Undefined while nothing is chosen, and until it has come. */
  record: R | undefined;
  isLoading: boolean;
}

export function useWholeRecord<N extends keyof RecordPages>(resource: N, chosen: unknown): Whole<RecordPages[N]> {
  const id = typeof chosen === 'string' ? chosen : '';
  const { data, isLoading } = useGetOne<RecordPages[N]>(
    resource,
    { id, ...wholeRecord },
    { enabled: id !== '', retry: false },
  );
  return id === '' ? { record: undefined, isLoading: false } : { record: data, isLoading };
}
