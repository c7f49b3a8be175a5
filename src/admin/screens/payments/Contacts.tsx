// What was done to reach the holder of a payment that is due and unpaid, and when its money counts as abandoned.
import { useId, useState } from 'react';
import { useNotify } from 'react-admin';
import type { Contact, PaymentDormancy } from '../../../contract/unclaimed.ts';
import type { PaymentPage } from '../../../contract/recordPages.ts';
import { isHolder } from '../../../resources/kit/access.ts';
import { payments } from '../../../resources/payments.ts';
import { formatDay, today } from '../../kit/format.ts';
import { Card } from '../../kit/parts/Card.tsx';
import { ConsoleDialog } from '../../kit/parts/ConsoleDialog.tsx';
import { Failed, failureOf, Loading } from '../../kit/parts/states.tsx';
import { useCommand } from '../../kit/verbs/useCommand.ts';
import { useMay, useRole } from '../../session/useMe.ts';
import { useConsoleData, useRead } from '../../session/useRead.ts';
import { CHANNELS } from './unclaimedWords.ts';

export function Contacts({ record }: { record: PaymentPage }) {
  const isOwn = isHolder(useRole());
  if (isOwn || record.unpaid_days === null || record.unpaid_days === undefined) return null;
  return <ContactsCard record={record} />;
}

function ContactsCard({ record }: { record: PaymentPage }) {
  const may = useMay();
  const [isOpen, setOpen] = useState(false);
  const path = `/api/payments/${encodeURIComponent(record.id)}`;
  const { data, error, isPending, refetch } = useRead<Contact[]>(`${path}/contacts`);
  const mayWrite = may('update', payments);
  return (
    <Card
      title="Contacts"
      about={<Dormancy path={`${path}/dormancy`} />}
      end={
        mayWrite && (
          <button type="button" className="btn sm" onClick={() => setOpen(true)}>
            Note a contact
          </button>
        )
      }
    >
      {error ? (
        <Failed what="The contacts" error={error} retry={() => void refetch()} />
      ) : isPending ? (
        <Loading />
      ) : data.length === 0 ? (
        <p className="mut">Nobody has been written to or called about this payment yet.</p>
      ) : (
        <ul className="rows">
          {data.map((each) => (
            <li key={`${each.at} ${each.date} ${each.note}`}>
              <div>
                <b>
                  {CHANNELS[each.channel]}, {formatDay(each.date)}
                </b>
                <p>{each.note}</p>
                {each.actor && <p className="small mut">Noted by {each.actor}</p>}
              </div>
            </li>
          ))}
        </ul>
      )}
      {isOpen && <ContactDialog path={`${path}/contacts`} onClose={() => setOpen(false)} />}
    </Card>
  );
}

function Dormancy({ path }: { path: string }) {
  const { data } = useRead<PaymentDormancy>(path);
  if (!data) return null;
  if (!data.dormancy)
    return 'The holder’s address names no state of the United States, so no rule of dormancy applies.';
  const { state_name, years, dormant_on, letters_from, letters_to } = data.dormancy;
  const law = `${state_name}: abandoned after ${years} years`;
  return dormant_on <= today()
    ? `${law}, since ${formatDay(dormant_on)}.`
    : `${law}, on ${formatDay(dormant_on)}. Write once more from ${formatDay(letters_from)} to ${formatDay(letters_to)}.`;
}

function ContactDialog({ path, onClose }: { path: string; onClose: () => void }) {
  const data = useConsoleData();
  const run = useCommand();
  const notify = useNotify();
  const id = useId();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [body, setBody] = useState({ date: today(), channel: 'letter', note: '' });
  const save = async () => {
    setBusy(true);
    try {
      await run([path, body], (options) => data.send('POST', path, body, options));
      notify('The contact was noted', { type: 'success' });
      onClose();
    } catch (error) {
      console.error('Noting a contact failed', error);
      setProblem(failureOf('Nothing was noted.', error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <ConsoleDialog title="Note a contact" onClose={onClose} isBusy={isBusy}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        {problem && (
          <p className="alert error" role="alert">
            {problem}
          </p>
        )}
        <div className="form">
          <div className="field">
            <label htmlFor={`${id}-1`}>Day</label>
            <input
              id={`${id}-1`}
              type="date"
              className="input"
              required
              max={today()}
              value={body.date}
              onChange={(event) => setBody({ ...body, date: event.target.value })}
            />
          </div>
          <div className="field">
            <label htmlFor={`${id}-2`}>How</label>
            <select
              id={`${id}-2`}
              className="input"
              value={body.channel}
              onChange={(event) => setBody({ ...body, channel: event.target.value })}
            >
              {Object.entries(CHANNELS).map(([value, word]) => (
                <option key={value} value={value}>
                  {word}
                </option>
              ))}
            </select>
          </div>
          <div className="field">
            <label htmlFor={`${id}-3`}>What was said or sent</label>
            <textarea
              id={`${id}-3`}
              className="input"
              rows={3}
              required
              maxLength={2000}
              value={body.note}
              onChange={(event) => setBody({ ...body, note: event.target.value })}
            />
          </div>
        </div>
        <p className="small mut">What is noted stays, and the shareholder does not see it.</p>
        <div className="acts">
          <button type="button" className="btn" disabled={isBusy} onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="btn primary" disabled={isBusy}>
            {isBusy ? 'Working…' : 'Note contact'}
          </button>
        </div>
      </form>
    </ConsoleDialog>
  );
}
