// Approve and cancel a distribution: the figures first, then a verb that names them.
import type { AnyRecord } from '../fieldKinds.tsx';
import { formatDay, formatMoney, plural } from '../format.ts';
import { KeyValues } from '../parts/Card.tsx';
import { Loading, sentenceOf } from '../parts/states.tsx';
import { useRead } from '../session/useRead.ts';
import type { DistributionPreview } from '../screens/distributionPreview.ts';
import type { VerbSpec } from './types.ts';

const nameOf = (record: AnyRecord) => String(record.name);

function Figures({ record }: { record: AnyRecord }) {
  const { data, error, isPending } = useRead<DistributionPreview>(`/api/distributions/${record.id}/preview`);
  if (error) return <p className="err">The figures could not be loaded. {sentenceOf(error)}</p>;
  if (isPending) return <Loading />;
  return (
    <div className="preview">
      <KeyValues
        items={[
          ['Lines, one for each holder and class', plural(payable(data), 'line')],
          ['Gross', formatMoney(data.total_gross)],
          ...(Number(data.total_tax) > 0 ? [['Withheld', formatMoney(data.total_tax)] as [string, string]] : []),
          [`Net to pay on ${formatDay(String(record.payment_date))}`, formatMoney(data.total_net)],
        ]}
      />
    </div>
  );
}

const payable = (preview: DistributionPreview) => preview.rows.filter((row) => !row.excluded_reason).length;

export const distributionVerbs: Record<string, VerbSpec> = {
  'distributions.approve': {
    title: (record) => `Approve ${nameOf(record)}?`,
    text: (record) => (
      <p>
        The lines are frozen as of {formatDay(String(record.record_date))} and a payment is created for each. Amounts
        cannot change afterwards; you can still cancel while no payment has started.
      </p>
    ),
    fields: {},
    Preview: Figures,
    submit: () => 'Approve distribution',
    done: (record) => `${nameOf(record)} approved`,
  },
  'distributions.cancel': {
    title: (record) => `Cancel ${nameOf(record)}?`,
    text: (record) => (
      <p>
        {record.status === 'approved'
          ? 'Its payments are cancelled with it. That is possible only while none has started.'
          : 'Nobody is paid. The distribution stays in the list as cancelled.'}
      </p>
    ),
    fields: {},
    submit: () => 'Cancel distribution',
    keep: 'Keep distribution',
    done: (record) => `${nameOf(record)} cancelled`,
  },
};
