// How a list is shown: its columns, their order and widths, how close the rows stand; and all that, with the filters and the order,
// saved as a view for oneself or for the company.
import { say } from '#src/words/say.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useListContext, useNotify } from 'react-admin';
import { useId, useState } from 'react';
import { viewLimits } from '#src/domain/viewLimits.ts';
import { editors } from '#src/resources/kit/access.ts';
import { labelOf, manyOf } from '#src/resources/kit/defineResource.ts';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import { useRole } from '#src/admin/session/useMe.ts';
import { forgetAnswer, useConsoleData } from '#src/admin/session/useRead.ts';
import { Icon } from '../icons.tsx';
import { ConsoleDialog } from '../parts/ConsoleDialog.tsx';
import { reasonAlone, useAct } from '../parts/useAct.ts';
import { arrange, useArrangement } from './arrangement.ts';
import type { Arrangement } from './arrangement.ts';
import { useViews, VIEWS_PATH } from './useViews.ts';
import styles from './ViewDialog.module.css';

interface ViewDialogProps {
  /** As declared. */
  resource: Resource;
  onClose: () => void;
}

export default function ViewDialog({ resource, onClose }: ViewDialogProps) {
  const before = useArrangement(resource.name);
  const [view, setView] = useState<Arrangement>(() => ({
    ...before,
    columns: before.columns.length > 0 ? before.columns : resource.list.map((field) => ({ field })),
  }));
  const chosen = withMinima(isDeclared(resource, view) ? { ...view, columns: [] } : view);
  const apply = () => {
    arrange(resource.name, chosen);
    onClose();
  };
  return (
    <ConsoleDialog
      title={say`Columns of ${manyOf(resource)}`}
      onClose={onClose}
      actions={
        <>
          <button
            type="button"
            className="btn text"
            onClick={() => setView({ columns: resource.list.map((field) => ({ field })), density: 'standard' })}
          >
            {say`Reset`}
          </button>
          <button type="button" className="btn" onClick={onClose}>
            {say`Cancel`}
          </button>
          <button type="button" className="btn primary" disabled={view.columns.length === 0} onClick={apply}>
            {say`Show`}
          </button>
        </>
      }
    >
      <Columns resource={resource} view={view} onChange={setView} />
      <fieldset className={styles.density}>
        <legend>{say`Rows`}</legend>
        {(['standard', 'compact'] as const).map((density) => (
          <label key={density}>
            <input
              type="radio"
              name="density"
              checked={view.density === density}
              onChange={() => setView({ ...view, density })}
            />
            {density === 'standard' ? say`Standard` : say`Compact`}
          </label>
        ))}
      </fieldset>
      <SaveView resource={resource} arrangement={chosen} onDone={apply} />
    </ConsoleDialog>
  );
}

/** The list's own columns in their own widths. */
const isDeclared = ({ list }: Resource, { columns }: Arrangement): boolean =>
  columns.length === list.length && columns.every(({ field, width }, at) => field === list[at] && width === undefined);

/** What a column can show: not what another column names, nor what takes many lines. */
function columnsOf(resource: Resource): string[] {
  const others = Object.entries(resource.fields).flatMap(([name, field]) => {
    const isLong = field.kind === 'text' && field.multiline;
    return ['file', 'id', 'reference'].includes(field.kind) || name === 'version' || isLong ? [] : [name];
  });
  const shown = new Set(resource.list.map((name) => labelOf(resource, name)));
  return [
    ...resource.list,
    ...others.filter((name) => !resource.list.includes(name) && !shown.has(labelOf(resource, name))),
  ];
}

interface ColumnsProps {
  resource: Resource;
  view: Arrangement;
  onChange: (view: Arrangement) => void;
}

function Columns({ resource, view, onChange }: ColumnsProps) {
  const { columns } = view;
  const change = (changed: Arrangement['columns']) => onChange({ ...view, columns: changed });
  const hidden = columnsOf(resource).filter((name) => !columns.some(({ field }) => field === name));
  const move = (at: number, by: number) => {
    const moved = columns.toSpliced(at, 1);
    change(moved.toSpliced(at + by, 0, columns[at]!));
  };
  return (
    <ul className={styles.columns} aria-label={say`Columns`}>
      {columns.map((column, at) => {
        const label = labelOf(resource, column.field);
        return (
          <li key={column.field}>
            <label>
              <input type="checkbox" checked onChange={() => change(columns.toSpliced(at, 1))} />
              {label}
            </label>
            <input
              type="number"
              className={styles.width}
              aria-label={say`Width of ${label}, in pixels`}
              placeholder={say`Auto`}
              min={viewLimits.widthLeast}
              max={viewLimits.widthMost}
              value={column.width ?? ''}
              onChange={({ target: { value } }) => change(columns.with(at, widthIn(column.field, value)))}
            />
            <button
              type="button"
              className={`icon-btn ${styles.up}`}
              aria-label={say`Move ${label} up`}
              disabled={at === 0}
              onClick={() => move(at, -1)}
            >
              <Icon name="down" />
            </button>
            <button
              type="button"
              className="icon-btn"
              aria-label={say`Move ${label} down`}
              disabled={at === columns.length - 1}
              onClick={() => move(at, 1)}
            >
              <Icon name="down" />
            </button>
          </li>
        );
      })}
      {hidden.map((field) => (
        <li key={field}>
          <label>
            <input type="checkbox" checked={false} onChange={() => change([...columns, { field }])} />
            {labelOf(resource, field)}
          </label>
        </li>
      ))}
    </ul>
  );
}

function widthIn(field: string, text: string): Arrangement['columns'][number] {
  const width = Math.min(viewLimits.widthMost, Math.round(Number(text)));
  return width > 0 ? { field, width } : { field };
}

interface SaveViewProps {
  resource: Resource;
  arrangement: Arrangement;
  onDone: () => void;
}

/** Under a new name a new one; under the name of one that may be changed, that one. */
function SaveView({ resource, arrangement, onDone }: SaveViewProps) {
  const { filterValues, sort } = useListContext();
  const [name, setName] = useState('');
  const [chosenShared, setShared] = useState<boolean | null>(null);
  const id = useId();
  const console = useConsoleData();
  const queryClient = useQueryClient();
  const notify = useNotify();
  const mayShare = editors.includes(useRole());
  const { act, isBusy, problem } = useAct({ words: reasonAlone });
  /** Those that this person may change. */
  const views = useViews(resource).filter((view) => (view.shared === 'me' ? view.is_own : mayShare));
  const same = views.find((view) => view.name === name.trim());
  // A view that is replaced stays with whom it is for, unless that is changed too.
  const isShared = chosenShared ?? same?.shared === 'company';
  const written = async (work: () => Promise<unknown>, done: string) => {
    const { isDone } = await act(say`The view was not saved`, async () => {
      await work();
      await forgetAnswer(queryClient, VIEWS_PATH);
    });
    if (!isDone) return;
    notify(done, { type: 'success' });
    onDone();
  };
  const save = () => {
    const { as_of: _, ...filter } = filterValues ?? {};
    const shared = isShared ? 'company' : 'me';
    const body = {
      resource: resource.name,
      name: name.trim(),
      filter,
      sort: [sort.field, sort.order],
      ...arrangement,
      shared,
    };
    return written(
      () =>
        same
          ? console.send('PUT', `${VIEWS_PATH}/${same.id}`, { ...body, version: same.version })
          : console.send('POST', VIEWS_PATH, body),
      say`The view "${body.name}" was saved`,
    );
  };
  return (
    <section className={styles.save} aria-labelledby={id}>
      <h3 id={id}>{say`Save as a view`}</h3>
      <p>{say`The filters, the order and these columns, as a tab above the list.`}</p>
      {problem && (
        <p className="err" role="alert">
          {problem}
        </p>
      )}
      <div className={styles.named}>
        <input
          className="input"
          aria-label={say`Name of the view`}
          placeholder={say`Name`}
          maxLength={viewLimits.name}
          value={name}
          onChange={({ target: { value } }) => setName(value)}
        />
        <button type="button" className="btn" disabled={isBusy || name.trim() === ''} onClick={() => void save()}>
          {same ? say`Replace view` : say`Save view`}
        </button>
      </div>
      {mayShare && (
        <label className={styles.shared}>
          <input type="checkbox" checked={isShared} onChange={({ target: { checked } }) => setShared(checked)} />
          {say`For everybody in the company`}
        </label>
      )}
      {views.length > 0 && (
        <ul className={styles.views} aria-label={say`Saved views`}>
          {views.map((view) => (
            <li key={view.id}>
              <span>{view.name}</span>
              <button
                type="button"
                className="btn text"
                aria-label={say`Delete the view ${view.name}`}
                disabled={isBusy}
                onClick={() =>
                  void written(
                    () => console.send('DELETE', `${VIEWS_PATH}/${view.id}`),
                    say`The view "${view.name}" was deleted`,
                  )
                }
              >
                {say`Delete`}
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** A width that is too small to take hold of is none. */
const withMinima = ({ columns, density }: Arrangement): Arrangement => ({
  density,
  columns: columns.map(({ field, width }) =>
    width !== undefined && width >= viewLimits.widthLeast ? { field, width } : { field },
  ),
});
