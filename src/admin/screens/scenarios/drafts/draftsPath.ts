// The drafts of a scenario, as the list of drafts answers them.
import type { Draft } from '#src/resources/drafts.ts';

export interface ListedDraft {
  id: string;
  summary: Draft['summary'];
  posted_at: Draft['posted_at'];
}

/** All of them, in the order in which they are posted. */
export const draftsPath = (scenario_id: string): string =>
  `/api/drafts/?${new URLSearchParams({
    filter: JSON.stringify({ scenario_id }),
    sort: JSON.stringify(['position', 'ASC']),
    range: JSON.stringify([0, 999]),
  }).toString()}`;
