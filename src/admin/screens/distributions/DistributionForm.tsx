// Creates a distribution, or edits a pending one: the amount, the classes and the record date.
import { say } from '#src/words/say.ts';
import { useNotify, useRedirect } from 'react-admin';
import { distributions } from '#src/resources/distributions.ts';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import { choice, money } from '#src/resources/kit/fields.ts';
import type { Fields } from '#src/resources/kit/fields.ts';
import type { DistributionPage } from '#src/contract/recordPages.ts';
import { CommandForm, extraRow } from '#src/admin/kit/form/CommandForm.tsx';
import type { Values } from '#src/admin/kit/form/CommandForm.tsx';
import { today } from '#src/admin/kit/format.ts';
import { PageHead } from '#src/admin/kit/parts/PageHead.tsx';
import { Denied } from '#src/admin/kit/parts/states.tsx';
import { listPath, showPath } from '#src/admin/paths.ts';
import { useMay } from '#src/admin/session/useMe.ts';
import { useConsoleData } from '#src/admin/session/useRead.ts';
import { plainDecimal } from '#src/admin/kit/verbs/figures.ts';
import { useCommand } from '#src/admin/kit/verbs/useCommand.ts';
import { StepsAhead } from './steps/StepLine.tsx';
import { DraftPreview } from './DraftPreview.tsx';
import { ShareClassBoxes, shareClassesLegend } from './ShareClassBoxes.tsx';
import { EditScreen } from '#src/admin/kit/form/EditScreen.tsx';
import { askedFields } from '#src/admin/kit/form/formRules.ts';

/** The amount is entered in one of two ways: per share, or as a total to divide. */
function distributionFields(values: Values): Fields {
  const isPot = values.amount_kind === 'total';
  return {
    ...askedFields(distributions, { values, isEdit: false, isHolder: false }),
    amount_kind: choice(['per_share', 'total'], {
      required: true,
      default: 'per_share',
      label: say`Amount`,
      labels: { per_share: say`Amount per share`, total: say`Total to divide` },
    }),
    ...(isPot
      ? { total_amount: money({ required: true, positive: true, scale: 2, label: say`Total amount` }) }
      : { amount_per_share: money({ required: true, positive: true, scale: 10, label: say`Amount/Share` }) }),
  };
}

function rows(values: Values): string[][] {
  const amount = values.amount_kind === 'total' ? 'total_amount' : 'amount_per_share';
  const [first, ...others] = distributions.form.map((row) => [...row]);
  return [first!, ['amount_kind', amount], [extraRow], ...others];
}

function hasClasses(values: Values): Record<string, string> {
  const chosen = Array.isArray(values.share_class_ids) ? values.share_class_ids : [];
  return chosen.length > 0 ? {} : { share_class_ids: say`Choose at least one share class.` };
}

/** The other amount is sent as null, so that an edit can switch from one to the other. */
export function distributionBody(values: Values, record?: DistributionPage): Values {
  const isPot = values.amount_kind === 'total';
  const figures = {
    amount_per_share: isPot ? null : (plainDecimal(values.amount_per_share) ?? values.amount_per_share),
    total_amount: isPot ? (plainDecimal(values.total_amount) ?? values.total_amount) : null,
  };
  const { amount_kind: _, ...rest } = values;
  const body = { ...record, ...rest, ...figures };
  // On creation, empty answers are not sent.
  return record ? body : Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null && value !== ''));
}

export function DistributionCreate({ resource }: { resource: Resource }) {
  const may = useMay();
  if (!may('create', distributions)) return <Denied what={say`the form for a new distribution`} />;
  return (
    <>
      <PageHead
        title={say`Create distribution`}
        about={say`Nothing is final yet. The next page shows what each holder would receive. An owner or administrator then approves it.`}
        back={{ to: listPath('distributions'), label: say`Distributions` }}
      />
      <StepsAhead />
      <DistributionFields resource={resource} />
    </>
  );
}

export function DistributionEdit({ resource }: { resource: Resource }) {
  return (
    <EditScreen<DistributionPage> resource={resource}>
      {(record) => <DistributionFields resource={resource} record={record} />}
    </EditScreen>
  );
}

function DistributionFields({ resource, record }: { resource: Resource; record?: DistributionPage }) {
  const dataProvider = useConsoleData();
  const runCommand = useCommand();
  const notify = useNotify();
  const redirect = useRedirect();
  const save = async (values: Values) => {
    const body = distributionBody(values, record);
    const path = record ? `/api/distributions/${encodeURIComponent(record.id)}` : resource.path;
    const saved = await runCommand(body, (options) =>
      dataProvider.send<DistributionPage>(record ? 'PUT' : 'POST', path, body, options),
    );
    notify(record ? say`Saved` : say`${String(body.name)} created: review the figures, then approve it`, {
      type: 'success',
    });
    redirect('show', 'distributions', saved.id);
  };
  return (
    <CommandForm
      fields={distributionFields}
      rows={rows}
      check={hasClasses}
      defaults={openedOf(record)}
      {...(record
        ? {
            readSaved: async () =>
              openedOf(await dataProvider.read<DistributionPage>(`/api/distributions/${record.id}`)),
          }
        : {})}
      extraInputs={{ share_class_ids: { label: shareClassesLegend, of: 'share-classes' } }}
      draftKey={record ? `distributions/${record.id}` : 'distributions/create'}
      onSubmit={save}
      failed={say`Nothing was saved.`}
      submitLabel={() => (record ? say`Save` : say`Create Distribution`)}
      cancelTo={record ? showPath('distributions', record.id) : listPath('distributions')}
      extra={<ShareClassBoxes ticksOnly />}
      Aside={Explained}
    />
  );
}

const openedOf = (record?: DistributionPage): Values => ({
  type: 'dividend',
  method: 'bank_transfer',
  record_date: today(),
  includes_vested_options: false,
  includes_unvested_options: false,
  amount_kind: record?.total_amount ? 'total' : 'per_share',
  share_class_ids: [],
  ...record,
});

/** As saving would send it, without the fields that only a saved record has. */
function draftBody(values: Values): Values {
  const declared = ['type', 'ex_date', 'record_date', 'payment_date', 'method', 'amount_per_share', 'total_amount'];
  const names = [...declared, 'includes_vested_options', 'includes_unvested_options', 'share_class_ids'];
  const body = distributionBody(values);
  return Object.fromEntries(names.filter((each) => each in body).map((each) => [each, body[each]]));
}

function Explained({ values }: { values: Values }) {
  return <DraftPreview values={values} body={draftBody(values)} />;
}
