// One full record, for previews of a choice: a list row lacks figures such as kept shares, and a preview would
// treat them as zero.
import { useGetOne } from 'react-admin';
import type { AnyRecord } from '../kit/fieldKinds.tsx';
import { wholeRecord } from './wholeRecord.ts';

interface Whole {
  /** Undefined while nothing is chosen or the record is loading. */
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
