// Details that tell records of the same name apart where one is chosen by name, as the resource declares.
import type { HTMLAttributes } from 'react';
import type { ResourceHead } from '#src/resources/heads/heads.ts';
import { ColumnValue } from '../fieldKinds.tsx';
import type { AnyRecord } from '../fieldKinds.tsx';
import styles from './form.module.css';

interface NamedProps {
  resource: ResourceHead;
  record: AnyRecord;
}

/** One line in a search's list; `option`: the props that the search passes to each line. */
export function NamedOption({ option, resource, record }: NamedProps & { option: HTMLAttributes<HTMLLIElement> }) {
  return (
    <li {...option}>
      <span className={styles.option}>
        {String(record[resource.title] ?? '')}
        <NameDetails resource={resource} record={record} />
      </span>
    </li>
  );
}

/** `id`: for the input that it describes. */
export function NameDetails({ resource, record, id }: NamedProps & { id?: string }) {
  const told = Object.entries(resource.distinguishedBy ?? {}).filter(
    ([name]) => record[name] !== null && record[name] !== undefined,
  );
  if (told.length === 0) return null;
  return (
    <span className={styles.nameDetails} id={id}>
      {told.map(([name, field]) => (
        <span key={name}>
          <ColumnValue name={name} field={field} record={record} />
        </span>
      ))}
    </span>
  );
}
