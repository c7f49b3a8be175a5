// What became of the payments of a batch, in words.
import { say } from '#src/words/say.ts';
import type { BatchLine } from '#src/contract/paymentBatches.ts';

type States = BatchLine['payments'];

const LABELS: Record<keyof States, string> = {
  completed: say`Completed`,
  failed: say`Failed`,
  moved_on: say`Released for retry`,
  processing: say`Awaiting the bank`,
};

/** Out: the number of payments of each outcome, none left out. */
export const outcomes = (states: States): { label: string; count: number }[] =>
  Object.entries(LABELS).map(([state, label]) => ({ label, count: states[state as keyof States] }));
