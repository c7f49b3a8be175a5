// The page of a form that issues a security of any kind, as its issuance declares it. Files are attached to what was issued.
import { say } from '#src/words/say.ts';
import { useNotify, useRedirect } from 'react-admin';
import { useState } from 'react';
import type { ComponentType } from 'react';
import { useSearchParams } from 'react-router-dom';
import { bodyFrom, inputsOf } from '#src/resources/issuances/issuance.ts';
import type { Issuance } from '#src/resources/issuances/issuance.ts';
import { EXEMPTION_BUTTONS, FILES } from '#src/resources/issuances/counsel.ts';
import { LEGEND_BOXES } from '#src/resources/issuances/certificates.ts';
import type { RecordOf, Resource } from '#src/resources/kit/defineResource.ts';
import { checkFields, plainFigures } from '#src/admin/kit/form/checkFields.ts';
import { CommandForm } from '#src/admin/kit/form/CommandForm.tsx';
import type { Values } from '#src/admin/kit/form/CommandForm.tsx';
import { today } from '#src/admin/kit/format.ts';
import { PageHead } from '#src/admin/kit/parts/PageHead.tsx';
import { Denied, Loading } from '#src/admin/kit/parts/states.tsx';
import { listPath } from '#src/admin/paths.ts';
import { Done } from '#src/admin/kit/verbs/Done.tsx';
import { writerOf } from '#src/admin/kit/verbs/writer.ts';
import { useMay } from '#src/admin/session/useMe.ts';
import { useOwnJurisdiction } from '#src/admin/session/useOrganization.ts';
import { useConsoleData } from '#src/admin/session/useRead.ts';
import { useCommand } from '#src/admin/kit/verbs/useCommand.ts';
import { FilesToAttach, noFiles, useAttach } from '../documents/FilesToAttach.tsx';
import { ExemptionButtons, LegendBoxes } from './issuanceParts.tsx';

interface IssuanceFormProps<R extends Resource, B> {
  issuance: Issuance<R, B>;
  /** What will happen, beside the form. */
  Aside: ComponentType<{ values: Values }>;
}

/** A security of any kind, once it was issued. */
interface Issued {
  id: string;
  shareholder_id: string;
}

/** The request that the form sends. */
export const issuanceBody = (issuance: Issuance, values: Values): Values =>
  bodyFrom(issuance, { ...values, ...plainFigures(inputsOf(issuance, values), values) });

export function IssuanceForm<R extends Resource, B>({ issuance: declared, Aside }: IssuanceFormProps<R, B>) {
  // Its sentences read records of its own resource, and only get those.
  const issuance = declared as unknown as Issuance;
  const resource = issuance.of;
  const may = useMay();
  const dataProvider = useConsoleData();
  const runCommand = useCommand();
  const notify = useNotify();
  const redirect = useRedirect();
  const [search] = useSearchParams();
  const [attached, setAttached] = useState(noFiles);
  const attach = useAttach();
  const jurisdiction = useOwnJurisdiction();
  if (!may('create', resource)) return <Denied what={say`the form for a ${resource.singular}`} />;

  if (jurisdiction === null) return <Loading />;

  const issue = async (values: Values) => {
    const body = issuanceBody(issuance, values);
    const made = await runCommand(body, (options) =>
      dataProvider.send<RecordOf<Resource> & Issued>('POST', resource.path, body, options),
    );
    const failed = await attach(made.id, made.shareholder_id, attached);
    const told = issuance.done(made, values, writerOf(made));
    if (failed === null) notify(<Done text={told} resource={resource.name} id={made.id} />, { type: 'success' });
    else notify(say`${told}, but ${failed} Attach what is missing here.`, { type: 'warning', autoHideDuration: null });
    redirect('show', resource.name, made.id);
  };

  return (
    <>
      <PageHead
        title={issuance.title}
        about={issuance.about}
        back={{ to: listPath(resource.name), label: resource.label }}
      />
      <CommandForm
        fields={(values) => inputsOf(issuance, values)}
        rows={issuance.rows}
        check={(values) => faultsOf(issuance, values)}
        extras={{
          [LEGEND_BOXES]: <LegendBoxes />,
          [EXEMPTION_BUTTONS]: <ExemptionButtons />,
          [FILES]: <FilesToAttach to={resource.singular} value={attached} onChange={setAttached} />,
        }}
        defaults={{
          jurisdiction_1: jurisdiction,
          ...issuance.starts(today()),
          ...Object.fromEntries((issuance.named ?? []).map((name) => [name, search.get(name) ?? ''])),
        }}
        {...(issuance.pricedBy && { pricedBy: issuance.pricedBy })}
        draftKey={`${resource.name}/create`}
        inputOf={(name) => issuance.inputOf?.(name)}
        onSubmit={issue}
        failed={issuance.failed ?? say`Nothing was recorded.`}
        submitLabel={(values) => issuance.submit(values, writerOf({}))}
        cancelTo={listPath(resource.name)}
        Aside={Aside}
      />
    </>
  );
}

/** What the server would refuse, at its input, once every input by itself is filled in. */
function faultsOf(issuance: Issuance, values: Values): Record<string, string> {
  if (Object.keys(checkFields(inputsOf(issuance, values), values)).length > 0) return {};
  const issues = issuance.body.safeParse(issuanceBody(issuance, values)).error?.issues ?? [];
  return Object.fromEntries(
    issues.map(({ path, message }) => {
      const member = path.join('.');
      return [issuance.inputOf?.(member) ?? member, message];
    }),
  );
}
