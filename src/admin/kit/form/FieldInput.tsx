// The input of a declared field, by its kind. A new kind does not compile until it has one.
import { say } from '#src/words/say.ts';
import { useRecordContext } from 'react-admin';
import { use } from 'react';
import type { ComponentType } from 'react';
import { countryCodes, countryName } from '#src/domain/countries.ts';
import { wordOf } from '#src/resources/kit/defineResource.ts';
import type { FieldKind } from '#src/resources/kit/fields.ts';
import { signOf } from '../format.ts';
import { DayBox } from './DayBox.tsx';
import { FieldShell, ariaOf } from './FieldShell.tsx';
import { FigureBox } from './FigureBox.tsx';
import { FormCurrency } from './FormCurrency.ts';
import { plainFigure } from './checkFields.ts';
import { Radios } from './Radios.tsx';
import { ReferenceBox } from './ReferenceBox.tsx';
import { useField, useTypedField } from './useField.ts';
import type { FieldInputProps } from './useField.ts';
import styles from './form.module.css';
import { SelectBox } from './SelectBox.tsx';

export default function FieldInput(props: FieldInputProps) {
  const Input = inputs[props.field.kind];
  return <Input {...props} />;
}

function textBox(type: 'text' | 'email' | 'tel') {
  return function TextBox({ name, field, help }: FieldInputProps) {
    const { control, error, label } = useField({ name, field });
    return (
      <FieldShell name={name} label={label} field={field} error={error} help={help}>
        <span className="input-box">
          <input
            {...control}
            value={String(control.value ?? '')}
            type={type}
            autoComplete="off"
            className="input"
            {...ariaOf(name, field, error, Boolean(help))}
          />
        </span>
      </FieldShell>
    );
  };
}

function DayInput({ name, field, help }: FieldInputProps) {
  const { control, error, label } = useTypedField({ name, field });
  const { onChange, ...box } = control;
  return (
    <FieldShell name={name} label={label} field={field} error={error} help={help}>
      <span className="input-box">
        <DayBox {...box} onDay={onChange} isInForm {...ariaOf(name, field, error, Boolean(help))} />
      </span>
    </FieldShell>
  );
}

/** Shares, amounts, percentages and whole numbers. */
function FigureInput({ name, field, help, unit }: FieldInputProps) {
  const { control, error, label } = useTypedField({ name, field });
  const { onChange, ...box } = control;
  const record = useRecordContext();
  const currency = use(FormCurrency) ?? record?.currency;
  const prefix = field.kind === 'money' && !field.isFactor ? signOf(currency) : null;
  return (
    <FieldShell name={name} label={label} field={field} error={error} help={help}>
      <span className="input-box">
        {prefix && <span className="unit">{prefix}</span>}
        <FigureBox
          {...box}
          onFigure={onChange}
          // The request needs a small whole number as a JSON number, but the box holds text.
          read={field.kind === 'number' ? numberOrText : plainFigure}
          inputMode={field.kind === 'number' ? 'numeric' : field.kind === 'text' ? undefined : 'decimal'}
          autoComplete="off"
          className={prefix ? `input ${prefix.length > 1 ? styles.widely : styles.prefixed}` : 'input'}
          {...ariaOf(name, field, error, Boolean(help))}
        />
        {unit && <span className="unit end">{unit}</span>}
      </span>
    </FieldShell>
  );
}

/** A text field whose pattern accepts a figure is edited as one: authorized shares may be a number or a word. */
function TextInput(props: FieldInputProps) {
  if (props.field.kind !== 'text') return null;
  if (props.field.format === 'country') return <CountryBox {...props} />;
  if (props.field.pattern?.test('1000')) return <FigureInput {...props} />;
  return props.field.multiline ? <LongTextBox {...props} /> : <PlainTextBox {...props} />;
}

const PlainTextBox = textBox('text');

function LongTextBox({ name, field, help }: FieldInputProps) {
  const { control, error, label } = useField({ name, field });
  return (
    <FieldShell name={name} label={label} field={field} error={error} help={help}>
      <textarea
        {...control}
        value={String(control.value ?? '')}
        rows={5}
        className="input"
        {...ariaOf(name, field, error, Boolean(help))}
      />
    </FieldShell>
  );
}

/** Countries by name. What was imported with a code that is none stays until another is chosen. */
function CountryBox({ name, field, help }: FieldInputProps) {
  const { control } = useField({ name, field });
  const codes = countryCodes();
  const kept = typeof control.value === 'string' && control.value !== '' && !codes.includes(control.value);
  return (
    <SelectBox name={name} field={field} help={help}>
      <option value="">{(field.kind === 'text' && field.empty) || say`Choose…`}</option>
      {kept && <option value={control.value as string}>{control.value as string}</option>}
      {codes.map((code) => (
        <option key={code} value={code}>
          {countryName(code)}
        </option>
      ))}
    </SelectBox>
  );
}

function numberOrText(text: string): number | string {
  const figure = plainFigure(text);
  return /^-?\d+(\.\d+)?$/.test(figure) ? Number(figure) : text;
}

function ChoiceBox({ name, field, help }: FieldInputProps) {
  const values = field.kind === 'choice' ? field.values : field.kind === 'status' ? Object.keys(field.states) : [];
  if (field.kind === 'choice' && field.isUnfolded)
    return (
      <Radios name={name} field={field} help={help} options={values.map((value) => [value, wordOf(field, value)])} />
    );
  return (
    <SelectBox name={name} field={field} help={help}>
      {!(field.required && 'default' in field && field.default) && <option value="">{say`Choose…`}</option>}
      {values.map((value) => (
        <option key={value} value={value}>
          {wordOf(field, value)}
        </option>
      ))}
    </SelectBox>
  );
}

function BooleanBox({ name, field, help }: FieldInputProps) {
  const words = (field.kind === 'boolean' && field.words) || ([say`Yes`, say`No`] as const);
  // Without an answer of its own, the browser would show the first option although nothing is chosen.
  const isOpen = !field.required && field.kind === 'boolean' && field.default === undefined;
  return (
    <SelectBox name={name} field={field} help={help} toValue={(option) => (option === '' ? null : option === 'true')}>
      {isOpen && <option value="">{say`Choose…`}</option>}
      <option value="true">{words[0]}</option>
      <option value="false">{words[1]}</option>
    </SelectBox>
  );
}

const inputs = {
  id: () => null,
  text: TextInput,
  email: textBox('email'),
  phone: textBox('tel'),
  number: FigureInput,
  shares: FigureInput,
  money: FigureInput,
  percent: FigureInput,
  date: DayInput,
  datetime: textBox('text'),
  boolean: BooleanBox,
  choice: ChoiceBox,
  status: ChoiceBox,
  reference: ReferenceBox,
  values: () => null,
  file: () => null,
} satisfies Record<FieldKind, ComponentType<FieldInputProps>>;
