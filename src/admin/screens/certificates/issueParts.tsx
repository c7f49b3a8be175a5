// Inputs of the issue form that no single field declares: the legends, and the button for another exemption.
import { useGetList } from 'react-admin';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import { Link } from 'react-router-dom';
import type { Legend } from '../../../resources/legends.ts';
import { messageOf } from '../../kit/form/ErrorSummary.tsx';
import { errorAriaOf, FieldMessage } from '../../kit/form/FieldShell.tsx';
import { inputId } from '../../kit/form/inputId.ts';
import { Icon } from '../../kit/icons.tsx';
import { Failed, Loading } from '../../kit/parts/states.tsx';
import { listPath } from '../../kit/paths.ts';
import { exemptionCount, mayAddExemption } from './issueForm.ts';

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
  if (error) return <Failed what="The legends" error={error} retry={() => void refetch()} />;
  return (
    <fieldset className={problem ? 'field bad boxes' : 'field boxes'}>
      <legend>Legends</legend>
      {isPending && <Loading />}
      {data?.length === 0 && (
        <p className="help">
          The company has no legends yet. Add them under{' '}
          <Link className="link" to={listPath('legends')}>
            Legends
          </Link>{' '}
          first.
        </p>
      )}
      {data?.map((legend, index) => (
        <label key={legend.id} className="box-choice" title={String(legend.text)}>
          <input
            type="checkbox"
            id={index === 0 ? inputId(name) : undefined}
            {...(index === 0 ? errorAriaOf(name, problem) : {})}
            checked={chosen.has(legend.id)}
            onChange={() => toggle(legend.id)}
          />
          {String(legend.name)}
        </label>
      ))}
      <FieldMessage name={name} error={problem} />
    </fieldset>
  );
}

export function ExemptionButtons() {
  const { setValue } = useFormContext();
  const values = useWatch();
  const count = exemptionCount(values);
  const remove = () => {
    setValue(`exemption_${count}`, '');
    setValue('exemptions', count - 1);
  };
  return (
    <div className="row-acts">
      {mayAddExemption(values) && (
        <button type="button" className="btn" onClick={() => setValue('exemptions', count + 1)}>
          <Icon name="plus" />
          Add another exemption
        </button>
      )}
      {count > 1 && (
        <button type="button" className="btn text" onClick={remove}>
          Remove exemption {count}
        </button>
      )}
    </div>
  );
}
