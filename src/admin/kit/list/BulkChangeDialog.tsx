// Sets a field of several records: which, to what, how many change and which are refused, before anything is written.
import { useQuery } from '@tanstack/react-query';
import { useNotify } from 'react-admin';
import { useEffect, useState } from 'react';
import type { BulkChangeDone } from '#src/contract/bulk.ts';
import { labelOf, manyOf } from '#src/resources/kit/defineResource.ts';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import { choice } from '#src/resources/kit/fields.ts';
import type { Fields } from '#src/resources/kit/fields.ts';
import { useConsoleData } from '#src/admin/session/useRead.ts';
import { FieldInputs, FormDialog } from '../form/FormDialog.tsx';
import { plural } from '../format.ts';
import { Failed, Loading } from '../parts/states.tsx';
import { useCommand } from '../verbs/useCommand.ts';
import type { Chosen } from './BulkDialog.tsx';
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
  const which: Fields =
    names.length === 1
      ? {}
      : {
          field: choice(names, {
            required: true,
            default: names[0]!,
            label: 'What changes',
            labels: Object.fromEntries(names.map((name) => [name, labelOf(resource, name)])),
          }),
        };
  const nameOf = (values: Values) => (typeof values.field === 'string' ? values.field : names[0]!);
  const fieldsOf = (values: Values): Fields => ({ ...which, [nameOf(values)]: resource.fields[nameOf(values)]! });
  const setOf = (values: Values) => {
    const name = nameOf(values);
    return { [name]: values[name] === '' || values[name] === undefined ? null : values[name] };
  };
  const submit = async (values: Values) => {
    const body = { ...chosen, set: setOf(values) };
    const { done } = await run([path, body], (options) => data.send<BulkChangeDone>('POST', path, body, options));
    notify(`Changed: ${plural(done, resource.singular)}`, { type: 'success' });
    onDone();
  };
  return (
    <FormDialog
      title={`Change ${what}`}
      fields={fieldsOf}
      starts={{ field: names[0] }}
      submit={`Change ${plural(ahead?.done ?? 0, resource.singular)}`}
      busy="Changing…"
      isReady={(ahead?.done ?? 0) > 0}
      nothing="Nothing was changed."
      onSubmit={submit}
      onClose={onClose}
    >
      {({ values, fields }) => (
        <>
          <FieldInputs fields={fields} />
          <Preview resource={resource} path={path} body={{ ...chosen, set: setOf(values) }} onChange={setAhead} />
        </>
      )}
    </FormDialog>
  );
}

interface PreviewProps {
  resource: Resource;
  path: string;
  body: { set: Values };
  onChange: (ahead: BulkChangeDone | null) => void;
}

function Preview({ resource, path, body, onChange }: PreviewProps) {
  const data = useConsoleData();
  const {
    data: ahead,
    error,
    refetch,
  } = useQuery({
    queryKey: ['bulk change', path, body],
    retry: false,
    queryFn: ({ signal }) => data.send<BulkChangeDone>('POST', path, { ...body, dry_run: true }, { signal }),
  });
  useEffect(() => {
    onChange(ahead ?? null);
  }, [ahead, onChange]);
  if (error) return <Failed what="What would change" error={error} retry={() => void refetch()} />;
  if (!ahead) return <Loading />;
  const others = [
    ...(ahead.unchanged > 0 ? [`${ahead.unchanged} already so`] : []),
    ...(ahead.refused.length > 0 ? [`${ahead.refused.length} refused`] : []),
  ];
  return (
    <section aria-label="What would change" aria-live="polite">
      <p className="ttl">
        {ahead.done === 0
          ? `No ${manyOf(resource)} would change`
          : `${plural(ahead.done, resource.singular)} would change`}
        {others.length > 0 && `; ${others.join(', ')}`}.
      </p>
      {ahead.refused.length > 0 && <Refused resource={resource} refused={ahead.refused} />}
    </section>
  );
}
