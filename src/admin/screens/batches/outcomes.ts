// What became of the payments of a batch, in words.
import type { BatchLine } from '#src/contract/paymentBatches.ts';

type States = BatchLine['payments'];

const LABELS: Record<keyof States, string> = {
  completed: 'Completed',
  failed: 'Failed',
  moved_on: 'Released to reissue',
  processing: 'Awaiting the bank',
};

/** Out: the number of payments of each outcome, none left out. */
export const outcomes = (states: States): { label: string; count: number }[] =>
  Object.entries(LABELS).map(([state, label]) => ({ label, count: states[state as keyof States] }));
