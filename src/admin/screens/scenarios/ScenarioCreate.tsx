// A new scenario: from the ledger on a day, or from nothing, with what the company has typed in.
import { say } from '#src/words/say.ts';
import { useRedirect } from 'react-admin';
import type { TypedStart } from '#src/domain/model/scenario/startState.ts';
import { choice } from '#src/resources/kit/fields.ts';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import { scenarios } from '#src/resources/scenarios.ts';
import type { Scenario } from '#src/resources/scenarios.ts';
import { CommandForm } from '#src/admin/kit/form/CommandForm.tsx';
import type { Values } from '#src/admin/kit/form/CommandForm.tsx';
import { PageHead } from '#src/admin/kit/parts/PageHead.tsx';
import { Denied } from '#src/admin/kit/parts/states.tsx';
import { listPath } from '#src/admin/paths.ts';
import { useCommand } from '#src/admin/kit/verbs/useCommand.ts';
import { useMay } from '#src/admin/session/useMe.ts';
import { useConsoleData } from '#src/admin/session/useRead.ts';

const { name, as_of } = scenarios.fields;
const begins = choice(['ledger', 'nothing'], {
  required: true,
  default: 'ledger',
  label: say`Start`,
  labels: { ledger: say`Start from our ledger on a day`, nothing: say`Start from nothing` },
});

/** Two founders and their shares, to be overwritten, so that something is seen at once. */
const FIRST_FIGURES: TypedStart = {
  holders: [
    { id: 'holder 1', name: 'Founder 1' },
    { id: 'holder 2', name: 'Founder 2' },
  ],
  classes: [{ id: 'class 1', name: 'Common', kind: 'COMMON' }],
  holdings: [
    { holder: 'holder 1', class: 'class 1', shares: '4000000' },
    { holder: 'holder 2', class: 'class 1', shares: '4000000' },
  ],
};

const isTyped = (values: Values): boolean => values.begins === 'nothing';

function bodyOf(values: Values): Values {
  if (isTyped(values)) return { name: values.name, start: FIRST_FIGURES };
  return { name: values.name, ...(values.as_of ? { as_of: values.as_of } : {}) };
}

export default function ScenarioCreate({ resource }: { resource: Resource }) {
  const may = useMay();
  const data = useConsoleData();
  const runCommand = useCommand();
  const redirect = useRedirect();
  if (!may('create', resource)) return <Denied what={say`the form for a new scenario`} />;
  const create = async (values: Values) => {
    const body = bodyOf(values);
    const made = await runCommand(body, (options) => data.send<Scenario>('POST', resource.path, body, options));
    redirect('show', resource.name, made.id);
  };
  return (
    <>
      <PageHead
        title={say`New Scenario`}
        about={scenarios.about}
        back={{ to: listPath(resource.name), label: resource.label }}
      />
      <CommandForm
        fields={(values) => ({ name, begins, ...(isTyped(values) ? {} : { as_of }) })}
        rows={(values) => [['name'], ['begins'], ...(isTyped(values) ? [] : [['as_of']])]}
        help={(field, values) =>
          field === 'begins' && isTyped(values)
            ? say`Holders, classes, shares, options and convertibles are typed in on the next page.`
            : undefined
        }
        defaults={{ begins: 'ledger' }}
        draftKey="scenarios/create"
        onSubmit={create}
        failed={say`Nothing was saved.`}
        submitLabel={() => say`New Scenario`}
        cancelTo={listPath(resource.name)}
      />
    </>
  );
}
