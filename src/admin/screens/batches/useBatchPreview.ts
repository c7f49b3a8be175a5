// What a batch would hold, asked of the server as the form changes.
import { useQuery } from '@tanstack/react-query';
import type { BatchPreview } from '#src/contract/paymentBatches.ts';
import { useConsoleData } from '#src/admin/session/useRead.ts';

export interface AskedBatch {
  format: string;
  execution_date: string;
  filter: Record<string, unknown>;
  prenotes?: boolean;
}

/** `asked` null: nothing to ask yet. */
export function useBatchPreview(asked: AskedBatch | null) {
  const data = useConsoleData();
  return useQuery({
    queryKey: ['batch preview', asked],
    enabled: asked !== null,
    retry: false,
    queryFn: ({ signal }) => data.send<BatchPreview>('POST', '/api/payment-batches/preview', asked, { signal }),
  });
}
