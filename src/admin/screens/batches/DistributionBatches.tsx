// The files of a distribution that went to the bank, on its page, and what came back of each.
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { BatchLine } from '#src/contract/paymentBatches.ts';
import type { DistributionPage } from '#src/contract/recordPages.ts';
import { wordOf } from '#src/resources/kit/defineResource.ts';
import { administrators } from '#src/resources/kit/access.ts';
import { paymentBatches } from '#src/resources/paymentBatches.ts';
import { formatDay, formatMoney, plural } from '#src/admin/kit/format.ts';
import { Card } from '#src/admin/kit/parts/Card.tsx';
import { LazyPart } from '#src/admin/kit/parts/LazyPart.tsx';
import { Failed, Loading } from '#src/admin/kit/parts/states.tsx';
import { StatusChip } from '#src/admin/kit/parts/ToneChip.tsx';
import { showPath } from '#src/admin/kit/paths.ts';
import { useRole } from '#src/admin/session/useMe.ts';
import { useRead } from '#src/admin/session/useRead.ts';
import { lazy } from 'react';
import { BatchFile } from './BatchFile.tsx';
import { BatchResultsButton } from './BatchResultsButton.tsx';
import { outcomes } from './outcomes.ts';
import styles from './batches.module.css';

const MakeBatchDialog = lazy(() => import('./MakeBatchDialog.tsx'));

export function DistributionBatches({ distribution }: { distribution: DistributionPage }) {
  const [isMaking, setMaking] = useState(false);
  const maySend = administrators.includes(useRole()) && distribution.status === 'approved';
  return (
    <Card
      title="Payment batches"
      about="Files for the bank, and what it answered"
      flush
      className={`padtop ${styles.above}`}
      end={
        maySend && (
          <button type="button" className="btn sm" onClick={() => setMaking(true)}>
            Make a batch
          </button>
        )
      }
    >
      <Batches id={distribution.id} maySend={maySend} />
      {isMaking && (
        <LazyPart what="The dialog">
          <MakeBatchDialog distribution={distribution} onClose={() => setMaking(false)} />
        </LazyPart>
      )}
    </Card>
  );
}

function Batches({ id, maySend }: { id: string; maySend: boolean }) {
  const { data, error, isPending, refetch } = useRead<BatchLine[]>(
    `/api/distributions/${encodeURIComponent(id)}/batches`,
  );
  if (error) return <Failed what="The batches" error={error} retry={() => void refetch()} />;
  if (isPending) return <Loading />;
  if (data.length === 0)
    return (
      <p className="none">
        {maySend
          ? 'No batch yet. Make one to pay many at once, with a file for the bank.'
          : 'No payment of it went out in a batch.'}
      </p>
    );
  return (
    <ul className="rows">
      {data.map((batch) => (
        <li key={batch.id} className={styles.batch}>
          <div>
            <Link className="link ttl t13" to={showPath('payment-batches', batch.id)}>
              {batch.name}
            </Link>
            <p>
              {wordOf(paymentBatches.fields.format, batch.format)}, {formatDay(batch.execution_date)}:{' '}
              {plural(batch.count, 'payment')}, {formatMoney(batch.total, batch.currency)}
            </p>
            {batch.status !== 'cancelled' && <p className="mut">{outcome(batch)}</p>}
          </div>
          <StatusChip field={paymentBatches.fields.status} value={batch.status} />
          <span className={styles.actions}>
            <BatchFile batch={batch} small />
            <BatchResultsButton batch={batch} small />
          </span>
        </li>
      ))}
    </ul>
  );
}

const outcome = ({ payments }: BatchLine) =>
  outcomes(payments)
    .filter(({ count }) => count > 0)
    .map(({ label, count }) => `${count} ${label.toLowerCase()}`)
    .join(', ');
