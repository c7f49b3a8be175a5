// A conversation: its messages in order, with their files, and the answer box below while it is open.
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { isHolder } from '#src/resources/kit/access.ts';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import type { ThreadPage } from '#src/contract/recordPages.ts';
import { formatInstant, formatCompanyDay, zoneNote } from '#src/admin/kit/format.ts';
import { PageHead } from '#src/admin/kit/parts/PageHead.tsx';
import { ToneChip } from '#src/admin/kit/parts/ToneChip.tsx';
import { listPath, showPath } from '#src/admin/paths.ts';
import { useRole } from '#src/admin/session/useMe.ts';
import { useConsoleData } from '#src/admin/session/useRead.ts';
import RecordActions from '#src/admin/kit/show/RecordActions.tsx';
import { disputeOf } from '#src/resources/verbs/messages.ts';
import { RecordScreen } from '#src/admin/kit/show/ResourceShow.tsx';
import { Answer } from './Answer.tsx';
import { FilesOfMessage } from './FilesOfMessage.tsx';
import { ReadBy } from './ReadBy.tsx';
import messagesStyles from './messages.module.css';
import sharedStyles from '../shared/shared.module.css';

export default function ThreadShow({ resource }: { resource: Resource }) {
  const [isNamed, setNamed] = useState(false);
  return (
    <RecordScreen<ThreadPage> resource={resource}>
      {(record) => (
        <>
          <NoteReading record={record} />
          <PageHead
            title={record.subject}
            back={{ to: listPath(resource.name), label: resource.label }}
            chip={record.is_closed === true ? <ToneChip tone="neutral">{say`Closed`}</ToneChip> : undefined}
            about={<AboutThread record={record} isNamed={isNamed} onName={() => setNamed(!isNamed)} />}
          >
            <RecordActions resource={resource} record={record} />
          </PageHead>
          <div className={messagesStyles.thread}>
            {isNamed && <Members record={record} />}
            <ol className={`card ${messagesStyles.messages}`}>
              {record.messages.map((message) => (
                <li key={message.id}>
                  <p className={messagesStyles.meta}>
                    <span>
                      <b>{message.author ?? say`Former member`}</b>
                      {message.on_behalf_of && <> {sayAround`for ${message.on_behalf_of}`}</>}
                    </span>
                    <time dateTime={message.at}>{formatInstant(message.at)}</time>
                  </p>
                  <p className={messagesStyles.said}>{message.body}</p>
                  <FilesOfMessage files={message.files} />
                  <ReadBy message={message} />
                </li>
              ))}
            </ol>
            <Answer record={record} />
          </div>
        </>
      )}
    </RecordScreen>
  );
}

/** Says once per new message that it was read: the other side is shown so, and a holder's portfolio no longer counts the thread. */
function NoteReading({ record: { id, messages } }: { record: ThreadPage }) {
  const data = useConsoleData();
  const newest = messages.at(-1)?.id;
  useEffect(() => {
    if (newest === undefined) return;
    data
      .send('POST', `/api/messaging/threads/${encodeURIComponent(id)}/read`, {})
      .catch((error: unknown) => console.error('Noting that the thread was read failed', error));
  }, [data, id, newest]);
  return null;
}

interface AboutThreadProps {
  record: ThreadPage;
  /** Whether the recipients are listed. */
  isNamed: boolean;
  onName: () => void;
}

function AboutThread({ record, isNamed, onName }: AboutThreadProps) {
  const dispute = disputeOf(record);
  const isOwn = isHolder(useRole());
  const readers = record.addressed_to;
  return (
    <>
      {sayAround`${(
        <span className={messagesStyles.toWhom}>
          <span>{say`To:`}</span>{' '}
          {record.participants.length < 2 ? (
            readers
          ) : (
            <button type="button" className="link" aria-expanded={isNamed} onClick={onName}>
              {readers}
            </button>
          )}
        </span>
      )} · Last updated ${formatCompanyDay(record.updated_at)} · ${zoneNote()}`}
      {isOwn && say` · The company sees when you have read its messages`}
      {dispute && (
        <>
          {say` · About `}
          <Link className="link" to={showPath(dispute.resource, dispute.id)}>
            {dispute.number}
          </Link>
        </>
      )}
    </>
  );
}

/** The recipients. A holder does not see the other recipients of a broadcast. */
function Members({ record }: { record: ThreadPage }) {
  return (
    <section className={`card ${sharedStyles.members}`} aria-label={say`Sent to`}>
      <h2>{record.mode === 'group' ? say`Members of this conversation` : say`Sent to`}</h2>
      <ul className={sharedStyles.picked}>
        {record.participants.map(({ id, name }) => (
          <li key={id} className="chip">
            {name}
          </li>
        ))}
      </ul>
    </section>
  );
}
