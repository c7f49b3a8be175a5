// A batch of payments: its file, what came back, and its payments.
import { say } from '#src/words/say.ts';
import { Link } from 'react-router-dom';
import type { PaymentBatchPage } from '#src/contract/recordPages.ts';
import { paymentBatches } from '#src/resources/paymentBatches.ts';
import { payments } from '#src/resources/payments.ts';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import { wordOf } from '#src/resources/kit/defineResource.ts';
import { formatDay, formatMoney, plural } from '#src/admin/kit/format.ts';
import { RelatedTable } from '#src/admin/kit/list/RelatedTable.tsx';
import { Card, Strip } from '#src/admin/kit/parts/Card.tsx';
import { showPath } from '#src/admin/paths.ts';
import { RecordHistory } from '#src/admin/kit/show/RecordHistory.tsx';
import { FactsCard, RecordHead, RecordScreen } from '#src/admin/kit/show/ResourceShow.tsx';
import { BatchFile } from './BatchFile.tsx';
import { BatchResultsButton } from './BatchResultsButton.tsx';
import { outcomes } from './outcomes.ts';
import styles from './batches.module.css';

export default function BatchShow({ resource }: { resource: Resource }) {
  return (
    <RecordScreen<PaymentBatchPage> resource={resource}>
      {(record) => (
        <>
          <RecordHead
            resource={resource}
            record={record}
            about={aboutBatch(record)}
            extra={
              <>
                <BatchFile batch={shown(record)} />
                <BatchResultsButton batch={shown(record)} />
              </>
            }
          />
          {record.status !== 'cancelled' && <Outcome record={record} />}
          <div className="cols side">
            <div className="stack">
              <Card
                title={say`Its payments`}
                about={
                  record.status === 'cancelled'
                    ? say`All were released when it was cancelled`
                    : say`Without those that were retried`
                }
                flush
                className="padtop"
              >
                <div className={styles.payments}>
                  <RelatedTable {...shownPayments(record)} sort={['shareholder_id', 'ASC']} isWhole />
                </div>
              </Card>
              <RecordHistory record={record} />
            </div>
            <div className="stack">
              <Card title={say`Distributions`} flush className="padtop">
                <ul className="rows">
                  {record.distributions.map(({ id, name, count, total }) => (
                    <li key={id}>
                      <div>
                        <Link className="link" to={showPath('distributions', id)}>
                          {name}
                        </Link>
                        <p>{plural(count, say`payment`, say`payments`)}</p>
                      </div>
                      <span className="tn">{formatMoney(total, record.currency)}</span>
                    </li>
                  ))}
                </ul>
              </Card>
              <FactsCard resource={resource} record={record} one />
            </div>
          </div>
        </>
      )}
    </RecordScreen>
  );
}

function aboutBatch({ count, prenotes, total, currency, format, execution_date, status }: PaymentBatchPage): string {
  const inside = [
    ...(Number(count) > 0
      ? [`${plural(Number(count), say`payment`, say`payments`)}, ${formatMoney(String(total), currency)}`]
      : []),
    ...(Number(prenotes) > 0 ? [plural(Number(prenotes), say`prenote`, say`prenotes`)] : []),
  ].join(', and ');
  const file = say`${inside}. ${wordOf(paymentBatches.fields.format, String(format))} file for ${formatDay(String(execution_date))}.`;
  return status === 'cancelled' ? say`Cancelled before the bank processed it: ${file}` : file;
}

/** Where all are of one distribution, it is named beside them and not in each row. */
function shownPayments({ id, distributions: [first, ...others] }: PaymentBatchPage) {
  const said = ['amount', 'status', 'reference', 'failure_reason'];
  return first && others.length === 0
    ? { resource: payments, filter: { batch_id: id, distribution_id: first.id }, columns: ['shareholder_id', ...said] }
    : { resource: payments, filter: { batch_id: id }, columns: ['shareholder_id', 'distribution_id', ...said] };
}

const shown = ({ id, name, format, status, execution_date }: PaymentBatchPage) => ({
  id: String(id),
  name: String(name),
  format: String(format),
  status: String(status),
  execution_date: String(execution_date),
});

function Outcome({ record: { payments: states } }: { record: PaymentBatchPage }) {
  return <Strip items={outcomes(states).map(({ label, count }) => ({ label, figure: String(count) }))} />;
}
