// Inputs of the issue form that no single field declares: legends to tick, one more exemption, files to attach.
import { useGetList } from 'react-admin';
import { useRef } from 'react';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import { documentTypes, documents } from '../../resources/documents.ts';
import { wordOf } from '../../resources/kit/defineResource.ts';
import type { AnyRecord } from '../fieldKinds.tsx';
import { messageOf } from '../form/ErrorSummary.tsx';
import { inputId } from '../form/inputId.ts';
import { formatFileSize } from '../format.ts';
import { Icon } from '../icons.tsx';
import { Failed, Loading } from '../parts/states.tsx';
import { exemptionCount, mayAddExemption } from './issueForm.ts';

const name = 'stock_legend_ids';

export function LegendBoxes() {
  const { field, fieldState } = useController({ name, defaultValue: [] });
  const { data, error, isPending, refetch } = useGetList<AnyRecord>(
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
    <fieldset className={fieldState.error ? 'field bad boxes' : 'field boxes'}>
      <legend>Legends</legend>
      {isPending && <Loading />}
      {data?.length === 0 && <p className="help">The company keeps no legends yet. Add them under Legends first.</p>}
      {data?.map((legend, index) => (
        <label key={legend.id} className="box-choice" title={String(legend.text)}>
          <input
            type="checkbox"
            id={index === 0 ? inputId(name) : undefined}
            checked={chosen.has(legend.id)}
            onChange={() => toggle(legend.id)}
          />
          {String(legend.name)}
        </label>
      ))}
      {fieldState.error && <p className="msg">{messageOf(fieldState.error)}</p>}
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

export interface Attached {
  files: File[];
  type: (typeof documentTypes)[number];
  /** The holder sees them too. */
  isShown: boolean;
}

interface FilesToAttachProps {
  value: Attached;
  onChange: (value: Attached) => void;
}

/** Kept outside of the form: a file is not part of a draft. */
export function FilesToAttach({ value, onChange }: FilesToAttachProps) {
  const chooser = useRef<HTMLInputElement>(null);
  const { files, type, isShown } = value;
  return (
    <div className="field">
      <p className="help">Attached to the certificate as soon as it is issued, up to 25 MB each.</p>
      <input
        ref={chooser}
        type="file"
        multiple
        className="vh"
        tabIndex={-1}
        aria-label="Files to attach"
        onChange={(event) => {
          onChange({ ...value, files: [...files, ...(event.target.files ?? [])] });
          event.target.value = '';
        }}
      />
      <button type="button" className="btn" onClick={() => chooser.current?.click()}>
        <Icon name="upload" />
        Choose files
      </button>
      {files.length > 0 && (
        <>
          <ul className="files">
            {files.map((file, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- two files may be alike, and only the last is ever added.
              <li key={`${file.name} ${index}`}>
                <span>
                  {file.name} <span className="mut">· {formatFileSize(file.size)}</span>
                </span>
                <button
                  type="button"
                  className="icon-btn sm"
                  aria-label={`Remove ${file.name}`}
                  onClick={() => onChange({ ...value, files: files.filter((each) => each !== file) })}
                >
                  <Icon name="close" small />
                </button>
              </li>
            ))}
          </ul>
          <label className="box-choice" htmlFor="attached-type">
            Kind
            <select
              id="attached-type"
              className="input select"
              value={type}
              onChange={(event) => onChange({ ...value, type: event.target.value as Attached['type'] })}
            >
              {documentTypes.map((each) => (
                <option key={each} value={each}>
                  {wordOf(documents.fields.type, each)}
                </option>
              ))}
            </select>
          </label>
          <label className="box-choice">
            <input type="checkbox" checked={isShown} onChange={() => onChange({ ...value, isShown: !isShown })} />
            The holder sees them too
          </label>
        </>
      )}
    </div>
  );
}
