// The dialog of any verb: its question, its fields, its consequences, and one button that names what happens.
import { Form, useDataProvider, useNotify } from 'react-admin';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { ConsoleDataProvider } from '../../dataProvider.ts';
import { HttpError } from '../../httpClient.ts';
import type { Resource } from '../../resources/kit/defineResource.ts';
import type { Fields } from '../../resources/kit/fields.ts';
import type { AnyRecord } from '../fieldKinds.tsx';
import { ErrorSummary } from '../form/ErrorSummary.tsx';
import FieldInput from '../form/FieldInput.tsx';
import { checkFields } from '../form/checkFields.ts';
import { ConsoleDialog } from '../parts/ConsoleDialog.tsx';
import { sentenceOf } from '../parts/states.tsx';
import type { Verb } from '../recordRules.ts';
import { verbSpecs } from './index.ts';
import type { Values, VerbSpec } from './types.ts';
import { useCommand } from './useCommand.ts';

interface VerbDialogProps {
  resource: Resource;
  record: AnyRecord;
  verb: Verb;
  onClose: () => void;
  onDone?: () => void;
}

export function VerbDialog({ resource, record, verb, onClose, onDone }: VerbDialogProps) {
  const spec = verbSpecs[`${resource.name}.${verb.name}`];
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const runCommand = useCommand();
  const notify = useNotify();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  if (!spec) throw new Error(`No dialog is written for ${resource.name}.${verb.name}.`);
  const fields = typeof spec.fields === 'function' ? spec.fields(record) : spec.fields;

  const submit = async (values: Values) => {
    setBusy(true);
    setProblem(null);
    try {
      const given = filledIn(values, fields);
      const body = spec.body ? spec.body(given, record) : given;
      await runCommand([resource.name, record.id, verb.name, body], (options) =>
        spec.send
          ? spec.send(dataProvider, record, body, options)
          : dataProvider.command(resource.name, record.id, verb.name, body, options),
      );
      notify(spec.done(record, given), { type: 'success' });
      onClose();
      onDone?.();
      return undefined;
    } catch (error) {
      console.error(`${resource.name}.${verb.name} failed`, error);
      setProblem(sentenceOf(error));
      return error instanceof HttpError ? error.body.errors : undefined;
    } finally {
      setBusy(false);
    }
  };

  return (
    <ConsoleDialog title={spec.title(record)} onClose={onClose} isBusy={isBusy}>
      <Form
        record={{}}
        defaultValues={spec.defaults?.(record) ?? {}}
        validate={(values: Values) => ({ ...checkFields(fields, values), ...spec.check?.(values, record) })}
        disableInvalidFormNotification
        shouldFocusError={false}
        noValidate
        onSubmit={submit}
      >
        {spec.text && <div className="dialog-text">{spec.text(record)}</div>}
        <ErrorSummary problem={problem} fields={fields} />
        <div className="form">
          {Object.entries(fields).map(([name, field]) => (
            <FieldInput key={name} name={name} field={field} />
          ))}
        </div>
        <Consequences spec={spec} record={record} />
        <div className="acts">
          <button type="button" className="btn" disabled={isBusy} onClick={onClose}>
            {spec.keep ?? 'Cancel'}
          </button>
          <SubmitButton spec={spec} record={record} isBusy={isBusy} isDestructive={verb.destructive === true} />
        </div>
      </Form>
    </ConsoleDialog>
  );
}

/** Only what the verb asks for, and only what was answered. */
function filledIn(values: Values, fields: Fields): Values {
  const entries = Object.keys(fields).map((name) => [name, values[name]] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined && value !== null && value !== ''));
}

function Consequences({ spec, record }: { spec: VerbSpec; record: AnyRecord }) {
  const values = useWatch();
  return spec.Preview ? <spec.Preview record={record} values={values} /> : null;
}

interface SubmitButtonProps {
  spec: VerbSpec;
  record: AnyRecord;
  isBusy: boolean;
  isDestructive: boolean;
}

function SubmitButton({ spec, record, isBusy, isDestructive }: SubmitButtonProps) {
  const values = useWatch();
  return (
    <button type="submit" className={isDestructive ? 'btn danger-fill' : 'btn primary'} disabled={isBusy}>
      {isBusy ? 'Working…' : spec.submit(record, values)}
    </button>
  );
}
