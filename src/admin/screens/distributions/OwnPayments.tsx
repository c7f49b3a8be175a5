// What a holder gets from a distribution: each of their payments with how the amount was calculated, what holds it, and its voucher.
import { say } from '#src/words/say.ts';
import { useGetList } from 'react-admin';
import { Link } from 'react-router-dom';
import type { PaymentPage } from '#src/contract/recordPages.ts';
import { DISTRIBUTION_CANCELLED, payments } from '#src/resources/payments.ts';
import { formatDay, formatMoney } from '#src/admin/kit/format.ts';
import { Card } from '#src/admin/kit/parts/Card.tsx';
import { Failed, Loading } from '#src/admin/kit/parts/states.tsx';
import { RecordStatus } from '#src/admin/kit/fieldKinds.tsx';
import { showPath } from '#src/admin/paths.ts';
import { useRead } from '#src/admin/session/useRead.ts';
import { Sentences, Voucher } from './PaymentFigure.tsx';
import { PaymentNotice } from './PaymentNotice.tsx';
import styles from './distributions.module.css';

/** A holder has one for each class. */
const MOST = 50;

export function OwnPayments({ distribution }: { distribution: string }) {
  const { data, error, isPending, refetch } = useGetList(
    'payments',
    {
      filter: { distribution_id: distribution },
      pagination: { page: 1, perPage: MOST },
      sort: { field: 'share_class_id', order: 'ASC' },
    },
    { retry: false, onError: (failure: Error) => console.error('Loading payments failed', failure) },
  );
  if (error) return <Failed what={say`Your payments`} error={error} retry={() => void refetch()} />;
  if (isPending || !data) return <Loading />;
  return data.map(({ id }) => <OwnPayment key={String(id)} id={String(id)} />);
}

function OwnPayment({ id }: { id: string }) {
  const { data, error, isPending, refetch } = useRead<PaymentPage>(`/api/payments/${encodeURIComponent(id)}`);
  if (error) return <Failed what={say`Your payment`} error={error} retry={() => void refetch()} />;
  if (isPending) return <Loading />;
  return (
    <Card
      title={titleOf(data)}
      about={aboutOf(data)}
      end={<RecordStatus field={payments.fields.status} record={data} />}
    >
      <PaymentNotice payment={data} />
      <Sentences how={data.how} />
      <div className={styles.own}>
        <Voucher payment={id} small />
        <Link className="link" to={showPath('payments', id)}>
          {say`Open the payment`}
        </Link>
      </div>
    </Card>
  );
}

function titleOf({ amount, currency, status, failure_reason }: PaymentPage): string {
  const money = formatMoney(String(amount), currency);
  if (failure_reason === DISTRIBUTION_CANCELLED) return say`${money} that is not paid`;
  return status === 'completed' ? say`You were paid ${money}` : say`You get ${money}`;
}

function aboutOf({ share_class, status, completed_at, scheduled_date: due }: PaymentPage): string {
  const when =
    status === 'completed' && completed_at
      ? say`paid on ${formatDay(String(completed_at).slice(0, 10))}`
      : due
        ? say`due on ${formatDay(String(due))}`
        : say`no day is set`;
  return [share_class, when].filter(Boolean).join(', ');
}
