// The rows: react-admin's DataTable on wide screens, two-line items on phones.
import useMediaQuery from '@mui/material/useMediaQuery';
import { DataTable, useListContext } from 'react-admin';
import { labelOf } from '../../resources/kit/defineResource.ts';
import type { Resource } from '../../resources/kit/defineResource.ts';
import { isFigure } from '../fieldKinds.tsx';
import type { AnyRecord } from '../fieldKinds.tsx';
import { Cell, fieldOf } from './Cell.tsx';
import { BulkConsolidate, useBulkVerb } from './BulkConsolidate.tsx';
import { RowMenu } from './RowMenu.tsx';
import { TwoLines } from './TwoLines.tsx';
import { useRowOpener } from './useRowOpener.ts';

export function Grid({ resource }: { resource: Resource }) {
  const isPhone = useMediaQuery('(max-width: 599px)', { noSsr: true });
  return isPhone ? <TwoLines resource={resource} /> : <Table resource={resource} />;
}

function Table({ resource }: { resource: Resource }) {
  const { data, selectedIds = [], onToggleItem } = useListContext<AnyRecord>();
  const isSelectable = useBulkVerb(resource);
  const open = useRowOpener(resource, data);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- by keyboard, the row's own link.
    <div className="rows-open" onClick={open}>
      {isSelectable && <BulkConsolidate resource={resource} />}
      <DataTable bulkActionButtons={false} rowClick={false} hover={false} size="small" aria-rowcount={data?.length}>
        {isSelectable && (
          <DataTable.Col<AnyRecord>
            key="choose"
            disableSort
            label={<span className="vh">Choose</span>}
            render={(record) => (
              <input
                type="checkbox"
                className="choose"
                aria-label={`Choose ${String(record[resource.title])}`}
                checked={selectedIds.includes(record.id)}
                disabled={record.status !== 'active'}
                onChange={() => onToggleItem(record.id)}
              />
            )}
          />
        )}
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
    </div>
  );
}
