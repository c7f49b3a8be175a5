// Filters by a part of a text, or by its absence.
import { say } from '#src/words/say.ts';
import { lazy } from 'react';
import { UnfoldingChip, useFilters } from './UnfoldingChip.tsx';

const TextFilter = lazy(() => import('./TextFilter.tsx'));

export function TextChip({ name, label }: { name: string; label: string }) {
  const [filters] = useFilters();
  const words = filters[`${name}_contains`];
  const isEmpty = filters[name] === null;
  const said = isEmpty ? say`${label}: empty` : typeof words === 'string' ? `${label}: “${words}”` : label;
  return (
    <UnfoldingChip words={said} isOn={said !== label}>
      <TextFilter name={name} label={label} />
    </UnfoldingChip>
  );
}
