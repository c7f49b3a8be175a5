// A SAFE or a note: its terms, when it converts, and what became of it.
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { isHolder } from '#src/resources/kit/access.ts';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import { wordOf } from '#src/resources/kit/defineResource.ts';
import type { ConvertiblePage } from '#src/contract/recordPages.ts';
import { formatDay, formatMoney, today } from '#src/admin/kit/format.ts';
import { Card, Facts } from '#src/admin/kit/parts/Card.tsx';
import { useMe, useRole } from '#src/admin/session/useMe.ts';
import { RecordPdf } from '../shared/RecordPdf.tsx';
import { FactsCard, RecordHead, RecordScreen } from '#src/admin/kit/show/ResourceShow.tsx';
import { Acknowledgement } from '../shared/Acknowledgement.tsx';
import { SecurityColumns } from '../shared/SecurityParts.tsx';

export default function ConvertibleShow({ resource }: { resource: Resource }) {
  return (
    <RecordScreen<ConvertiblePage> resource={resource}>
      {(record) => (
        <>
          <RecordHead
            resource={resource}
            record={record}
            extra={<RecordPdf resource={resource} record={record} />}
            about={aboutOf(resource, record)}
          />
          <Acknowledgement resource={resource} record={record} />
          <Matured record={record} />
          <SecurityColumns resource={resource} record={record}>
            <FactsCard resource={resource} record={record} omit={omitted(record)} />
            <Triggers record={record} />
          </SecurityColumns>
        </>
      )}
    </RecordScreen>
  );
}

/** Facts that the page already shows in another place. */
function omitted({ converts_by, accrued_interest }: ConvertiblePage): string[] {
  const isPlain = converts_by === 'SAFE' || converts_by === 'NOTE';
  const isSaid = accrued_interest !== null;
  return ['currency', 'kind', ...(isPlain ? ['converts_by'] : []), ...(isSaid ? ['interest_payout'] : [])];
}

/** A matured note stays outstanding until an entry ends it, so the page says what the maturity means. */
function Matured({ record }: { record: ConvertiblePage }) {
  const role = useRole();
  const { user } = useMe();
  const { maturity_date: day, status } = record;
  if (status !== 'outstanding' || day === null || day >= today()) return null;
  return (
    <p className="alert info">
      {sayAround`${record.convertible_number} matured on ${formatDay(day)} and is still outstanding. ${
        isHolder(role)
          ? say`${user.client_display_name} has recorded no repayment, conversion or extension. Your note states what is due to you since that day. Ask the company when you will receive it.`
          : say`Record what happened to it: convert it, or cancel it if it was repaid.`
      }`}
    </p>
  );
}

function aboutOf(resource: Resource, record: ConvertiblePage): string {
  const kind = wordOf(resource.fields.kind, record.kind);
  return say`${kind} of ${record.shareholder} over ${formatMoney(record.amount, record.currency)}`;
}

function Triggers({ record }: { record: ConvertiblePage }) {
  const { triggers } = record;
  if (triggers.length === 0) return null;
  return (
    <Card title={say`When it converts`}>
      <Facts one items={triggers.map(({ name, words }) => ({ label: wordOf(null, name), value: words ?? '–' }))} />
    </Card>
  );
}
