// What the terms in the form would come to, asked of the server when typing pauses.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { DistributionDraft } from '#src/contract/distributions/distributionPreview.ts';
import type { Values } from '#src/admin/kit/form/CommandForm.tsx';
import { useSettled } from '#src/admin/kit/form/useSettled.ts';
import { useConsoleData } from '#src/admin/session/useRead.ts';

/** `body` null: nothing to compute yet. `isCurrent`: the answer belongs to the form's current values. */
export function useDraftPreview(body: Values | null) {
  const dataProvider = useConsoleData();
  const text = body === null ? null : JSON.stringify(body);
  const asked = useSettled(text);
  const query = useQuery({
    queryKey: ['distribution draft', asked],
    enabled: asked !== null,
    retry: false,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      dataProvider.send<DistributionDraft>('POST', '/api/distributions/preview', JSON.parse(asked ?? '{}') as Values, {
        signal,
      }),
  });
  return { ...query, isCurrent: text === asked && !query.isPlaceholderData && !query.isFetching };
}
