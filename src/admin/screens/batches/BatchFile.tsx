// The file of a batch, for those who may have it.
import { say } from '#src/words/say.ts';
import { administrators } from '#src/resources/kit/access.ts';
import { DownloadButton } from '#src/admin/kit/parts/DownloadButton.tsx';
import { useRole } from '#src/admin/session/useMe.ts';

const ENDINGS: Record<string, string> = { csv: 'csv', nacha: 'ach', 'pain.001': 'xml' };

export interface ShownBatch {
  id: string;
  name: string;
  format: string;
  status: string;
  execution_date: string;
}

/** Where the file is, and how it is called once it was saved. */
export const fileOf = ({ id, name, format, execution_date }: Omit<ShownBatch, 'status'>) => ({
  path: `/api/payment-batches/${encodeURIComponent(id)}/file`,
  name: `${name.toLowerCase().replaceAll(' ', '-')}-${execution_date}.${ENDINGS[format] ?? 'txt'}`,
});

export function BatchFile({ batch, small = false }: { batch: ShownBatch; small?: boolean }) {
  const role = useRole();
  if (!administrators.includes(role) || batch.status === 'cancelled') return null;
  return <DownloadButton {...fileOf(batch)} what={say`The file`} label={say`Download file`} small={small} />;
}
