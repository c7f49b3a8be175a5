// A conversation: its messages in order, and the answer box below while it is open.
import { isHolder } from '#src/resources/kit/access.ts';
import { useNotify } from 'react-admin';
import { useEffect, useState } from 'react';
import { draftPlace, keep, readKept } from '#src/auth/drafts.ts';
import { readUser } from '#src/auth/session.ts';
import type { FormEvent } from 'react';
import { Link } from 'react-router-dom';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import type { ThreadPage } from '#src/contract/recordPages.ts';
import { formatInstant, formatCompanyDay, zoneNote } from '#src/admin/kit/format.ts';
import { RestoredNote } from '#src/admin/kit/form/draft.tsx';
import { Icon } from '#src/admin/kit/icons.tsx';
import { PageHead } from '#src/admin/kit/parts/PageHead.tsx';
import { ToneChip } from '#src/admin/kit/parts/ToneChip.tsx';
import { useAct } from '#src/admin/kit/parts/useAct.ts';
import { listPath, showPath } from '#src/admin/kit/paths.ts';
import { useRole } from '#src/admin/session/useMe.ts';
import { useConsoleData } from '#src/admin/session/useRead.ts';
import RecordActions from '#src/admin/kit/show/RecordActions.tsx';
import { disputeOf, messageVerbs } from '#src/resources/verbs/messages.ts';
import { RecordScreen } from '#src/admin/kit/show/ResourceShow.tsx';
import { useCommand } from '#src/admin/kit/verbs/useCommand.ts';
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
            chip={record.is_closed === true ? <ToneChip tone="neutral">Closed</ToneChip> : undefined}
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
                      <b>{message.author ?? 'Former member'}</b>
                      {message.on_behalf_of && <> for {message.on_behalf_of}</>}
                    </span>
                    <time dateTime={message.at}>{formatInstant(message.at)}</time>
                  </p>
                  <p className={messagesStyles.said}>{message.body}</p>
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

/** Says once per new message that it was read, so that the portfolio no longer counts the thread. */
function NoteReading({ record: { id, messages } }: { record: ThreadPage }) {
  const data = useConsoleData();
  const isHolding = isHolder(useRole());
  const newest = messages.at(-1)?.id;
  useEffect(() => {
    if (!isHolding || newest === undefined) return;
    data
      .send('POST', `/api/messaging/threads/${encodeURIComponent(id)}/read`, {})
      .catch((error: unknown) => console.error('Noting that the thread was read failed', error));
  }, [data, id, isHolding, newest]);
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
  const readers = record.addressed_to;
  return (
    <>
      <span className={messagesStyles.toWhom}>
        <span>To:</span>{' '}
        {record.participants.length < 2 ? (
          readers
        ) : (
          <button type="button" className="link" aria-expanded={isNamed} onClick={onName}>
            {readers}
          </button>
        )}
      </span>{' '}
      · Last updated {formatCompanyDay(record.updated_at)} · {zoneNote()}
      {dispute && (
        <>
          {' · About '}
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
    <section className={`card ${sharedStyles.members}`} aria-label="Sent to">
      <h2>{record.mode === 'group' ? 'Members of this conversation' : 'Sent to'}</h2>
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

/** Says who will read the answer, before it is written. */
function readersOf(record: ThreadPage, isHolder: boolean): string {
  if (record.mode === 'group') return 'Everyone in this conversation sees every answer.';
  if (isHolder) return 'Your answer goes to the company only.';
  return record.participants.length > 1
    ? 'Every shareholder it was sent to can read this. Their answers go to the company only.'
    : 'The shareholder can read this. Nobody else outside the company can.';
}

function Answer({ record }: { record: ThreadPage }) {
  const role = useRole();
  const dataProvider = useConsoleData();
  const runCommand = useCommand();
  const notify = useNotify();
  // Kept like a form's draft, so that an ended session loses nothing.
  const draftKey = `messages/${record.id}/answer`;
  const [place] = useState(() => draftPlace('draft', readUser(), draftKey));
  const [before, setBefore] = useState(() => readKept<string>('draft', place) ?? '');
  const [body, writeBody] = useState(before);
  const setBody = (text: string) => {
    writeBody(text);
    keep('draft', place, text === '' ? null : text);
  };
  const { act, isBusy, problem } = useAct();
  if (record.is_closed === true) return <p className="mut">This thread is closed. Reopen it to answer.</p>;
  if (!messageVerbs.messages.roles.includes(role)) return null;

  const send = (event: FormEvent) => {
    event.preventDefault();
    return act('Your message was not sent.', async () => {
      await runCommand([record.id, body], (options) =>
        dataProvider.command('messages', record.id, 'messages', { body }, options),
      );
      setBody('');
      setBefore('');
      notify('Message sent', { type: 'success' });
    });
  };

  return (
    <form className={`card ${messagesStyles.answer}`} onSubmit={(event) => void send(event)}>
      {before !== '' && body !== '' && <RestoredNote draftKey={draftKey} />}
      {problem && (
        <p className="alert error" role="alert">
          <Icon name="alert" />
          <span>{problem}</span>
        </p>
      )}
      <div className="field">
        <label htmlFor="answer-body">Your message</label>
        <textarea
          id="answer-body"
          className="input"
          rows={4}
          value={body}
          onChange={(event) => setBody(event.target.value)}
          aria-describedby="answer-readers"
        />
        <p className="help" id="answer-readers">
          {readersOf(record, isHolder(role))}
        </p>
      </div>
      <div className="acts">
        <button type="submit" className="btn primary" disabled={body.trim() === '' || isBusy}>
          {isBusy ? 'Sending…' : 'Send'}
        </button>
      </div>
    </form>
  );
}
