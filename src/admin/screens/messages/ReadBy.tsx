// Who has read a message: for the company, how many of the addressees, and with one press who and when; for a shareholder, that the
// company has.
import { say } from '#src/words/say.ts';
import { useId, useState } from 'react';
import { formatInstant } from '#src/admin/kit/format.ts';
import { Failed, Loading } from '#src/admin/kit/parts/states.tsx';
import { useRead } from '#src/admin/session/useRead.ts';
import type { MessageReader } from '#src/contract/messages.ts';
import type { Message } from '#src/contract/recordPages.ts';
import styles from './messages.module.css';

export function ReadBy({ message: { id, read_by, read_by_company } }: { message: Message }) {
  const [isOpen, setOpen] = useState(false);
  const list = useId();
  if (read_by_company) return <p className={styles.read}>{say`Read by the company`}</p>;
  if (!read_by || read_by.of === 0) return null;
  return (
    <div className={styles.read}>
      <button
        type="button"
        className="link"
        aria-expanded={isOpen}
        aria-controls={isOpen ? list : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {summaryOf(read_by)}
      </button>
      {isOpen && (
        <div id={list}>
          <Readers message={id} />
        </div>
      )}
    </div>
  );
}

function summaryOf({ count, of }: NonNullable<Message['read_by']>): string {
  if (of > 1) return say`Read by ${count} of ${of}`;
  return count > 0 ? say`Read` : say`Not read yet`;
}

function Readers({ message }: { message: string }) {
  const { data, error, refetch } = useRead<MessageReader[]>(
    `/api/messaging/messages/${encodeURIComponent(message)}/readers`,
  );
  if (error) return <Failed what={say`Who has read it`} error={error} retry={() => void refetch()} />;
  if (!data) return <Loading />;
  return (
    <ul className={styles.readers} aria-label={say`Who has read it`}>
      {data.map(({ shareholder_id, name, read_at }) => (
        <li key={shareholder_id}>
          <span>{name}</span>
          {read_at ? (
            <time dateTime={read_at}>{formatInstant(read_at)}</time>
          ) : (
            <span className="mut">{say`Not read yet`}</span>
          )}
        </li>
      ))}
    </ul>
  );
}
