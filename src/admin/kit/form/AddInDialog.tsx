// Adds a record that a search did not find, without leaving the form that asks for it.
import { say } from '#src/words/say.ts';
import { use } from 'react';
import { useNotify } from 'react-admin';
import { pathOf } from '#src/dataProvider.ts';
import { useConsoleData } from '#src/admin/session/useRead.ts';
import { useCommand } from '../verbs/useCommand.ts';
import type { AddFromSearchProps } from './addFromSearch.ts';
import { plainFigures } from './checkFields.ts';
import { declarationOf } from './declarationOf.ts';
import { FormDialog } from './FormDialog.tsx';
import { askedFields, defaultsOf, sentValues } from './formRules.ts';

export default function AddInDialog({ to, typed, onAdded, onClose }: AddFromSearchProps) {
  const resource = use(declarationOf(to));
  const data = useConsoleData();
  const run = useCommand();
  const notify = useNotify();
  const situationOf = (values: Record<string, unknown>) => ({ values, isEdit: false, isHolder: false });
  const add = async (values: Record<string, unknown>) => {
    const body = plainFigures(resource.fields, sentValues(resource, values, situationOf(values)));
    const added = await run([to, body], (options) => data.send<{ id: string }>('POST', pathOf(to), body, options));
    notify(resource.created ?? say`The ${resource.singular} was created`, { type: 'success' });
    onAdded(added);
  };
  return (
    // Sending this form does not send the one behind it, of which the dialog is a part.
    <div onSubmit={(event) => event.stopPropagation()}>
      <FormDialog
        title={resource.createLabel ?? say`New ${resource.singular}`}
        fields={(values) => askedFields(resource, situationOf(values))}
        starts={{ ...defaultsOf(resource), ...(resource.namedAs?.(typed) ?? { [resource.title]: typed }) }}
        submit={resource.createLabel ?? say`Add`}
        busy={say`Adding…`}
        nothing={say`Nothing was added.`}
        onSubmit={add}
        onClose={onClose}
      />
    </div>
  );
}
