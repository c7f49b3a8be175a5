// A payment: why it did not arrive and what to do now, its facts and its history.
import { Link } from 'react-router-dom';
import type { Resource } from '../../resources/kit/defineResource.ts';
import type { AnyRecord } from '../fieldKinds.tsx';
import { Icon } from '../icons.tsx';
import { createPath } from '../paths.ts';
import { useRole } from '../session/useMe.ts';
import { BesideHistory } from '../show/RecordHistory.tsx';
import { FactsCard, RecordHead, RecordScreen } from '../show/ResourceShow.tsx';
import { troubleOf } from './paymentTrouble.ts';

export default function PaymentShow({ resource }: { resource: Resource }) {
  return (
    <RecordScreen resource={resource}>
      {(record) => (
        <>
          <RecordHead resource={resource} record={record} />
          <Notice record={record} />
          <BesideHistory record={record}>
            <FactsCard resource={resource} record={record} omit={['failure_reason']} />
          </BesideHistory>
        </>
      )}
    </RecordScreen>
  );
}

function Notice({ record }: { record: AnyRecord }) {
  const isHolder = useRole() === 'shareholder';
  const trouble = troubleOf(record, isHolder);
  if (!trouble) return null;
  return (
    <div className={`alert above ${trouble.tone}`}>
      <Icon name="alert" />
      <p>
        <b>{trouble.what}</b> {trouble.todo}{' '}
        {isHolder && trouble.tone !== 'info' && (
          <Link className="link" to={createPath('messages')}>
            Write to the company
          </Link>
        )}
      </p>
    </div>
  );
}
