// Asks for what a verb needs, runs it for several records, and says of each refused one why.
import { say } from '#src/words/say.ts';
import { useNotify } from 'react-admin';
import { useState } from 'react';
import type { BulkDone } from '#src/contract/bulk.ts';
import { countedIn } from '#src/resources/kit/defineResource.ts';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import type { Verb } from '#src/resources/kit/verb.ts';
import { useConsoleData } from '#src/admin/session/useRead.ts';
import { FormDialog } from '../form/FormDialog.tsx';
import { today } from '../format.ts';
import { ConsoleDialog } from '../parts/ConsoleDialog.tsx';
import { answersOf } from '../verbs/writer.ts';
import { useCommand } from '../verbs/useCommand.ts';
import { Refused } from './Refused.tsx';

/** By their ids, or by the filter of the list. */
export type Chosen = { ids: readonly unknown[] } | { filter: Readonly<Record<string, unknown>> };

interface BulkDialogProps {
  resource: Resource;
  verb: Verb;
  /** "3 payments" */
  what: string;
  chosen: Chosen;
  onClose: () => void;
  onDone: () => void;
}

export function BulkDialog({ resource, verb, what, chosen, onClose, onDone }: BulkDialogProps) {
  const data = useConsoleData();
  const run = useCommand();
  const notify = useNotify();
  const [answer, setAnswer] = useState<BulkDone | null>(null);
  const label = String(verb.label);
  const starts = Object.fromEntries(
    Object.entries(verb.fields).flatMap(([name, field]) =>
      field.kind === 'date' && field.required ? [[name, today()]] : [],
    ),
  );
  const submit = async (values: Record<string, unknown>) => {
    const body = { action: verb.name, ...chosen, ...answersOf(values, verb.fields) };
    const path = `${resource.path}bulk`;
    const done = await run([path, body], (options) => data.send<BulkDone>('POST', path, body, options));
    if (done.refused.length > 0) setAnswer(done);
    else {
      notify(`${label}: ${countedIn(resource, done.done)}`, { type: 'success' });
      onDone();
    }
  };
  if (answer) return <Result resource={resource} label={label} answer={answer} onClose={onDone} />;
  return (
    <FormDialog
      title={`${label}: ${what}?`}
      about={<p>{say`Each is checked separately: one that cannot be changed stays as it is, and you see why.`}</p>}
      fields={verb.fields}
      starts={starts}
      submit={`${label}: ${what}`}
      busy={say`Working…`}
      isDestructive={verb.destructive}
      nothing={say`Nothing was changed.`}
      onSubmit={submit}
      onClose={onClose}
    />
  );
}

interface ResultProps {
  resource: Resource;
  label: string;
  answer: BulkDone;
  onClose: () => void;
}

function Result({ resource, label, answer: { done, refused }, onClose }: ResultProps) {
  return (
    <ConsoleDialog
      wide
      title={say`${label}: ${done} done, ${refused.length} refused`}
      onClose={onClose}
      actions={
        <button type="button" className="btn primary" onClick={onClose}>
          {say`Close`}
        </button>
      }
    >
      <Refused resource={resource} refused={refused} />
    </ConsoleDialog>
  );
}
