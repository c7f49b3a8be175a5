// What the chip of a record unfolds: a search by name, and what it finds.
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { useGetList } from 'react-admin';
import { useState } from 'react';
import { headNamed } from '#src/resources/heads/headNamed.ts';
import { useNearRecords } from '../form/useNearRecords.ts';
import { useSettled } from '../form/useSettled.ts';
import { useFilters, useFold } from './UnfoldingChip.tsx';
import styles from './chips.module.css';

/** So many are shown: more is typed to find others. */
const LISTED = 6;
const TYPED_FOR_MS = 250;

export type Named = Readonly<Record<string, unknown>> & { id: string };

export interface RecordChipProps {
  name: string;
  label: string;
  to: string;
}

export default function RecordSearch({ name, label, to }: RecordChipProps) {
  const fold = useFold();
  const [filters, change] = useFilters();
  const [text, setText] = useState('');
  const { title, singular, distinguishedBy = {} } = headNamed(to);
  const [other] = Object.keys(distinguishedBy);
  const q = useSettled(text.trim(), TYPED_FOR_MS);
  const {
    data: listed = [],
    total = 0,
    isPending,
    error,
  } = useGetList<Named>(
    to,
    {
      filter: q === '' ? {} : { q },
      pagination: { page: 1, perPage: LISTED },
      sort: { field: title, order: 'ASC' },
    },
    { retry: false, onError: () => {} },
  );
  const isNone = !isPending && !error && listed.length === 0;
  const near = useNearRecords<Named>(to, isNone ? q : '');
  const found: readonly Named[] = isNone ? near.slice(0, LISTED) : listed;
  const choose = (id: string | undefined) => {
    change({ [name]: id });
    fold();
  };
  const said = error
    ? say`Could not be loaded`
    : isPending
      ? say`Loading...`
      : found.length === 0
        ? say`No ${singular} matches`
        : total > found.length
          ? say`${found.length} of ${total}. Type to find others.`
          : null;
  return (
    <>
      <label>
        {label}
        <input
          className="input"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- it was asked for just now.
          autoFocus
          placeholder={say`Start typing a name`}
          maxLength={100}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            // Else it would press the chip, which has the focus then.
            event.preventDefault();
            if (found.length === 1 && q === text.trim()) choose(found[0]!.id);
          }}
        />
      </label>
      <ul className={styles.found}>
        {name in filters && (
          <li>
            <button type="button" className="btn text" onClick={() => choose(undefined)}>
              {sayAround`${label}: any`}
            </button>
          </li>
        )}
        {found.map((record) => (
          <li key={record.id}>
            <button type="button" aria-pressed={record.id === filters[name]} onClick={() => choose(record.id)}>
              {String(record[title])}
              {other && record[other] ? <small>{String(record[other])}</small> : null}
            </button>
          </li>
        ))}
      </ul>
      {said && <output className={styles.foundNote}>{said}</output>}
    </>
  );
}
