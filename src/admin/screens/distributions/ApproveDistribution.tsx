// Approving a distribution: only the figures shown here are approved. If they change, the dialog shows the changes,
// and nothing is approved until somebody confirms that they reviewed them; a second press of the same button does not.
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { useNotify, useRefresh } from 'react-admin';
import { useId, useState } from 'react';
import { formatDay, formatMoney, plural } from '#src/admin/kit/format.ts';
import { KeyValues } from '#src/admin/kit/parts/Card.tsx';
import { ConsoleDialog } from '#src/admin/kit/parts/ConsoleDialog.tsx';
import { focusHeading } from '#src/admin/kit/parts/focusHeading.ts';
import { Loading, sentenceOf } from '#src/admin/kit/parts/states.tsx';
import { reasonAlone, useAct } from '#src/admin/kit/parts/useAct.ts';
import { ApprovalRefusal } from './ApprovalRefusal.tsx';
import { OrderList } from './DistributionOrder.tsx';
import { classShares, isOrdered } from './perShare.ts';
import { previewUrl } from './distributionPreview.ts';
import type { DistributionPreview } from './distributionPreview.ts';
import styles from './distributions.module.css';
import { useConsoleData, useRead } from '#src/admin/session/useRead.ts';
import type { VerbDialogProps } from '#src/admin/kit/verbs/types.ts';
import { sentenceIn } from '#src/resources/kit/verb.ts';
import { writerOf } from '#src/admin/kit/verbs/writer.ts';
import { useCommand } from '#src/admin/kit/verbs/useCommand.ts';

/** `isInPage`: a part of the distribution's page instead of a dialog. */
export default function ApproveDistribution(props: VerbDialogProps & { isInPage?: boolean }) {
  const { resource, record, verb, onClose, onDone, isInPage = false } = props;
  const { data, error, isPending, refetch } = useRead<DistributionPreview>(previewUrl(record.id));
  const dataProvider = useConsoleData();
  const runCommand = useCommand();
  const notify = useNotify();
  const refresh = useRefresh();
  const { act, isBusy, problem } = useAct({ words: reasonAlone });
  // The figures may be reloaded at any time: the reviewed ones are kept until somebody reviews the new ones.
  const [seen, setSeen] = useState<DistributionPreview | null>(null);
  if (data && !seen) setSeen(data);
  const hasChanged = Boolean(data && seen && !isSame(seen, data));
  const write = writerOf(record);
  const refusalId = useId();

  const approve = (preview: DistributionPreview) => {
    const body = { preview_hash: preview.preview_hash, version: preview.version };
    return act(
      say`The distribution was not approved.`,
      async () => {
        await runCommand([resource.name, record.id, verb.name, body], (options) =>
          dataProvider.command(resource.name, record.id, verb.name, body, options),
        );
        notify(sentenceIn(verb.done, record, write), { type: 'success' });
        onClose();
        if (onDone) onDone();
        else focusHeading();
        // In the page it stays until the record is there as it now is.
        return isInPage ? 'leaving' : undefined;
      },
      async (refused) => {
        refresh();
        const now = (await refetch()).data;
        if (!now || isSame(preview, now)) return false;
        // The list of changes says more than the refusal.
        console.error('distributions.approve failed', refused);
        return true;
      },
    );
  };

  const approveButton = (
    <button
      type="button"
      className="btn primary"
      aria-describedby={data?.approval_refusal ? refusalId : undefined}
      disabled={isBusy || !data || !seen || hasChanged || data.approval_refusal !== null}
      onClick={() => seen && void approve(seen)}
    >
      {isBusy ? say`Working…` : sentenceIn(verb.submit, record, write)}
    </button>
  );
  const inside = (
    <>
      <p className="dialog-text">
        {sentenceIn(verb.text!, { ...record, record_date: data?.record_date ?? record.record_date }, write)}
      </p>
      {problem && (
        <p className="alert error" role="alert">
          {problem}
        </p>
      )}
      {error && <p className="err">{sayAround`The figures could not be loaded. ${sentenceOf(error)}`}</p>}
      {isPending && <Loading />}
      {data && <ApprovalRefusal preview={data} id={refusalId} />}
      {data && <Figures preview={data} />}
      {data && seen && hasChanged && (
        <div className="alert warning" role="alert">
          <div>
            <p>{whatChanged(seen, data)}</p>
            <label className="box-choice">
              <input type="checkbox" checked={false} onChange={() => setSeen(data)} />
              {say`I have reviewed the new figures`}
            </label>
          </div>
        </div>
      )}
    </>
  );
  const title = sentenceIn(verb.title, record, write);
  if (isInPage)
    return (
      <section aria-label={title}>
        {inside}
        <div className="acts">{approveButton}</div>
      </section>
    );
  return (
    <ConsoleDialog
      title={title}
      onClose={onClose}
      isBusy={isBusy}
      actions={
        <>
          <button type="button" className="btn" disabled={isBusy} onClick={onClose}>
            {say`Cancel`}
          </button>
          {approveButton}
        </>
      }
    >
      {inside}
    </ConsoleDialog>
  );
}

const isSame = (one: DistributionPreview, other: DistributionPreview) =>
  one.preview_hash === other.preview_hash && one.version === other.version;

function sharesOf({ steps, amount_per_share, currency }: DistributionPreview): [string, string][] {
  if (!isOrdered(steps)) return [[say`Amount per share`, formatMoney(amount_per_share, currency)]];
  return classShares(steps, currency).map(({ name, figure }) => [say`${name}, a share`, figure]);
}

function figuresOf(preview: DistributionPreview): [string, string][] {
  const payable = preview.rows.filter((row) => !row.excluded_reason).length;
  return [
    ...sharesOf(preview),
    [say`Lines, one for each holder and class`, plural(payable, say`line`, say`lines`)],
    [say`Gross`, formatMoney(preview.total_gross, preview.currency)],
    ...(Number(preview.total_tax) > 0
      ? [[say`Withheld`, formatMoney(preview.total_tax, preview.currency)] as [string, string]]
      : []),
    [say`Net to pay`, formatMoney(preview.total_net, preview.currency)],
    [say`Record date`, formatDay(preview.record_date)],
    [say`Payable on`, formatDay(preview.payment_date)],
  ];
}

function whatChanged(before: DistributionPreview, now: DistributionPreview): string {
  const old = new Map(figuresOf(before));
  const changes = figuresOf(now)
    .filter(([name, value]) => old.get(name) !== value)
    .map(([name, value]) => say`${name}: was ${old.get(name) ?? say`none`}, is now ${value}.`);
  if (changes.length > 0) return say`This has changed since you opened it. ${changes.join(' ')}`;
  return before.preview_hash === now.preview_hash
    ? say`This has been saved again since you opened it. The figures are the same.`
    : say`This has changed since you opened it. The totals are the same, but its lines or its name, type, classes or method are not. See its page.`;
}

function Figures({ preview }: { preview: DistributionPreview }) {
  return (
    <div className="preview">
      <KeyValues items={figuresOf(preview)} />
      {isOrdered(preview.steps) && (
        <>
          <h3 className={styles.orderTitle}>{say`In this order`}</h3>
          <OrderList steps={preview.steps} />
        </>
      )}
    </div>
  );
}
