// A distribution: its sums, who gets what, and what may be done with it now.
import { Link } from 'react-router-dom';
import { isHolder } from '../../../resources/kit/access.ts';
import type { Resource } from '../../../resources/kit/defineResource.ts';
import { imports } from '../../../resources/imports.ts';
import { payments } from '../../../resources/payments.ts';
import type { DistributionPage } from '../../../contract/recordPages.ts';
import { formatDay, formatMoney } from '../../kit/format.ts';
import { Card } from '../../kit/parts/Card.tsx';
import { showPath } from '../../kit/paths.ts';
import { useMay, useRole } from '../../session/useMe.ts';
import { RecordHistory } from '../../kit/show/RecordHistory.tsx';
import { FactsCard, RecordHead, RecordScreen } from '../../kit/show/ResourceShow.tsx';
import { DistributionBatches } from '../batches/DistributionBatches.tsx';
import { DistributionComparison } from './DistributionComparison.tsx';
import { DistributionLines } from './DistributionLines.tsx';
import { PaymentProgress } from './PaymentProgress.tsx';
import { RelatedTable } from '../../kit/list/RelatedTable.tsx';

export default function DistributionShow({ resource }: { resource: Resource }) {
  return (
    <RecordScreen<DistributionPage> resource={resource}>
      {(record) => (
        <>
          <RecordHead
            resource={resource}
            record={record}
            about={record.origin === 'brought_in' ? <BroughtIn record={record} /> : aboutOf(record)}
          />
          <Content resource={resource} record={record} />
        </>
      )}
    </RecordScreen>
  );
}

function aboutOf(record: DistributionPage): string {
  const { amount_per_share: rate, total_amount: total, currency } = record;
  const perShare = rate && `${formatMoney(String(rate), currency)} per share`;
  const inAll = total && `${formatMoney(String(total), currency)} ${rate ? 'in all' : 'to divide'}`;
  const amount = [perShare, inAll].filter(Boolean).join(', ') || 'A distribution';
  return `${amount}, payable ${formatDay(String(record.payment_date))}.`;
}

/** Where it came from, and where it can be undone. */
function BroughtIn({ record }: { record: DistributionPage }) {
  const may = useMay();
  const { import_id, total_amount: total, currency, payment_date } = record;
  return (
    <>
      {total ? `${formatMoney(String(total), currency)} gross, due` : 'Due'} {formatDay(String(payment_date))}. Paid
      before, and brought in with a file.{' '}
      {import_id !== null && may('read', imports) && (
        <Link className="link" to={showPath('imports', import_id)}>
          Open its import
        </Link>
      )}
    </>
  );
}

function Content({ resource, record }: { resource: Resource; record: DistributionPage }) {
  const role = useRole();
  const isDecided = record.status === 'approved' || record.status === 'paid';
  const isCancelled = record.status === 'cancelled';
  // An approval makes at least one payment. Without any, it was cancelled while pending, before its lines were fixed.
  const hasLines = !isCancelled || record.payment_sums.length > 0;
  if (isHolder(role)) {
    return (
      <div className="stack">
        <FactsCard resource={resource} record={record} omit={omitted(record)} />
        <PaymentsOf record={record} title="Your payments" />
        <RecordHistory record={record} />
      </div>
    );
  }
  return (
    <>
      {isDecided && (
        <div className={record.origin === 'brought_in' ? 'cols above' : 'cols left above'}>
          {record.origin !== 'brought_in' && <PaymentProgress distribution={record} />}
          <FactsCard resource={resource} record={record} omit={omitted(record)} />
        </div>
      )}
      {isDecided && record.origin !== 'brought_in' && <DistributionBatches distribution={record} />}
      {hasLines && <DistributionLines record={record} />}
      {hasLines && record.status !== 'pending' && record.origin !== 'brought_in' && (
        <DistributionComparison record={record} />
      )}
      {isDecided ? (
        <div className="stack">
          <PaymentsOf record={record} title="Payments" />
          <RecordHistory record={record} />
        </div>
      ) : (
        <div className="cols side">
          <div className="stack">
            <FactsCard resource={resource} record={record} omit={omitted(record)} />
            {isCancelled && hasLines && (
              <PaymentsOf
                record={record}
                title={record.origin === 'brought_in' ? 'Payments that no longer count' : 'Payments that were not made'}
              />
            )}
          </div>
          <div className="stack">
            {record.status === 'pending' && (
              <Card title="Approval">
                <p className="mut">
                  Approving freezes the lines as of {formatDay(String(record.record_date))} and creates the payments.
                  Amounts cannot change afterwards. An owner or administrator approves.
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

function PaymentsOf({ record, title }: { record: DistributionPage; title: string }) {
  return (
    <Card
      title={title}
      about={`One for each holder and class, ${record.origin === 'brought_in' ? 'as the file says' : 'fixed at approval'}; sorted by shareholder, then class`}
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
