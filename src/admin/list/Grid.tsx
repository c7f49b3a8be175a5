// The rows: react-admin's DataTable on wide screens, two-line items on phones.
import useMediaQuery from '@mui/material/useMediaQuery';
import { DataTable, useListContext } from 'react-admin';
import { Link } from 'react-router-dom';
import { labelOf } from '../../resources/kit/defineResource.ts';
import type { Resource } from '../../resources/kit/defineResource.ts';
import type { Field } from '../../resources/kit/fields.ts';
import { ColumnValue, isFigure } from '../fieldKinds.tsx';
import type { AnyRecord } from '../fieldKinds.tsx';
import { showPath } from '../paths.ts';
import { RowMenu } from './RowMenu.tsx';
import { TwoLines } from './TwoLines.tsx';

export function Grid({ resource }: { resource: Resource }) {
  const isPhone = useMediaQuery('(max-width: 599px)', { noSsr: true });
  return isPhone ? <TwoLines resource={resource} /> : <Table resource={resource} />;
}

function Table({ resource }: { resource: Resource }) {
  const { data } = useListContext<AnyRecord>();
  return (
    <DataTable bulkActionButtons={false} rowClick={false} hover={false} size="small" aria-rowcount={data?.length}>
      {resource.list.map((name) => {
        const field = fieldOf(resource, name);
        const figure = isFigure(name, field);
        return (
          <DataTable.Col<AnyRecord>
            key={name}
            source={name}
            label={labelOf(resource, name)}
            align={figure ? 'right' : 'left'}
            cellClassName={figure ? 'r' : undefined}
            headerClassName={figure ? 'r' : undefined}
            render={(record) => <Cell resource={resource} name={name} record={record} />}
          />
        );
      })}
      <DataTable.Col<AnyRecord>
        key="row-menu"
        disableSort
        label={<span className="vh">Actions</span>}
        cellClassName="row-menu"
        render={(record) => <RowMenu resource={resource} record={record} />}
      />
    </DataTable>
  );
}

/** The cell that names the record is the link to it: reachable by keyboard, openable in a new tab. */
export function Cell({ resource, name, record }: { resource: Resource; name: string; record: AnyRecord }) {
  const value = <ColumnValue name={name} field={fieldOf(resource, name)} record={record} />;
  if (name !== resource.title) return value;
  return (
    <Link className="link" to={showPath(resource.name, record.id)}>
      {value}
    </Link>
  );
}

export function fieldOf(resource: Resource, name: string): Field {
  const field = resource.fields[name];
  if (!field) throw new Error(`${resource.name} declares no field ${name}.`);
  return field;
}
