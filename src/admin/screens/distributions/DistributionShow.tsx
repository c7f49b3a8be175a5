// A distribution: its sums, who gets what, and what may be done with it now.
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { isFixed } from '#src/domain/distribution/distributionMachine.ts';
import { Link } from 'react-router-dom';
import { editors, isHolder } from '#src/resources/kit/access.ts';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import { imports } from '#src/resources/imports.ts';
import { payments } from '#src/resources/payments.ts';
import type { DistributionPage } from '#src/contract/recordPages.ts';
import type { DistributionPreview } from '#src/contract/distributions/distributionPreview.ts';
import { formatDay, formatMoney } from '#src/admin/kit/format.ts';
import { Card } from '#src/admin/kit/parts/Card.tsx';
import { showPath } from '#src/admin/paths.ts';
import { useMay, useRole } from '#src/admin/session/useMe.ts';
import { useRead } from '#src/admin/session/useRead.ts';
import { RecordHistory } from '#src/admin/kit/show/RecordHistory.tsx';
import { FactsCard, RecordHead, RecordScreen } from '#src/admin/kit/show/ResourceShow.tsx';
import { DistributionBatches } from '../batches/DistributionBatches.tsx';
import { DistributionComparison } from './DistributionComparison.tsx';
import { DistributionLines } from './DistributionLines.tsx';
import { previewUrl } from './distributionPreview.ts';
import { OwnPayments } from './OwnPayments.tsx';
import { PaymentProgress } from './PaymentProgress.tsx';
import { classShares, isOrdered } from './perShare.ts';
import { DistributionSteps } from './steps/DistributionSteps.tsx';
import { RelatedTable } from '#src/admin/kit/list/RelatedTable.tsx';

export default function DistributionShow({ resource }: { resource: Resource }) {
  return (
    <RecordScreen<DistributionPage> resource={resource}>
      {(record) => (
        <>
          <RecordHead
            resource={resource}
            record={record}
            about={record.origin === 'brought_in' ? <BroughtIn record={record} /> : <About record={record} />}
            without={IN_STEPS}
          />
          <Content resource={resource} record={record} />
        </>
      )}
    </RecordScreen>
  );
}

/** Done at a step. */
const IN_STEPS = ['approve'];

function About({ record }: { record: DistributionPage }) {
  const payable = say`payable ${formatDay(record.payment_date)}.`;
  const role = useRole();
  const steps = useSteps(record);
  // The payments on the page say what a holder gets for a share.
  if (isHolder(role)) return say`A distribution, ${payable}`;
  const amount = amountIn(record, steps);
  return amount === '' ? say`A distribution, ${payable}` : `${amount}, ${payable}`;
}

/** `steps` undefined: not known yet. */
function amountIn({ amount_per_share: rate, total_amount: total, currency }: DistributionPage, steps?: Steps): string {
  const sum = total && formatMoney(String(total), currency);
  if (steps && isOrdered(steps)) {
    if (sum) return say`${sum} in all, by the order below`;
    const shares = classShares(steps, currency);
    return shares.length === 0 || shares.length > MOST_NAMED
      ? say`An amount for each class, by the order below`
      : say`${shares.map(({ name, figure }) => `${name} ${figure}`).join(', ')} a share`;
  }
  const perShare = steps && rate && say`${formatMoney(String(rate), currency)} per share`;
  return [perShare, sum && (rate ? say`${sum} in all` : say`${sum} to divide`)].filter(Boolean).join(', ');
}

/** More classes do not fit a line. */
const MOST_NAMED = 3;

type Steps = DistributionPreview['steps'];

/** In which order it reaches the classes. Undefined while it is read, and where it cannot be. */
function useSteps(record: DistributionPage): Steps | undefined {
  const role = useRole();
  const isRead = hasLines(record) && record.origin !== 'brought_in' && !isHolder(role);
  const { data } = useRead<DistributionPreview>(isRead ? previewUrl(record.id) : null);
  return isRead ? data?.steps : NO_STEPS;
}

const NO_STEPS: Steps = [];

/** An approval makes at least one payment. Without any, it was cancelled while pending, before its lines were fixed. */
const hasLines = ({ status, payment_sums }: DistributionPage) => status !== 'cancelled' || payment_sums.length > 0;

/** Where it came from, and where it can be undone. */
function BroughtIn({ record }: { record: DistributionPage }) {
  const may = useMay();
  const { import_id, total_amount: total, currency, payment_date } = record;
  return (
    <>
      {sayAround`${total ? say`${formatMoney(String(total), currency)} gross, due` : say`Due`} ${formatDay(String(payment_date))}. Paid before, and imported from a file.`}{' '}
      {import_id !== null && may('read', imports) && (
        <Link className="link" to={showPath('imports', import_id)}>
          {say`Open its import`}
        </Link>
      )}
    </>
  );
}

function Content({ resource, record }: { resource: Resource; record: DistributionPage }) {
  const role = useRole();
  const isDecided = isFixed(record.status);
  const isCancelled = record.status === 'cancelled';
  const isLined = hasLines(record);
  if (isHolder(role)) {
    return (
      <div className="stack">
        <OwnPayments distribution={record.id} />
        <DistributionFacts resource={resource} record={record} />
        <RecordHistory record={record} />
      </div>
    );
  }
  const isEditor = editors.includes(role);
  return (
    <>
      {isEditor && !isCancelled && record.origin !== 'brought_in' && <DistributionSteps record={record} />}
      {isDecided && (
        <div className={record.origin === 'brought_in' ? 'cols above' : 'cols left above'}>
          {record.origin !== 'brought_in' && <PaymentProgress distribution={record} />}
          <DistributionFacts resource={resource} record={record} />
        </div>
      )}
      {isDecided && !isEditor && record.origin !== 'brought_in' && <DistributionBatches distribution={record} />}
      {isLined && <DistributionLines record={record} />}
      {isLined && record.status !== 'pending' && record.origin !== 'brought_in' && (
        <DistributionComparison record={record} />
      )}
      {isDecided ? (
        <div className="stack">
          <PaymentsOf record={record} title={say`Payments`} />
          <RecordHistory record={record} />
        </div>
      ) : (
        <div className="cols side">
          <div className="stack">
            <DistributionFacts resource={resource} record={record} />
            {isCancelled && isLined && (
              <PaymentsOf
                record={record}
                title={
                  record.origin === 'brought_in' ? say`Payments that no longer count` : say`Payments that were not made`
                }
              />
            )}
          </div>
          <div className="stack">
            {record.status === 'pending' && !isEditor && (
              <Card title={say`Approval`}>
                <p className="mut">
                  {sayAround`Approving freezes the lines as of ${formatDay(record.record_date)} and creates the payments. Amounts cannot change afterwards. An owner or administrator approves.`}
                </p>
              </Card>
            )}
            <RecordHistory record={record} />
          </div>
        </div>
      )}
    </>
  );
}

/** The chip says where it came from, and no file says how it was paid. */
const omitted = ({ origin }: DistributionPage) => (origin === 'brought_in' ? ['origin', 'method'] : []);

function DistributionFacts({ resource, record }: { resource: Resource; record: DistributionPage }) {
  const role = useRole();
  const steps = useSteps(record);
  const isForAll = steps !== undefined && !isOrdered(steps) && !isHolder(role);
  const shares = steps && isOrdered(steps) ? classShares(steps, record.currency) : [];
  return (
    <FactsCard
      resource={resource}
      record={record}
      omit={[...omitted(record), ...(isForAll ? [] : ['amount_per_share'])]}
      extra={shares.map(({ name, figure }) => ({ label: say`${name}, a share`, value: figure }))}
    />
  );
}

function PaymentsOf({ record, title }: { record: DistributionPage; title: string }) {
  return (
    <Card
      title={title}
      about={say`One for each holder and class, ${record.origin === 'brought_in' ? say`as the file says` : say`gross fixed at approval`}; sorted by shareholder, then class`}
      flush
      className="padtop"
    >
      <RelatedTable
        resource={payments}
        filter={{ distribution_id: record.id }}
        columns={['id', 'shareholder_id', 'share_class_id', 'amount', 'status', 'scheduled_date']}
        sort={['shareholder_id', 'ASC']}
        isWhole
      />
    </Card>
  );
}
