// One filter as a round chip. Choices are a native select in the shape of a chip; the others unfold (UnfoldingChip.tsx).
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { useGetList } from 'react-admin';
import type { ReactNode } from 'react';
import { countryCodes, countryName } from '#src/domain/countries.ts';
import { headNamed } from '#src/resources/heads/headNamed.ts';
import { labelOf, wordOf } from '#src/resources/kit/defineResource.ts';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import type { Field, FilterKind } from '#src/resources/kit/fields.ts';
import { Icon } from '../icons.tsx';
import { fieldOf } from './Cell.tsx';
import { RecordChip } from './RecordChip.tsx';
import { TextChip } from './TextChip.tsx';
import { RangeChip, useFilters } from './UnfoldingChip.tsx';
import styles from './chips.module.css';

type Chip<K extends FilterKind> = (props: {
  name: string;
  label: string;
  field: Extract<Field, { kind: K }>;
}) => ReactNode;

const OneOf = ({ name, label, field }: { name: string; label: string; field: Field }) => (
  <ChoiceChip name={name} label={label} options={optionsOf(field)} />
);

/** A chip for each kind that a declaration may filter by. */
const chips: { [K in FilterKind]: Chip<K> } = {
  text: ({ field, ...props }) =>
    field.format === 'country' ? <OneOf {...props} field={field} /> : <TextChip {...props} />,
  email: ({ name, label }) => <TextChip name={name} label={label} />,
  status: OneOf,
  choice: OneOf,
  boolean: OneOf,
  date: ({ name, label }) => <RangeChip name={name} label={label} />,
  datetime: ({ name, label }) => <RangeChip name={name} label={label} />,
  reference: ({ field: { to }, ...props }) =>
    headNamed(to).isFew ? <ReferenceChip {...props} to={to} /> : <RecordChip {...props} to={to} />,
};

export function FilterChip({ resource, name }: { resource: Resource; name: string }) {
  const field = fieldOf(resource, name) as Extract<Field, { kind: FilterKind }>;
  const OfKind = chips[field.kind] as Chip<FilterKind>;
  return <OfKind name={name} label={labelOf(resource, name)} field={field} />;
}

function optionsOf(field: Field): Array<[string, string]> {
  if (field.kind === 'status') return Object.keys(field.states).map((value) => [value, wordOf(field, value)]);
  if (field.kind === 'choice') return field.values.map((value) => [value, wordOf(field, value)]);
  if (field.kind === 'boolean') {
    const words = field.words ?? ([say`Yes`, say`No`] as const);
    return [
      ['true', words[0]],
      ['false', words[1]],
    ];
  }
  if (field.kind === 'text' && field.format === 'country')
    return countryCodes().map((code) => [code, countryName(code)]);
  return [];
}

function ReferenceChip({ to, name, label }: { to: string; name: string; label: string }) {
  const { title } = headNamed(to);
  const { data = [] } = useGetList<Record<string, unknown> & { id: string }>(
    to,
    { pagination: { page: 1, perPage: 1000 }, sort: { field: title, order: 'ASC' } },
    { retry: false, onError: () => {} },
  );
  return <ChoiceChip name={name} label={label} options={data.map((record) => [record.id, String(record[title])])} />;
}

interface ChoiceChipProps {
  name: string;
  label: string;
  options: Array<[string, string]>;
}

export function ChoiceChip({ name, label, options }: ChoiceChipProps) {
  const [{ [name]: value }, change] = useFilters();
  const isOn = value !== undefined;
  // Only an address asks for what has no value; then it can be seen and taken back.
  const known: Array<[string, string]> = value === null ? [...options, [String(null), 'none']] : options;
  const choose = (chosen: string) =>
    change({ [name]: chosen === '' ? undefined : chosen === 'true' ? true : chosen === 'false' ? false : chosen });
  return (
    <span className={isOn ? `${styles.filter} ${styles.on}` : styles.filter}>
      <span aria-hidden="true">
        {isOn ? `${label}: ${known.find(([option]) => option === String(value))?.[1] ?? '…'}` : label}
      </span>
      <Icon name="down" />
      <select aria-label={label} value={isOn ? String(value) : ''} onChange={(event) => choose(event.target.value)}>
        <option value="">{sayAround`${label}: any`}</option>
        {known.map(([option, word]) => (
          <option key={option} value={option}>
            {word}
          </option>
        ))}
      </select>
    </span>
  );
}
