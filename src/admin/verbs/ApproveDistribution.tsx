// Approving a distribution: what is approved is what is shown here. When it changed meanwhile, the server refuses, and the
// new figures stand here before anything is fixed.
import { useNotify, useRefresh } from 'react-admin';
import { useState } from 'react';
import type { AnyRecord } from '../fieldKinds.tsx';
import { formatDay, formatMoney, plural } from '../format.ts';
import { KeyValues } from '../parts/Card.tsx';
import { ConsoleDialog } from '../parts/ConsoleDialog.tsx';
import { focusHeading } from '../parts/focusHeading.ts';
import { Loading, sentenceOf } from '../parts/states.tsx';
import type { DistributionPreview } from '../screens/distributionPreview.ts';
import { useConsoleData, useRead } from '../session/useRead.ts';
import type { VerbDialogProps } from './types.ts';
import { useCommand } from './useCommand.ts';

export default function ApproveDistribution({ resource, record, verb, onClose, onDone }: VerbDialogProps) {
  const { data, error, isPending, refetch } = useRead<DistributionPreview>(`/api/distributions/${record.id}/preview`);
  const dataProvider = useConsoleData();
  const runCommand = useCommand();
  const notify = useNotify();
  const refresh = useRefresh();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const name = String(record.name);

  const approve = async (seen: DistributionPreview) => {
    setBusy(true);
    setProblem(null);
    const body = { preview_hash: seen.preview_hash, version: record.version };
    try {
      await runCommand([resource.name, record.id, verb.name, body], (options) =>
        dataProvider.command(resource.name, record.id, verb.name, body, options),
      );
      notify(`${name} approved`, { type: 'success' });
      onClose();
      if (onDone) onDone();
      else focusHeading();
    } catch (refused) {
      console.error('distributions.approve failed', refused);
      setProblem(sentenceOf(refused));
      refresh();
      await refetch();
      setBusy(false);
    }
  };

  return (
    <ConsoleDialog
      title={`Approve ${name}?`}
      onClose={onClose}
      isBusy={isBusy}
      actions={
        <>
          <button type="button" className="btn" disabled={isBusy} onClick={onClose}>
            Cancel
          </button>
          <button
            type="button"
            className="btn primary"
            disabled={isBusy || !data}
            onClick={() => data && void approve(data)}
          >
            {isBusy ? 'Working…' : 'Approve distribution'}
          </button>
        </>
      }
    >
      <p className="dialog-text">
        The lines are frozen as of {formatDay(String(record.record_date))} and a payment is created for each. Amounts
        cannot change afterwards; you can still cancel while no payment has started.
      </p>
      {problem && (
        <p className="alert error" role="alert">
          {problem}
        </p>
      )}
      {error && <p className="err">The figures could not be loaded. {sentenceOf(error)}</p>}
      {isPending && <Loading />}
      {data && <Figures record={record} preview={data} />}
    </ConsoleDialog>
  );
}

function Figures({ record, preview }: { record: AnyRecord; preview: DistributionPreview }) {
  const payable = preview.rows.filter((row) => !row.excluded_reason).length;
  return (
    <div className="preview">
      <KeyValues
        items={[
          ['Lines, one for each holder and class', plural(payable, 'line')],
          ['Gross', formatMoney(preview.total_gross)],
          ...(Number(preview.total_tax) > 0 ? [['Withheld', formatMoney(preview.total_tax)] as [string, string]] : []),
          [`Net to pay on ${formatDay(String(record.payment_date))}`, formatMoney(preview.total_net)],
        ]}
      />
    </div>
  );
}
