// The full-page form of a command: its card at the left, its consequences at the right, and one button that
// names what will happen. Nothing typed is lost when the command is refused.
import { say } from '#src/words/say.ts';
import { Form } from 'react-admin';
import { useState } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { useFormState, useWatch } from 'react-hook-form';
import { Link } from 'react-router-dom';
import type { Fields } from '#src/resources/kit/fields.ts';
import { Icon } from '../icons.tsx';
import { useAct } from '../parts/useAct.ts';
import { useMediaQuery } from '../parts/useMediaQuery.ts';
import { useWholeRecord } from '#src/admin/session/useWholeRecord.ts';
import { atInputs } from './atInputs.ts';
import { checkFields } from './checkFields.ts';
import { DraftKeeper, RestoredNote, useDraft } from './draft.tsx';
import { ErrorSummary } from './ErrorSummary.tsx';
import type { ErrorSummaryProps } from './ErrorSummary.tsx';
import FieldInput from './FieldInput.tsx';
import { FormCurrency } from './FormCurrency.ts';
import { labelsOf, StaleEdit, useStaleEdit } from './StaleEdit.tsx';
import type { ExtraInputs, StaleEditProps } from './StaleEdit.tsx';
import styles from './form.module.css';
import { WithAdding } from './WithAdding.tsx';

export type Values = Record<string, unknown>;

/** Where the rows show `extra`: an input that no single field declares. */
export const extraRow = '@extra';
/** A row with one name is a heading where it begins with #, a folding section with +, and one of `extras` with @. */

interface CommandFormProps {
  /** The form's fields, which may depend on the answers so far. */
  fields: (values: Values) => Fields;
  rows: (values: Values) => string[][];
  /** Checks that the declared fields cannot express, such as a list that may not be empty. */
  check?: (values: Values) => Record<string, string>;
  /** Maps a name in the request to the input that has another name. */
  inputOf?: (name: string) => string | undefined;
  defaults: Values;
  help?: (name: string, values: Values) => ReactNode;
  /** The input whose record sets the currency of the form's money; without it, the company's currency applies. */
  pricedBy?: string;
  draftKey: string;
  /** For an edit: reads the saved values as form values, in case somebody else saved meanwhile. */
  readSaved?: () => Promise<Values>;
  /** Sends it; navigates away on success. */
  onSubmit: (values: Values) => Promise<void>;
  /** "Nothing was issued." */
  failed: string;
  submitLabel: (values: Values) => string;
  cancelTo: string;
  /** Shown beside the form; updates as the user types. */
  Aside?: ComponentType<{ values: Values }>;
  extra?: ReactNode;
  /** The inputs in `extra`, by field name. */
  extraInputs?: ExtraInputs;
  extras?: Record<string, ReactNode>;
}

export function CommandForm(props: CommandFormProps) {
  const { fields, defaults, draftKey, readSaved, onSubmit, failed, Aside, check, inputOf } = props;
  const { stale, meet, settle } = useStaleEdit(defaults, readSaved);
  const draft = useDraft(draftKey, defaults);
  const { act, problem, setProblem } = useAct();
  // In one column, the consequences come before the button, not after it.
  const isOneColumn = useMediaQuery('(max-width: 74.9375em)');

  const submit = async (values: Values) => {
    const send = async () => {
      await onSubmit(values);
      draft.end();
    };
    const acted = await act(failed, send, meet);
    return acted.fields && atInputs(acted.fields, fields(values), inputOf);
  };

  return (
    <Form
      record={{}}
      defaultValues={{ ...defaults, ...draft.filledIn }}
      validate={(values: Values) => ({ ...checkFields(fields(values), values), ...check?.(values) })}
      disableInvalidFormNotification
      shouldFocusError={false}
      noValidate
      onSubmit={submit}
    >
      <div className={Aside ? `cols ${styles.issue}` : undefined}>
        <section className="card form-card" aria-label={say`Form`}>
          {stale && (
            <StaleFields fields={fields} extra={props.extraInputs} stale={stale} settle={settle} draftKey={draftKey} />
          )}
          {draft.filledIn && <RestoredNote draftKey={draftKey} />}
          <Body {...props} problem={problem} setProblem={setProblem} onCancel={draft.end}>
            {Aside && isOneColumn && <Beside Content={Aside} />}
          </Body>
        </section>
        {Aside && !isOneColumn && <Beside Content={Aside} />}
      </div>
      <DraftKeeper draft={draft} />
    </Form>
  );
}

function StaleFields({ fields, ...rest }: Pick<CommandFormProps, 'fields'> & Omit<StaleEditProps, 'fields'>) {
  return <StaleEdit fields={fields(useWatch())} {...rest} />;
}

type BodyProps = CommandFormProps &
  Pick<ErrorSummaryProps, 'problem' | 'setProblem'> & { onCancel: () => void; children: ReactNode };

function Body(props: BodyProps) {
  const { fields, rows, problem, setProblem, submitLabel, cancelTo, onCancel, extraInputs, pricedBy } = props;
  const values = useWatch();
  const { isSubmitting } = useFormState();
  const asked = fields(values);
  const pricing = pricedBy === undefined ? undefined : asked[pricedBy];
  const { record: priced } = useWholeRecord<{ currency?: unknown }>(
    pricing?.kind === 'reference' ? pricing.to : '',
    pricedBy && values[pricedBy],
  );
  return (
    <WithAdding>
      <FormCurrency value={priced?.currency}>
        <ErrorSummary fields={asked} labels={labelsOf(extraInputs)} problem={problem} setProblem={setProblem} />
        <div className="form">
          {sectionsOf(rows(values)).map(({ title, rows: inside }) =>
            title === null ? (
              <Rows key="" {...props} rows={inside} asked={asked} values={values} />
            ) : (
              <Section key={title} title={title} names={inside.flat()}>
                <Rows {...props} rows={inside} asked={asked} values={values} />
              </Section>
            ),
          )}
        </div>
        {props.children}
        <div className="acts formacts">
          <button type="submit" className="btn primary" disabled={isSubmitting}>
            {isSubmitting ? say`Working…` : submitLabel(values)}
          </button>
          <Link className="btn text" to={cancelTo} onClick={onCancel}>
            {say`Cancel`}
          </Link>
        </div>
      </FormCurrency>
    </WithAdding>
  );
}

/** The rows before the first section, and those of each. */
function sectionsOf(rows: string[][]): { title: string | null; rows: string[][] }[] {
  const sections: { title: string | null; rows: string[][] }[] = [{ title: null, rows: [] }];
  for (const row of rows)
    if (row[0]?.startsWith('+')) sections.push({ title: row[0].slice(1), rows: [] });
    else sections.at(-1)!.rows.push(row);
  return sections;
}

type RowsProps = Pick<CommandFormProps, 'help' | 'extra' | 'extras'> & {
  rows: string[][];
  asked: Fields;
  values: Values;
};

function Rows({ rows, asked, values, help, extra, extras }: RowsProps) {
  return rows.map((row) => {
    const first = row[0] ?? '';
    if (first.startsWith('@')) return <div key={first}>{extras?.[first] ?? extra}</div>;
    if (first.startsWith('#'))
      return (
        <h2 key={first} className={styles.formHead}>
          {first.slice(1)}
        </h2>
      );
    return (
      // By its first field alone: where a choice changes the field beside it, the choice stays and keeps the focus.
      <div key={first} className={row.length > 1 ? 'pair' : undefined}>
        {row.map((name) => {
          const field = asked[name];
          return field && <FieldInput key={name} name={name} field={field} help={help?.(name, values)} />;
        })}
      </div>
    );
  });
}

/** Folded at first; opens by itself when a field in it has an error. */
function Section({ title, names, children }: { title: string; names: string[]; children: ReactNode }) {
  const { errors } = useFormState();
  const [isOpen, setOpen] = useState(false);
  const hasError = names.some((name) => name in errors);
  return (
    <details
      className={styles.formSection}
      open={isOpen || hasError}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        <Icon name="down" small />
        {title}
        <span className="mut">{say`optional`}</span>
      </summary>
      <div className="form">{children}</div>
    </details>
  );
}

function Beside({ Content }: { Content: ComponentType<{ values: Values }> }) {
  const values = useWatch();
  return (
    <div className={styles.stick}>
      <Content values={values} />
    </div>
  );
}
