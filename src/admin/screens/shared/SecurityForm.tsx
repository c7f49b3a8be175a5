// The page of a form that issues a security of any kind: it ends with approvals and the exemption, and files are
// attached.
import { useNotify, useRedirect } from 'react-admin';
import { useState } from 'react';
import type { ComponentType } from 'react';
import { date, text } from '../../../resources/kit/fields.ts';
import type { Fields } from '../../../resources/kit/fields.ts';
import type { Resource } from '../../../resources/kit/defineResource.ts';
import { CommandForm } from '../../kit/form/CommandForm.tsx';
import type { Values } from '../../kit/form/CommandForm.tsx';
import { PageHead } from '../../kit/parts/PageHead.tsx';
import { Denied, Loading } from '../../kit/parts/states.tsx';
import { listPath } from '../../kit/paths.ts';
import { useMay } from '../../session/useMe.ts';
import { useOwnJurisdiction } from '../../session/useOrganization.ts';
import { useConsoleData } from '../../session/useRead.ts';
import { plainDecimal } from '../../kit/verbs/figures.ts';
import { useCommand } from '../../kit/verbs/useCommand.ts';
import { FilesToAttach, noFiles, useAttach } from '../documents/FilesToAttach.tsx';
import { limits } from '../../../resources/kit/limits.ts';

/** A security of any kind, once it was issued. */
interface Issued {
  id: string;
  shareholder_id: string;
}

interface SecurityFormProps<R> {
  resource: Resource;
  title: string;
  about: string;
  fields: (values: Values) => Fields;
  rows: (values: Values) => string[][];
  defaults: Values;
  check?: (values: Values) => Record<string, string>;
  /** Maps a name in the request to the input that has another name. */
  inputOf?: (name: string) => string | undefined;
  /** All fields except approvals and the exemption, which are added here. */
  body: (values: Values) => Values;
  submitLabel: (values: Values) => string;
  done: (values: Values, made: R) => string;
  Aside: ComponentType<{ values: Values }>;
}

const counselFields = {
  board_approval_date: date({ label: 'Board approval' }),
  stockholder_approval_date: date({ label: 'Stockholder approval' }),
  exemption: text({
    max: limits.exemption,
    label: 'Securities exemption',
    help: 'Such as "Rule 701" or "Regulation D, 506(b)".',
  }),
  jurisdiction: text({ max: limits.jurisdiction, label: 'Jurisdiction', help: 'Such as US or US-CA.' }),
  consideration_text: text({ max: limits.remark, label: 'Consideration', help: 'Describe what is given for it.' }),
};
const exemptionInputs: Record<string, string> = {
  'security_law_exemptions.0.description': 'exemption',
  'security_law_exemptions.0.jurisdiction': 'jurisdiction',
};
const counselRows = [
  ['#Approvals and exemption'],
  ['board_approval_date', 'stockholder_approval_date'],
  ['exemption', 'jurisdiction'],
  ['consideration_text'],
  ['+Documents'],
  ['@files'],
];

export function SecurityForm<R extends Issued>(props: SecurityFormProps<R>) {
  const { resource, title, about, fields, rows, defaults, check, inputOf, body, submitLabel, done, Aside } = props;
  const may = useMay();
  const dataProvider = useConsoleData();
  const runCommand = useCommand();
  const notify = useNotify();
  const redirect = useRedirect();
  const [attached, setAttached] = useState(noFiles);
  const attach = useAttach();
  const jurisdiction = useOwnJurisdiction();
  if (!may('create', resource)) return <Denied what={`the form for a ${resource.singular}`} />;

  if (jurisdiction === null) return <Loading />;

  const issue = async (values: Values) => {
    const sent = { ...body(values), ...counselOf(values) };
    const made = await runCommand(sent, (options) => dataProvider.send<R>('POST', resource.path, sent, options));
    const failed = await attach(made.id, made.shareholder_id, attached);
    const told = done(values, made);
    if (failed === null) notify(told, { type: 'success' });
    else notify(`${told}, but ${failed} Attach what is missing here.`, { type: 'warning', autoHideDuration: null });
    redirect('show', resource.name, made.id);
  };

  return (
    <>
      <PageHead title={title} about={about} back={{ to: listPath(resource.name), label: resource.label }} />
      <CommandForm
        fields={(values) => ({ ...fields(values), ...counselFields })}
        rows={(values) => [...rows(values), ...counselRows]}
        inputOf={(name) => exemptionInputs[name] ?? inputOf?.(name)}
        extras={{ '@files': <FilesToAttach to={resource.singular} value={attached} onChange={setAttached} /> }}
        check={(values) => ({ ...checkExemption(values), ...check?.(values) })}
        defaults={{ jurisdiction, ...defaults }}
        draftKey={`${resource.name}/create`}
        onSubmit={issue}
        failed="Nothing was recorded."
        submitLabel={submitLabel}
        cancelTo={listPath(resource.name)}
        Aside={Aside}
      />
    </>
  );
}

function checkExemption({ exemption, jurisdiction }: Values): Record<string, string> {
  return exemption && !jurisdiction ? { jurisdiction: 'Enter the exemption’s jurisdiction.' } : {};
}

function counselOf(values: Values): Values {
  const { exemption, jurisdiction } = values;
  return {
    ...answered(values, ['board_approval_date', 'stockholder_approval_date', 'consideration_text']),
    ...(exemption ? { security_law_exemptions: [{ description: exemption, jurisdiction }] } : {}),
  };
}

/** The answered ones of these fields. */
export function answered(values: Values, names: readonly string[]): Values {
  const entries = names.map((name) => [name, values[name]] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined && value !== null && value !== ''));
}

/** As `answered`, figures without their separators. */
export function answeredFigures(values: Values, names: readonly string[]): Values {
  const given = answered(values, names);
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, plainDecimal(value) ?? value]));
}
