// The shareholders a message is addressed to: found by typing, removable one by one.
import { say } from '#src/words/say.ts';
import Autocomplete from '@mui/material/Autocomplete';
import { useGetList, useGetMany } from 'react-admin';
import { useState } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { headNamed } from '#src/resources/heads/headNamed.ts';
import type { Shareholder } from '#src/resources/shareholders.ts';
import { messageOf } from '#src/admin/kit/form/ErrorSummary.tsx';
import { NamedOption } from '#src/admin/kit/form/NamedOption.tsx';
import { errorAriaOf, FieldMessage } from '#src/admin/kit/form/FieldShell.tsx';
import { inputId } from '#src/admin/kit/form/inputId.ts';
import { Icon } from '#src/admin/kit/icons.tsx';
import { Themed } from '#src/admin/kit/parts/Themed.tsx';
import styles from '../shared/shared.module.css';

const name = 'shareholder_ids';
const shareholders = headNamed('shareholders');

export function RecipientsBox() {
  const isAll = useWatch({ name: 'to' }) === 'all';
  return isAll ? null : <Recipients />;
}

function Recipients() {
  const { field, fieldState } = useController({ name, defaultValue: [] });
  const problem = fieldState.error ? messageOf(fieldState.error) : null;
  const ids = Array.isArray(field.value) ? (field.value as string[]) : [];
  const [typed, setTyped] = useState('');
  const { data: options = [], isFetching } = useGetList<Shareholder>('shareholders', {
    filter: typed ? { q: typed } : {},
    pagination: { page: 1, perPage: 25 },
    sort: { field: 'name', order: 'ASC' },
  });
  const { data: chosen = [] } = useGetMany<Shareholder>('shareholders', { ids }, { enabled: ids.length > 0 });
  const known = [...chosen, ...options];
  const value = ids.map((id) => known.find((one) => one.id === id) ?? ({ id, name: '…' } as Shareholder));
  return (
    <div className={problem ? 'field bad' : 'field'}>
      <label htmlFor={inputId(name)}>{say`Shareholders`}</label>
      <Themed>
        <Autocomplete
          multiple
          disableCloseOnSelect
          options={options}
          value={value}
          loading={isFetching}
          loadingText={say`Loading...`}
          noOptionsText={say`No shareholder matches`}
          getOptionLabel={(record) => record.name}
          getOptionKey={(record) => record.id}
          isOptionEqualToValue={(option, current) => option.id === current.id}
          filterOptions={(all) => all}
          onChange={(_, records) => field.onChange(records.map(({ id }) => id))}
          inputValue={typed}
          // The box fires 'reset' at each render, as its value is a new array: that must not clear the typed text.
          onInputChange={(_, text, reason) => reason !== 'reset' && setTyped(reason === 'input' ? text : '')}
          renderOption={({ key, ...option }, record) => (
            <NamedOption key={key} option={option} resource={shareholders} record={record} />
          )}
          renderValue={() => null}
          id={inputId(name)}
          renderInput={(params) => (
            <div ref={params.InputProps.ref} className="input-box">
              <input
                {...params.inputProps}
                {...errorAriaOf(name, problem)}
                className="input"
                placeholder={say`Start typing a name`}
              />
            </div>
          )}
        />
      </Themed>
      {value.length > 0 && (
        <ul className={styles.picked}>
          {value.map((record) => (
            <li key={record.id} className="chip">
              {record.name}
              <button
                type="button"
                aria-label={say`Remove ${record.name}`}
                onClick={() => field.onChange(ids.filter((id) => id !== record.id))}
              >
                <Icon name="close" small />
              </button>
            </li>
          ))}
        </ul>
      )}
      <FieldMessage name={name} error={problem} />
    </div>
  );
}
