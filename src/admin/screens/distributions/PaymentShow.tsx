// A payment: why it did not arrive and what to do now, its facts and its history.
import { isHolder } from '../../../resources/kit/access.ts';
import { Link } from 'react-router-dom';
import type { Resource } from '../../../resources/kit/defineResource.ts';
import type { PaymentPage } from '../../../contract/recordPages.ts';
import { formatDay, withDays } from '../../kit/format.ts';
import { Icon } from '../../kit/icons.tsx';
import { messagePath } from '../../kit/paths.ts';
import { Card } from '../../kit/parts/Card.tsx';
import { DownloadButton } from '../../kit/parts/DownloadButton.tsx';
import { useRole } from '../../session/useMe.ts';
import { BesideHistory } from '../../kit/show/RecordHistory.tsx';
import { FactsCard, RecordHead, RecordScreen } from '../../kit/show/ResourceShow.tsx';
import { Contacts } from '../payments/Contacts.tsx';
import { troubleOf } from './paymentTrouble.ts';

export default function PaymentShow({ resource }: { resource: Resource }) {
  return (
    <RecordScreen<PaymentPage> resource={resource}>
      {(record) => (
        <>
          <RecordHead resource={resource} record={record} extra={<Voucher payment={record.id} />} />
          <Notice record={record} />
          <BesideHistory record={record}>
            <FactsCard resource={resource} record={record} omit={omitted(record)} />
            <HowItCame sentences={record.how} />
            <Contacts record={record} />
          </BesideHistory>
        </>
      )}
    </RecordScreen>
  );
}

function Voucher({ payment }: { payment: string }) {
  const path = `/api/payments/${encodeURIComponent(payment)}/voucher.pdf`;
  return <DownloadButton path={path} name={`voucher-${payment}.pdf`} what="The voucher" label="Voucher" />;
}

/** Nothing is known of a payment of the past whose file named no shares. */
function HowItCame({ sentences }: { sentences: readonly string[] }) {
  if (sentences.length === 0) return null;
  return (
    <Card title="How the figure came about">
      {sentences.map((sentence) => (
        <p key={sentence}>{withDays(sentence)}</p>
      ))}
    </Card>
  );
}

/** The net is the amount; what holds it is said above; without tax there is nothing to tell of it. */
const omitted = ({ origin, tax }: PaymentPage): string[] => [
  'failure_reason',
  'net',
  'is_held',
  'hold_reasons',
  'block_reason',
  ...(Number(tax) > 0 ? [] : ['gross', 'tax', 'withholding_rate', 'withholding_reason']),
  ...(origin === 'brought_in' ? ['origin', 'method', 'attempts'] : []),
];

/** The subject of a message about the payment: date and distribution tell it from the holder's other payments. */
function aboutOf({ scheduled_date: due, distribution }: PaymentPage): string {
  const day = typeof due === 'string' ? ` of ${formatDay(due)}` : '';
  return `Payment${day} from ${String(distribution)}`;
}

function Notice({ record }: { record: PaymentPage }) {
  const isOwn = isHolder(useRole());
  const trouble = troubleOf(record, isOwn);
  if (!trouble) return null;
  return (
    <div className={`alert above ${trouble.tone}`}>
      <Icon name="alert" />
      <p>
        <b>{trouble.what}</b> {trouble.todo}{' '}
        {isOwn && trouble.tone !== 'info' && (
          <Link className="link" to={messagePath(aboutOf(record))}>
            Write to the company
          </Link>
        )}
      </p>
    </div>
  );
}
