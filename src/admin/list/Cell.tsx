// One value of a record in a table or a line, wherever it stands.
import { Link } from 'react-router-dom';
import type { Resource } from '../../resources/kit/defineResource.ts';
import type { Field } from '../../resources/kit/fields.ts';
import { ColumnValue } from '../fieldKinds.tsx';
import type { AnyRecord } from '../fieldKinds.tsx';
import { today } from '../format.ts';
import { ToneChip } from '../parts/ToneChip.tsx';
import { showPath } from '../paths.ts';

/** The cell that names the record is the link to it: reachable by keyboard, openable in a new tab. */
export function Cell({ resource, name, record }: { resource: Resource; name: string; record: AnyRecord }) {
  const value = <ColumnValue name={name} field={fieldOf(resource, name)} record={record} />;
  const isPerson = name === 'shareholder' || (name === resource.title && resource.name === 'shareholders');
  const shown =
    name === resource.title ? (
      <Link className="link" to={showPath(resource.name, record.id)}>
        {value}
      </Link>
    ) : (
      value
    );
  if (!isPerson || !hasLeft(record)) return shown;
  return (
    <>
      {shown} <ToneChip tone="warning">Left</ToneChip>
    </>
  );
}

/** Whoever the row is about, or whose it is, serves the company no more. */
const hasLeft = ({ service_ended_on: day }: AnyRecord) => typeof day === 'string' && day <= today();

export function fieldOf(resource: Resource, name: string): Field {
  const field = resource.fields[name];
  if (!field) throw new Error(`${resource.name} declares no field ${name}.`);
  return field;
}
