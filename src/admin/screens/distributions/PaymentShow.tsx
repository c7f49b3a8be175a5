// A payment: why it did not arrive and what to do now, its facts, how the amount was calculated, and its history.
import { say } from '#src/words/say.ts';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import type { PaymentPage } from '#src/contract/recordPages.ts';
import { Card } from '#src/admin/kit/parts/Card.tsx';
import { BesideHistory } from '#src/admin/kit/show/RecordHistory.tsx';
import { FactsCard, RecordHead, RecordScreen } from '#src/admin/kit/show/ResourceShow.tsx';
import { Contacts } from '../payments/Contacts.tsx';
import { Sentences, Voucher } from './PaymentFigure.tsx';
import { PaymentNotice } from './PaymentNotice.tsx';

export default function PaymentShow({ resource }: { resource: Resource }) {
  return (
    <RecordScreen<PaymentPage> resource={resource}>
      {(record) => (
        <>
          <RecordHead resource={resource} record={record} extra={<Voucher payment={record.id} />} />
          <PaymentNotice payment={record} />
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

/** Nothing is known of a payment of the past whose file named no shares. */
function HowItCame({ sentences }: { sentences: readonly string[] }) {
  if (sentences.length === 0) return null;
  return (
    <Card title={say`How this amount was calculated`}>
      <Sentences how={sentences} />
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
