import { say } from '#src/words/say.ts';
import { ToneChip } from '#src/admin/kit/parts/ToneChip.tsx';
import type { ScenarioRecord } from './scenarioRecord.ts';

/** Whether all of its drafts were posted, or some. */
export function PostedChip({ record: { posted_at, posted_run } }: { record: ScenarioRecord }) {
  if (posted_at) return <ToneChip tone="success">{say`Posted`}</ToneChip>;
  return posted_run && <ToneChip tone="warning">{say`Partly posted`}</ToneChip>;
}
