// Inputs of the issue form that no single field declares: the legends, and the button for another exemption.
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { useGetList } from 'react-admin';
import { useController, useWatch } from 'react-hook-form';
import { Link } from 'react-router-dom';
import type { Legend } from '#src/resources/legends.ts';
import { messageOf } from '#src/admin/kit/form/ErrorSummary.tsx';
import { errorAriaOf, FieldMessage } from '#src/admin/kit/form/FieldShell.tsx';
import { inputId } from '#src/admin/kit/form/inputId.ts';
import { AddAndRemove } from '#src/admin/kit/form/AddAndRemove.tsx';
import { Failed, Loading } from '#src/admin/kit/parts/states.tsx';
import { listPath } from '#src/admin/paths.ts';
import styles from './shared.module.css';
import { exemptionCount, mayAddExemption } from '#src/resources/issuances/counsel.ts';

const name = 'stock_legend_ids';

export function LegendBoxes() {
  const { field, fieldState } = useController({ name, defaultValue: [] });
  const problem = fieldState.error ? messageOf(fieldState.error) : null;
  const { data, error, isPending, refetch } = useGetList<Legend>(
    'legends',
    { pagination: { page: 1, perPage: 200 }, sort: { field: 'name', order: 'ASC' } },
    { retry: false },
  );
  const chosen = new Set<string>(Array.isArray(field.value) ? (field.value as string[]) : []);
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    field.onChange([...next]);
  };
  if (error) return <Failed what={say`The legends`} error={error} retry={() => void refetch()} />;
  return (
    <fieldset className={problem ? 'field bad boxes' : 'field boxes'}>
      <legend>{say`Legends`}</legend>
      {isPending && <Loading />}
      {data?.length === 0 && (
        <p className="help">
          {sayAround`The company has no legends yet. Add them under ${(
            <Link className="link" to={listPath('legends')}>
              {say`Legends`}
            </Link>
          )} first.`}
        </p>
      )}
      {data?.map((legend, index) => (
        <div key={legend.id}>
          <label className="box-choice">
            <input
              type="checkbox"
              id={index === 0 ? inputId(name) : undefined}
              {...(index === 0 ? errorAriaOf(name, problem) : {})}
              checked={chosen.has(legend.id)}
              onChange={() => toggle(legend.id)}
            />
            {String(legend.name)}
          </label>
          <details className="help">
            <summary>{sayAround`Read ${String(legend.name)}`}</summary>
            <p className={styles.legendText}>{String(legend.text)}</p>
          </details>
        </div>
      ))}
      <FieldMessage name={name} error={problem} />
    </fieldset>
  );
}

export function ExemptionButtons() {
  const values = useWatch();
  return <AddAndRemove noun="exemption" count={exemptionCount(values)} mayAdd={mayAddExemption(values)} />;
}
