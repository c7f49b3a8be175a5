// Sets a field of several records: which, to what, how many change and which are refused, before anything is written.
import { say } from '#src/words/say.ts';
import { useQuery } from '@tanstack/react-query';
import { useNotify } from 'react-admin';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import type { BulkChangeDone } from '#src/contract/bulk.ts';
import { labelOf, manyOf, countedIn } from '#src/resources/kit/defineResource.ts';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import { choice } from '#src/resources/kit/fields.ts';
import type { Fields } from '#src/resources/kit/fields.ts';
import { bulkViews } from '#src/admin/bulkViews.ts';
import { useConsoleData } from '#src/admin/session/useRead.ts';
import { FieldInputs, FormDialog } from '../form/FormDialog.tsx';
import { Failed, Loading } from '../parts/states.tsx';
import { useCommand } from '../verbs/useCommand.ts';
import type { Chosen } from './BulkDialog.tsx';
import type { BulkView } from './bulkView.ts';
import { Refused } from './Refused.tsx';

type Values = Record<string, unknown>;

interface BulkChangeDialogProps {
  resource: Resource;
  names: readonly string[];
  /** "3 tasks" */
  what: string;
  chosen: Chosen;
  onClose: () => void;
  onDone: () => void;
}

export default function BulkChangeDialog({ resource, names, what, chosen, onClose, onDone }: BulkChangeDialogProps) {
  const data = useConsoleData();
  const run = useCommand();
  const notify = useNotify();
  const [ahead, setAhead] = useState<BulkChangeDone | null>(null);
  const path = `${resource.path}bulk`;
  const asked = askedFor(resource, names);
  const viewOf = ({ field }: Values) => asked.find(({ name }) => name === field) ?? asked[0]!;
  const fieldsOf = (values: Values): Fields => ({ ...which(asked), ...viewOf(values).fields(values) });
  const submit = async (values: Values) => {
    const body = { ...chosen, set: viewOf(values).set(values) };
    const { done } = await run([path, body], (options) => data.send<BulkChangeDone>('POST', path, body, options));
    notify(say`Changed: ${countedIn(resource, done)}`, { type: 'success' });
    onDone();
  };
  return (
    <FormDialog
      title={say`Change ${what}`}
      fields={fieldsOf}
      check={(values) => viewOf(values).check(values)}
      starts={{ field: names[0], ...startsOf(asked) }}
      submit={say`Change ${ahead ? countedIn(resource, ahead.done) : manyOf(resource)}`}
      busy={say`Changing…`}
      isReady={(ahead?.done ?? 0) > 0}
      nothing={say`Nothing was changed.`}
      onSubmit={submit}
      onClose={onClose}
    >
      {({ values, fields }) => (
        <FieldInputs fields={fields}>
          {viewOf(values).extra}
          <Preview
            resource={resource}
            path={path}
            missing={Object.values(viewOf(values).check(values))[0]}
            body={{ ...chosen, set: viewOf(values).set(values) }}
            onChange={setAhead}
          />
        </FieldInputs>
      )}
    </FormDialog>
  );
}

interface Asked extends Required<Omit<BulkView, 'Extra'>> {
  name: string;
  label: string;
  extra: ReactNode;
}

/** What is asked for to set each of these fields. */
const askedFor = (resource: Resource, names: readonly string[]): Asked[] =>
  names.map((name) => {
    const own: BulkView = { fields: () => ({ [name]: resource.fields[name]! }) };
    const { fields, Extra, check = () => ({}), set } = bulkViews[`${resource.name}.${name}`] ?? own;
    const answers = (values: Values) =>
      Object.fromEntries(Object.keys(fields(values)).map((each) => [each, answerOf(values[each])]));
    return {
      name,
      label: labelOf({ fields: fields({}) }, name),
      fields,
      extra: Extra && <Extra />,
      check,
      set: set ?? answers,
    };
  });

const answerOf = (value: unknown): unknown => (value === '' ? null : (value ?? null));

/** Each field starts as its input shows it, so that what would change is asked with that. */
const startsOf = (asked: readonly Asked[]): Values =>
  Object.fromEntries(
    asked
      .flatMap(({ fields }) => Object.entries(fields({})))
      .flatMap(([name, field]) => ('default' in field && field.default !== undefined ? [[name, field.default]] : [])),
  );

/** Which of several fields. */
const which = (asked: readonly Asked[]): Fields =>
  asked.length === 1
    ? {}
    : {
        field: choice(
          asked.map(({ name }) => name),
          {
            required: true,
            default: asked[0]!.name,
            label: say`What changes`,
            labels: Object.fromEntries(asked.map(({ name, label }) => [name, label])),
          },
        ),
      };

interface PreviewProps {
  resource: Resource;
  path: string;
  /** What has to be answered first. */
  missing: string | undefined;
  body: { set: Values };
  onChange: (ahead: BulkChangeDone | null) => void;
}

function Preview({ resource, path, missing, body, onChange }: PreviewProps) {
  const data = useConsoleData();
  const {
    data: ahead,
    error,
    refetch,
  } = useQuery({
    queryKey: ['bulk change', path, body],
    retry: false,
    enabled: missing === undefined,
    queryFn: ({ signal }) => data.send<BulkChangeDone>('POST', path, { ...body, dry_run: true }, { signal }),
  });
  const isKnown = missing === undefined && ahead !== undefined;
  useEffect(() => {
    onChange(isKnown ? ahead : null);
  }, [isKnown, ahead, onChange]);
  if (missing !== undefined) return <p className="help">{missing}</p>;
  if (error) return <Failed what={say`What would change`} error={error} retry={() => void refetch()} />;
  if (!ahead) return <Loading />;
  const others = [
    ...(ahead.unchanged > 0 ? [say`${ahead.unchanged} already so`] : []),
    ...(ahead.refused.length > 0 ? [say`${ahead.refused.length} refused`] : []),
  ];
  return (
    <section aria-label={say`What would change`} aria-live="polite">
      <p className="ttl">
        {ahead.done === 0
          ? say`No ${manyOf(resource)} would change`
          : say`${countedIn(resource, ahead.done)} would change`}
        {others.length > 0 && `; ${others.join(', ')}`}.
      </p>
      {ahead.refused.length > 0 && <Refused resource={resource} refused={ahead.refused} />}
    </section>
  );
}
