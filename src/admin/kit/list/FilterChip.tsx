// One filter as a round chip. Choices are a native select in the shape of a chip; days are a range that unfolds.
import { useGetList, useListContext } from 'react-admin';
import { useId, useState } from 'react';
import { resourceNamed } from '../../../resources/index.ts';
import { labelOf, wordOf } from '../../../resources/kit/defineResource.ts';
import type { Resource } from '../../../resources/kit/defineResource.ts';
import type { Field } from '../../../resources/kit/fields.ts';
import { formatDay } from '../format.ts';
import { Icon } from '../icons.tsx';
import { fieldOf } from './Cell.tsx';
import styles from './list.module.css';

/** There may be thousands of holders: they are found by the search, not in a menu. */
const tooMany = new Set(['shareholders', 'assignees', 'certificates']);

export function filterable(resource: Resource, name: string): boolean {
  const field = resource.fields[name];
  if (!field) return false;
  if (field.kind === 'reference') return !tooMany.has(field.to);
  return ['status', 'choice', 'boolean', 'date', 'datetime'].includes(field.kind);
}

export function FilterChip({ resource, name }: { resource: Resource; name: string }) {
  const field = fieldOf(resource, name);
  const label = labelOf(resource, name);
  if (field.kind === 'date' || field.kind === 'datetime') return <RangeChip name={name} label={label} />;
  if (field.kind === 'reference') return <ReferenceChip to={field.to} name={name} label={label} />;
  return <ChoiceChip name={name} label={label} options={optionsOf(field)} />;
}

function optionsOf(field: Field): Array<[string, string]> {
  if (field.kind === 'status') return Object.keys(field.states).map((value) => [value, wordOf(field, value)]);
  if (field.kind === 'choice') return field.values.map((value) => [value, wordOf(field, value)]);
  if (field.kind === 'boolean') {
    const words = field.words ?? (['Yes', 'No'] as const);
    return [
      ['true', words[0]],
      ['false', words[1]],
    ];
  }
  return [];
}

function ReferenceChip({ to, name, label }: { to: string; name: string; label: string }) {
  const { title } = resourceNamed(to);
  const { data = [] } = useGetList<Record<string, unknown> & { id: string }>(
    to,
    { pagination: { page: 1, perPage: 100 }, sort: { field: title, order: 'ASC' } },
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
  const { filterValues, setFilters } = useListContext();
  const value = filterValues?.[name];
  const isOn = value !== undefined;
  // Only an address asks for what has no value; then it can be seen and taken back.
  const known: Array<[string, string]> = value === null ? [...options, [String(null), 'none']] : options;
  const choose = (chosen: string) => {
    const { [name]: _, ...others } = filterValues ?? {};
    setFilters(
      chosen === '' ? others : { ...others, [name]: chosen === 'true' ? true : chosen === 'false' ? false : chosen },
    );
  };
  return (
    <span className={isOn ? `${styles.filter} ${styles.on}` : styles.filter}>
      <span aria-hidden="true">
        {isOn ? `${label}: ${known.find(([option]) => option === String(value))?.[1] ?? '…'}` : label}
      </span>
      <Icon name="down" />
      <select aria-label={label} value={isOn ? String(value) : ''} onChange={(event) => choose(event.target.value)}>
        <option value="">{label}: any</option>
        {known.map(([option, word]) => (
          <option key={option} value={option}>
            {word}
          </option>
        ))}
      </select>
    </span>
  );
}

/** Shows the list's figures as of the end of a day: today unless another is chosen. */
export function AsOfChip() {
  const { filterValues, setFilters } = useListContext();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const day = typeof filterValues?.as_of === 'string' ? filterValues.as_of : '';
  const set = (chosen: string) => {
    const { as_of: _, ...others } = filterValues ?? {};
    setFilters(chosen === '' ? others : { ...others, as_of: chosen });
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape closes from any control inside.
    <span className={styles.range} onKeyDown={(event) => event.key === 'Escape' && setOpen(false)}>
      <button
        type="button"
        className={day ? `${styles.filter} ${styles.on}` : styles.filter}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {day ? `As of ${formatDay(day)}` : 'As of today'}
        <Icon name="down" />
      </button>
      {isOpen && (
        <span className={styles.rangePop} id={id}>
          <label>
            At the end of
            <input type="date" className="input" value={day} onChange={(event) => set(event.target.value)} />
          </label>
        </span>
      )}
    </span>
  );
}

function RangeChip({ name, label }: { name: string; label: string }) {
  const { filterValues, setFilters } = useListContext();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const from = `${name}_gte`;
  const to = `${name}_lte`;
  const isOn = Boolean(filterValues?.[from] ?? filterValues?.[to]);
  const set = (key: string, day: string) => {
    const { [key]: _, ...others } = filterValues ?? {};
    setFilters(day === '' ? others : { ...others, [key]: day });
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape closes from any control inside.
    <span className={styles.range} onKeyDown={(event) => event.key === 'Escape' && setOpen(false)}>
      <button
        type="button"
        className={isOn ? `${styles.filter} ${styles.on}` : styles.filter}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {label}
        <Icon name="down" />
      </button>
      {isOpen && (
        <span className={styles.rangePop} id={id}>
          <label>
            From
            <input
              type="date"
              className="input"
              value={String(filterValues?.[from] ?? '')}
              onChange={(event) => set(from, event.target.value)}
            />
          </label>
          <label>
            To
            <input
              type="date"
              className="input"
              value={String(filterValues?.[to] ?? '')}
              onChange={(event) => set(to, event.target.value)}
            />
          </label>
        </span>
      )}
    </span>
  );
}
