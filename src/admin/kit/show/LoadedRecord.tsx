// One whole record for a page that shows or edits it, with the page's states until it is there.
import { say } from '#src/words/say.ts';
import type { ReactNode } from 'react';
import { HttpError } from '#src/httpClient.ts';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import { wholeRecord } from '#src/admin/session/wholeRecord.ts';
import { Absent, Failed, Loading } from '../parts/states.tsx';

/** For react-admin's ShowBase and EditBase. */
export const wholeRecordOf = ({ name }: Resource) => ({
  ...wholeRecord,
  retry: false,
  onError: (error: Error) => console.error(`Loading ${name} failed`, error),
});

interface LoadedRecordProps<R> {
  resource: Resource;
  /** What react-admin has read so far. */
  read: { record?: R; isPending?: boolean; error?: unknown; refetch: () => unknown };
  children: (record: R) => ReactNode;
}

export function LoadedRecord<R>({ resource, read, children }: LoadedRecordProps<R>) {
  const { record, isPending, error, refetch } = read;
  if (error instanceof HttpError && error.status === 404) return <Absent />;
  if (error) return <Failed what={say`The ${resource.singular}`} error={error} retry={() => void refetch()} />;
  if (isPending || !record) return <Loading />;
  return children(record);
}
