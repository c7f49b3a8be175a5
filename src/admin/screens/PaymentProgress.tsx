// How far the payments of a distribution are: one count for each status.
import { useGetList } from 'react-admin';
import { Link } from 'react-router-dom';
import { payments } from '../../resources/payments.ts';
import type { AnyRecord } from '../fieldKinds.tsx';
import { Card } from '../parts/Card.tsx';
import { StatusChip } from '../parts/ToneChip.tsx';
import { listPath } from '../paths.ts';

const order = ['completed', 'processing', 'pending', 'failed'] as const;

export function PaymentProgress({ distributionId }: { distributionId: string }) {
  return (
    <Card title="Progress" flush>
      <ul className="rows tight">
        {order.map((status) => (
          <Line key={status} distributionId={distributionId} status={status} />
        ))}
      </ul>
    </Card>
  );
}

function Line({ distributionId, status }: { distributionId: string; status: string }) {
  const filter = { distribution_id: distributionId, status };
  const { total } = useGetList<AnyRecord>(
    'payments',
    { filter, pagination: { page: 1, perPage: 1 }, sort: { field: 'id', order: 'ASC' } },
    { retry: false, onError: () => {} },
  );
  return (
    <li>
      <div>
        <StatusChip field={payments.fields.status} value={status} />
      </div>
      <Link className="link tn" to={listPath('payments', filter)} aria-label={`${total ?? 0} ${status}`}>
        {total ?? '–'}
      </Link>
    </li>
  );
}
