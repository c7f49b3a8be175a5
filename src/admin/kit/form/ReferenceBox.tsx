// Points at another record: a plain select where there are few, a search that asks the server where there may be many.
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import Autocomplete from '@mui/material/Autocomplete';
import { useGetList, useGetOne } from 'react-admin';
import { use, useEffect, useRef, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { headNamed } from '#src/resources/heads/headNamed.ts';
import type { Field } from '#src/resources/kit/fields.ts';
import type { AnyRecord } from '../fieldKinds.tsx';
import { LazyPart } from '../parts/LazyPart.tsx';
import { Themed } from '../parts/Themed.tsx';
import { useMay } from '#src/admin/session/useMe.ts';
import { AddFromSearch } from './addFromSearch.ts';
import { NameDetails, NamedOption } from './NamedOption.tsx';
import { useNearRecords } from './useNearRecords.ts';
import { useField } from './useField.ts';
import type { FieldInputProps } from './useField.ts';
import { FieldShell, ariaOf } from './FieldShell.tsx';
import { inputId } from './inputId.ts';
import { NoChoice } from './NoChoice.tsx';
import { Radios } from './Radios.tsx';
import { SelectBox } from './SelectBox.tsx';
import styles from './form.module.css';

export function ReferenceBox(props: FieldInputProps) {
  const to = props.field.kind === 'reference' ? props.field.to : '';
  return headNamed(to).isFew ? <ReferenceSelect {...props} to={to} /> : <ReferenceSearch {...props} to={to} />;
}

/** More are a list. */
const MOST_IN_SIGHT = 4;

/** The only record is chosen at first; nobody typed that, so it makes no draft. Whoever empties the field leaves it empty. */
function useOnly(name: string, field: Field, records: readonly AnyRecord[]) {
  const { setValue, getValues } = useFormContext();
  const isSet = useRef(false);
  const isTaken = field.kind === 'reference' && field.takesOnly === true;
  const only = isTaken && records.length === 1 ? records[0]!.id : undefined;
  useEffect(() => {
    if (only === undefined || isSet.current) return;
    isSet.current = true;
    const present: unknown = getValues(name);
    if (present === undefined || present === null || present === '') setValue(name, only);
  }, [only, name, setValue, getValues]);
}

interface ToProps extends FieldInputProps {
  to: string;
}

function ReferenceSelect({ name, field, help, to }: ToProps) {
  const resource = headNamed(to);
  const { title } = resource;
  const {
    data = [],
    error: failure,
    isSuccess,
    refetch,
  } = useGetList<AnyRecord>(to, {
    pagination: { page: 1, perPage: 200 },
    sort: { field: title, order: 'ASC' },
  });
  const isEmpty = isSuccess && data.length === 0 && field.required;
  useOnly(name, field, data);
  const isFew = data.length > 1 && data.length <= MOST_IN_SIGHT;
  if (field.kind === 'reference' && field.isUnfolded && isFew)
    return (
      <Radios
        name={name}
        field={field}
        help={help}
        options={data.map((record) => [String(record.id), String(record[title])])}
      />
    );
  return (
    <SelectBox
      name={name}
      field={field}
      help={help}
      below={
        (failure || isEmpty) && <NoChoice of={resource} hasFailed={failure !== null} retry={() => void refetch()} />
      }
    >
      <option value="">{say`Choose…`}</option>
      {data.map((record) => (
        <option key={record.id} value={record.id}>
          {String(record[title])}
        </option>
      ))}
    </SelectBox>
  );
}

function ReferenceSearch({ name, field, help, to }: ToProps) {
  const { control, error, label } = useField({ name, field });
  const resource = headNamed(to);
  const { title, singular } = resource;
  const [typed, setTyped] = useState('');
  const may = useMay();
  const add = use(AddFromSearch);
  /** What was searched for last, and not found: offered to be added, also after the field has lost the focus. */
  const [missing, setMissing] = useState('');
  const [isAdding, setAdding] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const value = typeof control.value === 'string' && control.value !== '' ? control.value : null;
  // The chosen object is kept while others are searched: the box would treat a new object as a new choice and
  // replace the typed text with its name.
  const [kept, setKept] = useState<AnyRecord | null>(null);
  const known = kept?.id === value ? kept : null;
  const {
    data: listed = [],
    isFetching,
    isSuccess,
    error: failure,
    refetch,
  } = useGetList<AnyRecord>(to, {
    filter: typed ? { q: typed } : {},
    pagination: { page: 1, perPage: 25 },
    sort: { field: title, order: 'ASC' },
  });
  const notFound = isSuccess && !isFetching && listed.length === 0 ? typed.trim() : '';
  const near = useNearRecords<AnyRecord>(to, notFound);
  const options = notFound === '' ? listed : near;
  if (notFound !== '' && notFound !== missing) setMissing(notFound);
  const mayAdd = add !== null && resource.hasForm && resource.createLabel !== undefined && may('create', resource);
  const isListed = options.some((option) => option.id === value);
  const { data: chosen } = useGetOne<AnyRecord>(
    to,
    { id: value ?? '' },
    { enabled: value !== null && !known && !isListed, retry: false },
  );
  const selected = known ?? [...options, chosen].find((each) => value !== null && each?.id === value) ?? null;
  if (selected !== null && selected !== known) setKept(selected);
  const detailsId = `${inputId(name)}-details`;
  const aria = ariaOf(name, field, error, Boolean(help), selected && resource.distinguishedBy ? detailsId : undefined);
  const nameOf = (record: AnyRecord) => String(record[title] ?? '');
  return (
    <FieldShell name={name} label={label} field={field} error={error} help={help}>
      <Themed>
        <Autocomplete
          options={selected && !isListed ? [selected, ...options] : options}
          value={selected}
          // A list of nothing would cover the offer to add what was not found.
          open={isOpen && !(mayAdd && notFound !== '' && near.length === 0)}
          onOpen={() => setOpen(true)}
          onClose={() => setOpen(false)}
          loading={isFetching}
          loadingText={say`Loading...`}
          noOptionsText={failure ? say`Could not be loaded` : say`No ${singular} matches`}
          getOptionLabel={nameOf}
          getOptionKey={(record) => record.id}
          renderOption={({ key, ...option }, record) => (
            <NamedOption key={key} option={option} resource={resource} record={record} />
          )}
          isOptionEqualToValue={(option, current) => option.id === current.id}
          // The server has already searched, in more columns than the name. The chosen record comes first.
          filterOptions={(all) => (typed === '' ? all : options)}
          onChange={(_, record) => {
            setKept(record);
            setMissing('');
            control.onChange(record?.id ?? '');
          }}
          // A partly typed name is not a choice: the form must not be sent with the record that it is about to replace.
          onKeyDown={(event) => {
            if (event.key === 'Enter' && typed !== '') event.preventDefault();
          }}
          onInputChange={(_, text, reason) => {
            setTyped(reason === 'input' ? text : '');
            if (reason === 'input') setMissing('');
          }}
          onBlur={() => {
            control.onBlur();
            // A list that is not shown is not told that it closes.
            setOpen(false);
          }}
          id={aria.id}
          renderInput={(params) => (
            <div ref={params.InputProps.ref} className="input-box">
              <input {...params.inputProps} className="input" placeholder={say`Start typing a name`} {...aria} />
              <span className="unit end" aria-hidden="true">
                ▾
              </span>
            </div>
          )}
        />
      </Themed>
      {selected && <NameDetails resource={resource} record={selected} id={detailsId} />}
      {missing !== '' && mayAdd && (
        <p className={styles.noneToChoose}>
          {sayAround`No ${singular} matches. ${(
            <button type="button" className="link" onClick={() => setAdding(true)}>
              {sayAround`Add “${missing}”`}
            </button>
          )}`}
        </p>
      )}
      {isAdding && add && (
        <LazyPart what={say`The form`} onClose={() => setAdding(false)}>
          {add({
            to,
            typed: missing,
            onAdded: (record) => {
              setKept(record as AnyRecord);
              setMissing('');
              setAdding(false);
              control.onChange(record.id);
            },
            onClose: () => setAdding(false),
          })}
        </LazyPart>
      )}
      {(failure || (isSuccess && options.length === 0 && typed === '' && field.required)) && (
        <NoChoice of={resource} hasFailed={failure !== null} retry={() => void refetch()} />
      )}
    </FieldShell>
  );
}
