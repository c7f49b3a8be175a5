// Adopts a plan, or edits its description. The reserve is entered once; afterwards it changes by a dated entry.
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { useNotify, useRedirect } from 'react-admin';
import { equityPlans } from '#src/resources/equityPlans.ts';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import { CommandForm, extraRow } from '#src/admin/kit/form/CommandForm.tsx';
import type { Values } from '#src/admin/kit/form/CommandForm.tsx';
import type { EquityPlanPage } from '#src/contract/recordPages.ts';
import { countShares } from '#src/admin/kit/counts.ts';
import { today } from '#src/admin/kit/format.ts';
import { PageHead } from '#src/admin/kit/parts/PageHead.tsx';
import { Denied } from '#src/admin/kit/parts/states.tsx';
import { listPath, showPath } from '#src/admin/paths.ts';
import { useMay } from '#src/admin/session/useMe.ts';
import { useConsoleData } from '#src/admin/session/useRead.ts';
import { plainDecimal } from '#src/admin/kit/verbs/figures.ts';
import { useCommand } from '#src/admin/kit/verbs/useCommand.ts';
import { ShareClassBoxes, shareClassesLegend } from '../distributions/ShareClassBoxes.tsx';
import {
  WINDOW_HEADING,
  windowFields,
  windowNames,
  windowRows,
  windowsTyped,
  windowValues,
} from '#src/resources/issuances/windows.ts';
import { EditScreen } from '#src/admin/kit/form/EditScreen.tsx';
import { askedFields, formRows } from '#src/admin/kit/form/formRules.ts';

const { reserved, default_cancellation_behavior } = equityPlans.fields;
const situationOf = (isEdit: boolean) => ({ values: {}, isEdit, isHolder: false });
const described = { ...askedFields(equityPlans, situationOf(true)), ...windowFields() };
const adopted = { ...described, reserved: { ...reserved, label: say`Shares reserved` } };
const FIXED = 'default_cancellation_behavior';
const fixedRow = '@cancelled';

function rowsOf(isEdit: boolean, isFixed: boolean): string[][] {
  const [first, ...others] = formRows(equityPlans, situationOf(isEdit));
  const open = others.map((row) => row.filter((name) => !isFixed || name !== FIXED));
  return [first!, [extraRow], ...open, ...(isFixed ? [[fixedRow]] : []), [WINDOW_HEADING], ...windowRows()];
}

const cancelledLabels: Readonly<Record<string, string>> = default_cancellation_behavior.labels ?? {};

function FixedCancellation({ record }: { record: EquityPlanPage }) {
  const behaviour = String(record.default_cancellation_behavior ?? 'RETURN_TO_POOL');
  return (
    <p className="help">
      {sayAround`${default_cancellation_behavior.label}: ${cancelledLabels[behaviour] ?? behaviour}. This can no longer be edited: grants were made from the plan, and cap tables of past dates depend on it.`}
    </p>
  );
}

const hasClasses = (values: Values): Record<string, string> =>
  Array.isArray(values.share_class_ids) && values.share_class_ids.length > 0
    ? {}
    : { share_class_ids: say`Choose at least one share class.` };

export function EquityPlanCreate({ resource }: { resource: Resource }) {
  const may = useMay();
  if (!may('create', resource)) return <Denied what={say`the form for a plan`} />;
  return (
    <>
      <PageHead
        title={say`Adopt plan`}
        about={say`Sets shares aside for grants. It grants nothing by itself.`}
        back={{ to: listPath(resource.name), label: resource.label }}
      />
      <PlanFields resource={resource} />
    </>
  );
}

export function EquityPlanEdit({ resource }: { resource: Resource }) {
  return (
    <EditScreen<EquityPlanPage> resource={resource}>
      {(record) => <PlanFields resource={resource} record={record} />}
    </EditScreen>
  );
}

function PlanFields({ resource, record }: { resource: Resource; record?: EquityPlanPage }) {
  const dataProvider = useConsoleData();
  const runCommand = useCommand();
  const notify = useNotify();
  const redirect = useRedirect();
  const isFixed = record?.cancellation_fixed === true;
  const save = async (values: Values) => {
    const body = planBody(values, record);
    const path = record ? `/api/equity-plans/${encodeURIComponent(record.id)}` : resource.path;
    const saved = await runCommand(body, (options) =>
      dataProvider.send<EquityPlanPage>(record ? 'PUT' : 'POST', path, body, options),
    );
    notify(record ? say`Saved` : say`${String(body.name)} adopted`, { type: 'success' });
    redirect('show', resource.name, saved.id);
  };
  return (
    <CommandForm
      fields={() => (record ? described : adopted)}
      rows={() => rowsOf(record !== undefined, isFixed)}
      check={hasClasses}
      defaults={
        record
          ? { ...record, ...windowValues(record.exercise_windows) }
          : { date: today(), default_cancellation_behavior: 'RETURN_TO_POOL', ...windowValues([]) }
      }
      {...(record ? { readSaved: () => dataProvider.read<EquityPlanPage>(`/api/equity-plans/${record.id}`) } : {})}
      draftKey={record ? `equity-plans/${record.id}` : 'equity-plans/create'}
      onSubmit={save}
      failed={say`Nothing was saved.`}
      submitLabel={(values) => (record ? say`Save` : adoptLabel(values))}
      cancelTo={record ? showPath(resource.name, record.id) : listPath(resource.name)}
      extraInputs={{ share_class_ids: { label: shareClassesLegend, of: 'share-classes' } }}
      extras={isFixed ? { [fixedRow]: <FixedCancellation record={record} /> } : undefined}
      extra={<ShareClassBoxes ticksOnly help={say`Shares of these classes may be granted from the plan.`} />}
    />
  );
}

function adoptLabel(values: Values): string {
  const quantity = plainDecimal(values.reserved);
  return quantity && quantity !== '0' ? say`Adopt with ${countShares(quantity)}` : say`Adopt plan`;
}

/** The whole record on edit, the answered fields on create. */
function planBody(values: Values, record?: EquityPlanPage): Values {
  const exercise_windows = windowsTyped(values, record?.exercise_windows);
  const isWindow = (each: string) => windowNames.includes(each);
  if (record) {
    const kept = Object.entries(values).filter(([each]) => !isWindow(each));
    return { ...Object.fromEntries(kept), exercise_windows };
  }
  const asked = [...Object.keys(adopted).filter((each) => !isWindow(each)), 'share_class_ids'];
  const entries = asked.map((each) => [each, values[each]] as const);
  const given = Object.fromEntries(entries.filter(([, value]) => value !== undefined && value !== ''));
  return { ...given, exercise_windows, reserved: plainDecimal(values.reserved) ?? values.reserved };
}
