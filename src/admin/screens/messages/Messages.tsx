// The threads: subject, last-updated date, a Closed chip. The loading and empty texts are the specification's.
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { ListBase, useListContext } from 'react-admin';
import { Link } from 'react-router-dom';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import type { Thread } from '#src/resources/messages.ts';
import { formatCompanyDay } from '#src/admin/kit/format.ts';
import { Icon } from '#src/admin/kit/icons.tsx';
import { Pager } from '#src/admin/kit/list/Pager.tsx';
import { Toolbar } from '#src/admin/kit/list/Toolbar.tsx';
import { PageHead } from '#src/admin/kit/parts/PageHead.tsx';
import { Blank, Failed, Loading } from '#src/admin/kit/parts/states.tsx';
import { ToneChip } from '#src/admin/kit/parts/ToneChip.tsx';
import { createPath, showPath } from '#src/admin/paths.ts';
import { useMay } from '#src/admin/session/useMe.ts';
import { useState } from 'react';
import styles from './messages.module.css';
import { ScrollBox } from '#src/admin/kit/parts/ScrollBox.tsx';

export function ThreadList({ resource }: { resource: Resource }) {
  const may = useMay();
  const [isFilterShown, setFilterShown] = useState(false);
  return (
    <ListBase
      resource={resource.name}
      perPage={10}
      sort={{ field: 'updated_at', order: 'DESC' }}
      queryOptions={{ retry: false, onError: (error: Error) => console.error('Loading messages failed', error) }}
    >
      <PageHead title={resource.label} about={resource.about}>
        {may('create', resource) && (
          <Link className="btn primary" to={createPath(resource.name)}>
            <Icon name="plus" />
            {resource.createLabel}
          </Link>
        )}
      </PageHead>
      <Toolbar resource={resource} isOpen={isFilterShown} onToggle={() => setFilterShown(!isFilterShown)} />
      <div className="card grid-box">
        <ScrollBox label={say`Messages, list`}>
          <Threads resource={resource} />
        </ScrollBox>
        <Pager />
      </div>
    </ListBase>
  );
}

function Threads({ resource }: { resource: Resource }) {
  const { data, error, isPending, refetch } = useListContext<Thread>();
  if (error) return <Failed what={say`The messages`} error={error} retry={() => void refetch()} />;
  if (isPending || !data) return <Loading />;
  if (data.length === 0) {
    return (
      <Blank icon="messages" title={say`No messages yet`}>
        {resource.about}
      </Blank>
    );
  }
  return (
    <ul className={`rows ${styles.threads}`}>
      {data.map((thread) => (
        <li key={thread.id}>
          <div>
            <p className="ttl">
              <Link className="link" to={showPath(resource.name, thread.id)}>
                {String(thread.subject)}
              </Link>
            </p>
            <p>
              {sayAround`To: ${String(thread.addressed_to)} · Last updated ${(<time dateTime={String(thread.updated_at)}>{formatCompanyDay(String(thread.updated_at))}</time>)}`}
            </p>
          </div>
          {thread.is_closed === true && <ToneChip tone="neutral">{say`Closed`}</ToneChip>}
        </li>
      ))}
    </ul>
  );
}
