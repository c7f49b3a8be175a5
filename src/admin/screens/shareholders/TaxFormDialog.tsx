// A holder chooses, fills in and signs a tax form. Nothing of it is kept in the browser.
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { useNotify } from 'react-admin';
import { useEffect } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import type { ShareholderPage } from '#src/contract/recordPages.ts';
import { choice } from '#src/resources/kit/fields.ts';
import type { Fields } from '#src/resources/kit/fields.ts';
import { askedFields, checkTaxForm, formsFor, taxForms } from '#src/resources/taxForms/index.ts';
import type { Answers, TaxForm, TaxFormName } from '#src/resources/taxForms/index.ts';
import { messageOf } from '#src/admin/kit/form/ErrorSummary.tsx';
import FieldInput from '#src/admin/kit/form/FieldInput.tsx';
import { errorAriaOf, FieldMessage } from '#src/admin/kit/form/FieldShell.tsx';
import { FormDialog } from '#src/admin/kit/form/FormDialog.tsx';
import { inputId } from '#src/admin/kit/form/inputId.ts';
import { useFollowing } from '#src/admin/kit/form/useFollowing.ts';
import { formatDay, today } from '#src/admin/kit/format.ts';
import { useCommand } from '#src/admin/kit/verbs/useCommand.ts';
import { useConsoleData } from '#src/admin/session/useRead.ts';
import styles from './taxForm.module.css';

type Values = Record<string, unknown>;

const chosen = ({ form }: Values): TaxFormName | null =>
  typeof form === 'string' && Object.hasOwn(taxForms, form) ? (form as TaxFormName) : null;

/** The answers that the form asks for: no empty ones, none of another form. */
function answersTo(form: TaxForm, values: Values): Answers {
  const names = Object.keys(askedFields(form, values));
  const given = names.filter((name) => values[name] !== undefined && values[name] !== null && values[name] !== '');
  return { ...Object.fromEntries(given.map((name) => [name, values[name]])), signed_on: today() };
}

/** The form that the country on record asks for; empty where there is none. */
function formOf({ country, type }: ShareholderPage): TaxFormName | '' {
  if (!country) return '';
  return formsFor(type ?? 'individual').find((name) => (name === 'W-9') === (country === 'US')) ?? '';
}

/** The kind of number that most signers of a form have. */
const numberOf = (name: TaxFormName, type: unknown) =>
  name !== 'W-9' ? 'foreign' : type === 'individual' ? '' : 'ein';

/** What the record already says. */
const startsOf = (record: ShareholderPage, form = formOf(record)): Values => ({
  form,
  name: record.name,
  citizenship_country: '',
  ...Object.fromEntries(
    (['street_1', 'street_2', 'city', 'state', 'postal_code', 'country'] as const).map((name) => [
      name,
      record[name] ?? '',
    ]),
  ),
  tax_classification: record.type === 'individual' ? 'individual' : '',
  tin_type: form === '' ? '' : numberOf(form, record.type),
  declared: false,
  signed_on: today(),
});

function formFields(record: ShareholderPage): Fields {
  const names = formsFor(record.type ?? 'individual');
  return {
    form: choice(names, {
      required: true,
      isUnfolded: true,
      label: say`Which form`,
      labels: Object.fromEntries(names.map((name) => [name, taxForms[name].choose])),
      help: say`People and entities of the United States sign a W-9, all others a W-8. Ask a tax adviser if you are not sure.`,
    }),
  };
}

interface TaxFormDialogProps {
  record: ShareholderPage;
  onClose: () => void;
}

export default function TaxFormDialog({ record, onClose }: TaxFormDialogProps) {
  const dataProvider = useConsoleData();
  const runCommand = useCommand();
  const notify = useNotify();

  const sign = async (values: Values) => {
    const form = chosen(values)!;
    const body = { ...answersTo(taxForms[form], values), form, version: record.version };
    await runCommand([record.id, body], (options) =>
      dataProvider.command('shareholders', record.id, 'tax-form', body, options),
    );
    notify(say`Your ${form} was signed`, { type: 'success' });
    onClose();
  };

  const check = (values: Values) => {
    const form = chosen(values);
    if (form === null) return { form: say`Choose a form.` };
    const signer = { name: record.name ?? '', type: record.type ?? 'individual' };
    const checked = checkTaxForm(form, answersTo(taxForms[form], values), signer, today());
    return checked.ok ? {} : checked.errors;
  };

  return (
    <FormDialog
      title={say`Sign a tax form`}
      fields={(values) => fieldsOf(record, values)}
      starts={startsOf(record)}
      check={check}
      submit={(values) => say`Sign ${chosen(values) ?? ''}`.trim()}
      busy={say`Signing…`}
      isReady={(values) => chosen(values) !== null}
      nothing={say`Nothing was signed.`}
      onSubmit={sign}
      onClose={onClose}
    >
      {({ values, fields }) => <Sections record={record} values={values} fields={fields} />}
    </FormDialog>
  );
}

function fieldsOf(record: ShareholderPage, values: Values): Fields {
  const name = chosen(values);
  return { ...formFields(record), ...(name && askedFields(taxForms[name], values)) };
}

function Sections({ record, values, fields }: { record: ShareholderPage; values: Values; fields: Fields }) {
  const name = chosen(values);
  const form = name && taxForms[name];
  const { getValues, setValue } = useFormContext();
  // Most people live where they are citizens; what was entered or recorded stays.
  useFollowing('country', 'citizenship_country', values.citizenship_country);
  useEffect(() => {
    const numbers = name && askedFields(taxForms[name], {}).tin_type;
    if (numbers?.kind === 'choice' && !numbers.values.includes(getValues('tin_type')))
      setValue('tin_type', numberOf(name!, record.type));
  }, [name, record.type, getValues, setValue]);
  return (
    <>
      <div className="form">
        <FieldInput name="form" field={fields.form!} />
      </div>
      {name && form && (
        <>
          <p className={styles.about}>
            {sayAround`A substitute form: it asks for what Form ${name} of the Internal Revenue Service (IRS) asks, in another layout. The company keeps it and does not send it to the IRS. You, owners and administrators can read it; staff see only which form you signed, when, and how long it is valid.`}
          </p>
          {form.sections.map((section, index) => (
            <fieldset key={`${name} ${section.title}`} className={styles.section}>
              <legend>{section.title}</legend>
              <p className="help">{section.why}</p>
              <div className="form">
                {index === form.sections.length - 1 && <Certification form={form} values={values} />}
                <Inputs fields={fields} names={Object.keys(section.fields)} pairs={section.pairs ?? []} />
              </div>
            </fieldset>
          ))}
        </>
      )}
    </>
  );
}

interface InputsProps {
  fields: Fields;
  names: readonly string[];
  pairs: readonly (readonly string[])[];
}

function Inputs({ fields, names, pairs }: InputsProps) {
  const asked = names.filter((name) => fields[name] !== undefined);
  const rows = asked.flatMap((name) => {
    const pair = pairs.find((each) => each.includes(name))?.filter((each) => fields[each] !== undefined);
    return pair && pair[0] !== name ? [] : [pair ?? [name]];
  });
  return rows.map((row) => (
    <div key={row.join(' ')} className={row.length > 1 ? 'pair' : undefined}>
      {row.map((name) => (
        <Input key={name} name={name} fields={fields} />
      ))}
    </div>
  ));
}

function Input({ name, fields }: { name: string; fields: Fields }) {
  if (name === 'declared') return <Declaration label={fields[name]!.label!} />;
  if (name === 'signed_on')
    return (
      <p className={styles.day} id={inputId(name)}>
        {sayAround`Date of the signature: ${(<b>{formatDay(today())}</b>)}`}
      </p>
    );
  return <FieldInput name={name} field={fields[name]!} />;
}

function Certification({ form, values }: { form: TaxForm; values: Values }) {
  return (
    <div className={styles.certification}>
      <p>{say`Under penalties of perjury, I declare:`}</p>
      <ol>
        {form.certification(values).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ol>
    </div>
  );
}

function Declaration({ label }: { label: string }) {
  const { field, fieldState } = useController({ name: 'declared' });
  const error = fieldState.error ? messageOf(fieldState.error) : null;
  return (
    <div className={error ? 'field bad' : 'field'}>
      <label className="box-choice">
        <input
          type="checkbox"
          id={inputId('declared')}
          {...errorAriaOf('declared', error)}
          checked={field.value === true}
          onChange={() => field.onChange(field.value !== true)}
        />
        {label}
      </label>
      <FieldMessage name="declared" error={error} />
    </div>
  );
}
