// One record as its own page has it, for what follows from a choice: a row of a list lacks what is kept of a class, and would
// say that it is nothing.
import { useGetOne } from 'react-admin';
import type { AnyRecord } from '../kit/fieldKinds.tsx';
import { wholeRecord } from './wholeRecord.ts';

interface Whole {
  /** Undefined while nothing is chosen, and until it has come. */
  record: AnyRecord | undefined;
  isLoading: boolean;
}

export function useWholeRecord(resource: string, chosen: unknown): Whole {
  const id = typeof chosen === 'string' ? chosen : '';
  const { data, isLoading } = useGetOne<AnyRecord>(
    resource,
    { id, ...wholeRecord },
    { enabled: id !== '', retry: false },
  );
  return id === '' ? { record: undefined, isLoading: false } : { record: data, isLoading };
}
