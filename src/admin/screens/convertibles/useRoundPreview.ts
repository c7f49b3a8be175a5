// The server's preview of the typed round, requested when typing pauses.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Values } from '#src/admin/kit/form/CommandForm.tsx';
import { useSettled } from '#src/admin/kit/form/useSettled.ts';
import { useConsoleData } from '#src/admin/session/useRead.ts';
import type { RoundAnswer } from '#src/contract/round.ts';

export const previewKey = (body: Values) => ['round', body];

export const roundUrl = '/api/convertibles/convert-in-round';

/** `body` null: nothing to compute yet. `isCurrent`: the answer belongs to the form's current values. */
export function useRoundPreview(body: Values | null) {
  const dataProvider = useConsoleData();
  const text = body === null ? null : JSON.stringify(body);
  const asked = useSettled(text);
  const of = asked === null ? {} : (JSON.parse(asked) as Values);
  const query = useQuery({
    queryKey: previewKey(of),
    enabled: asked !== null,
    retry: false,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => dataProvider.send<RoundAnswer>('POST', roundUrl, { ...of, dry_run: true }, { signal }),
  });
  return { ...query, isCurrent: text === asked && !query.isPlaceholderData && !query.isFetching };
}
