// Filters by a record of which a company may have thousands: it is found by typing a part of its name.
import { say } from '#src/words/say.ts';
import { useGetOne } from 'react-admin';
import { lazy } from 'react';
import { headNamed } from '#src/resources/heads/headNamed.ts';
import type { Named, RecordChipProps } from './RecordSearch.tsx';
import { UnfoldingChip, useFilters } from './UnfoldingChip.tsx';

const RecordSearch = lazy(() => import('./RecordSearch.tsx'));

export function RecordChip({ name, label, to }: RecordChipProps) {
  const [filters] = useFilters();
  const chosen = filters[name];
  const isOn = chosen !== undefined;
  const { data } = useGetOne<Named>(to, { id: String(chosen) }, { enabled: isOn && chosen !== null, retry: false });
  const title = chosen === null ? say`none` : data ? String(data[headNamed(to).title]) : '…';
  return (
    <UnfoldingChip words={isOn ? `${label}: ${title}` : label} isOn={isOn}>
      <RecordSearch name={name} label={label} to={to} />
    </UnfoldingChip>
  );
}
