// The files of a distribution that went to the bank, and what came back of each.
import { inSentence } from '#src/words/inSentence.ts';
import { say } from '#src/words/say.ts';
import { Link } from 'react-router-dom';
import type { BatchLine } from '#src/contract/paymentBatches.ts';
import type { DistributionPage } from '#src/contract/recordPages.ts';
import { wordOf } from '#src/resources/kit/defineResource.ts';
import { paymentBatches } from '#src/resources/paymentBatches.ts';
import { formatDay, formatMoney, plural } from '#src/admin/kit/format.ts';
import { Card } from '#src/admin/kit/parts/Card.tsx';
import { Failed, Loading } from '#src/admin/kit/parts/states.tsx';
import { StatusChip } from '#src/admin/kit/parts/ToneChip.tsx';
import { showPath } from '#src/admin/paths.ts';
import { useRead } from '#src/admin/session/useRead.ts';
import { BatchFile } from './BatchFile.tsx';
import { BatchResultsButton } from './BatchResultsButton.tsx';
import { outcomes } from './outcomes.ts';
import styles from './batches.module.css';

/** For who reads the books; who keeps them has the files in the steps. */
export function DistributionBatches({ distribution }: { distribution: DistributionPage }) {
  const { data, error, isPending, refetch } = useBatches(distribution.id);
  return (
    <Card
      title={say`Payment batches`}
      about={say`Files for the bank, and what it answered`}
      flush
      className={`padtop ${styles.above}`}
    >
      {error ? (
        <Failed what={say`The batches`} error={error} retry={() => void refetch()} />
      ) : isPending ? (
        <Loading />
      ) : data.length === 0 ? (
        <p className="none">{say`No payment of it went out in a batch.`}</p>
      ) : (
        <BatchList batches={data} />
      )}
    </Card>
  );
}

export const useBatches = (distribution: string) =>
  useRead<BatchLine[]>(`/api/distributions/${encodeURIComponent(distribution)}/batches`);

/** `withResults`: the answer of the bank is brought in beside each. */
export function BatchList({ batches, withResults = false }: { batches: BatchLine[]; withResults?: boolean }) {
  return (
    <ul className={`rows ${styles.inStep}`}>
      {batches.map((batch) => (
        <li key={batch.id} className={styles.batch}>
          <div>
            <Link className="link ttl t13" to={showPath('payment-batches', batch.id)}>
              {batch.name}
            </Link>
            <p>
              {wordOf(paymentBatches.fields.format, batch.format)}, {formatDay(batch.execution_date)}:{' '}
              {plural(batch.count, say`payment`, say`payments`)}, {formatMoney(batch.total, batch.currency)}
            </p>
            {batch.status !== 'cancelled' && <p className="mut">{outcome(batch)}</p>}
          </div>
          <StatusChip field={paymentBatches.fields.status} value={batch.status} />
          <span className={styles.actions}>
            <BatchFile batch={batch} small />
            {withResults && <BatchResultsButton batch={batch} small />}
          </span>
        </li>
      ))}
    </ul>
  );
}

const outcome = ({ payments }: BatchLine) =>
  outcomes(payments)
    .filter(({ count }) => count > 0)
    .map(({ label, count }) => `${count} ${inSentence(label)}`)
    .join(', ');
