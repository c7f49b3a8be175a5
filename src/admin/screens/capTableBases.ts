// What a cap table may count, in words that stand beside the figures.
import type { Basis } from './capTableAnswer.ts';

export const bases = [
  {
    value: 'outstanding',
    label: 'Outstanding',
    definition:
      'counts stock that has been issued and not cancelled, repurchased or converted. Options, warrants, convertibles and the pool are not counted.',
  },
  {
    value: 'as_converted',
    label: 'As converted',
    definition: 'counts issued stock, with preferred shares at the number of common shares they convert into.',
  },
  {
    value: 'fully_diluted',
    label: 'Fully diluted',
    definition:
      'counts issued stock as converted, outstanding options and warrants, and the pool that is not yet granted. SAFEs and notes are listed below and not counted until they convert.',
  },
  {
    value: 'voting',
    label: 'Voting',
    definition: 'counts the votes of issued stock, at the votes per share of its class.',
  },
] as const satisfies ReadonlyArray<{ value: Basis; label: string; definition: string }>;

export function capTablePath(asOf: string, basis: Basis): string {
  const query = new URLSearchParams();
  if (asOf) query.set('as_of', asOf);
  if (basis !== 'outstanding') query.set('basis', basis);
  const text = query.toString();
  return text ? `/api/cap-table/?${text}` : '/api/cap-table/';
}
