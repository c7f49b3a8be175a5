// One value of a record in a table or a line, wherever it stands.
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import type { Field } from '#src/resources/kit/fields.ts';
import { ColumnValue } from '../fieldKinds.tsx';
import type { AnyRecord } from '../fieldKinds.tsx';
import { today } from '../format.ts';
import { ToneChip } from '../parts/ToneChip.tsx';
import { editPath, showPath } from '#src/admin/paths.ts';
import { useMay, useRole } from '#src/admin/session/useMe.ts';
import { isEditable } from '#src/resources/kit/recordState.ts';

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
    <Opens resource={resource} record={record}>
      {value}
    </Opens>
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

/** `j` and `k` go from one of these to the next, and `e` edits the record of the one that has the focus (letterKeys.ts). */
function Opens({ resource, record, children }: { resource: Resource; record: AnyRecord; children: ReactNode }) {
  const isEdited = useMay()('update', resource) && isEditable(resource, record, useRole());
  return (
    <Link
      className="link"
      data-opens={isEdited ? editPath(resource.name, record.id) : ''}
      to={showPath(resource.name, record.id)}
    >
      {children}
    </Link>
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
