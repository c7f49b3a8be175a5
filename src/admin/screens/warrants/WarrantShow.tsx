// A warrant: the shares it buys, its expiry, where it came from and what became of it.
import { inSentence } from '#src/words/inSentence.ts';
import { say } from '#src/words/say.ts';
import { wordOf } from '#src/resources/kit/defineResource.ts';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import { warrants } from '#src/resources/warrants.ts';
import type { WarrantPage } from '#src/contract/recordPages.ts';
import { formatMoney, formatShares } from '#src/admin/kit/format.ts';
import { RecordPdf } from '../shared/RecordPdf.tsx';
import { FactsCard, RecordHead, RecordScreen } from '#src/admin/kit/show/ResourceShow.tsx';
import { Acknowledgement } from '../shared/Acknowledgement.tsx';
import { SecurityColumns } from '../shared/SecurityParts.tsx';

export default function WarrantShow({ resource }: { resource: Resource }) {
  return (
    <RecordScreen<WarrantPage> resource={resource}>
      {(record) => (
        <>
          <RecordHead
            resource={resource}
            record={record}
            extra={<RecordPdf resource={resource} record={record} />}
            about={aboutOf(record)}
          />
          <Acknowledgement resource={resource} record={record} />
          <SecurityColumns resource={resource} record={record}>
            <FactsCard resource={resource} record={record} omit={['currency']} />
          </SecurityColumns>
        </>
      )}
    </RecordScreen>
  );
}

function aboutOf(record: WarrantPage): string {
  const { shareholder, status, exercise_price: price } = record;
  const at = price === null ? '' : say` at ${formatMoney(price, record.currency)} a share`;
  const of = (shares: string) => `${formatShares(shares)} ${record.share_class ?? say`shares`}${at}`;
  // An earlier form is continued in another one, and says what it was issued for.
  if (status === 'active') return say`${shareholder} may buy ${of(record.outstanding ?? '0')}`;
  if (status === 'upcoming') return say`${shareholder} may buy ${of(record.quantity)}`;
  if (status === 'expired') return say`${shareholder} could buy ${of(record.outstanding ?? '0')}; the warrant expired`;
  if (status !== 'exercised') {
    const ended = inSentence(wordOf(warrants.fields.status, status));
    return say`${shareholder} could buy ${of(record.quantity)}; the warrant was ${ended}`;
  }
  const rest =
    record.cancelled_total === '0' ? '' : say`; ${formatShares(record.cancelled_total)} lapsed or were cancelled`;
  return say`${shareholder} bought ${of(record.exercised_total)}${rest}`;
}
