// One value of a record in a table or a line, wherever it stands.
import { Link } from 'react-router-dom';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import type { Field } from '#src/resources/kit/fields.ts';
import { ColumnValue } from '../fieldKinds.tsx';
import type { AnyRecord } from '../fieldKinds.tsx';
import { today } from '../format.ts';
import { ToneChip } from '../parts/ToneChip.tsx';
import { showPath } from '../paths.ts';

/** The cell that names the record is the link to it: reachable by keyboard, openable in a new tab. */
export function Cell({
  resource,
  name,
  record,
  opens = name === resource.title,
}: {
  resource: Resource;
  name: string;
  record: AnyRecord;
  /** Whether it is the link to the record. */
  opens?: boolean;
}) {
  const value = <ColumnValue name={name} field={fieldOf(resource, name)} record={record} />;
  const shown = opens ? (
    <Link className="link" data-opens="" to={showPath(resource.name, record.id)}>
      {value}
    </Link>
  ) : (
    value
  );
  const mark = resource.marks?.find(({ on, holds }) => on === name && holds(record, today()));
  if (!mark) return shown;
  return (
    <>
      {shown} <ToneChip tone={mark.tone}>{mark.label}</ToneChip>
    </>
  );
}

export function fieldOf(resource: Resource, name: string): Field {
  const field = resource.fields[name];
  if (!field) throw new Error(`${resource.name} declares no field ${name}.`);
  return field;
}

/** A text of paragraphs, such as a legend's: read whole in its row. */
export const isProse = (resource: Resource, name: string): boolean => {
  const field = fieldOf(resource, name);
  return field.kind === 'text' && field.multiline === true;
};
