// What was done to reach the holder of a payment that is due and unpaid, and when its money counts as abandoned.
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import type { Contact, PaymentDormancy } from '#src/contract/unclaimed.ts';
import type { PaymentPage } from '#src/contract/recordPages.ts';
import { isHolder } from '#src/resources/kit/access.ts';
import { choice, date, text } from '#src/resources/kit/fields.ts';
import type { Fields } from '#src/resources/kit/fields.ts';
import { payments } from '#src/resources/payments.ts';
import { FormDialog } from '#src/admin/kit/form/FormDialog.tsx';
import { formatDay, today } from '#src/admin/kit/format.ts';
import { Card } from '#src/admin/kit/parts/Card.tsx';
import { Failed, Loading } from '#src/admin/kit/parts/states.tsx';
import { useCommand } from '#src/admin/kit/verbs/useCommand.ts';
import { useMay, useRole } from '#src/admin/session/useMe.ts';
import { useConsoleData, useRead } from '#src/admin/session/useRead.ts';
import { CHANNELS, CHANNEL_WORDS } from './unclaimedWords.ts';

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
      title={say`Contacts`}
      about={<Dormancy path={`${path}/dormancy`} />}
      end={
        mayWrite && (
          <button type="button" className="btn sm" onClick={() => setOpen(true)}>
            {say`Note a contact`}
          </button>
        )
      }
      flush
    >
      {error ? (
        <Failed what={say`The contacts`} error={error} retry={() => void refetch()} />
      ) : isPending ? (
        <Loading />
      ) : data.length === 0 ? (
        <p className="body mut">{say`Nobody has been written to or called about this payment yet.`}</p>
      ) : (
        <ul className="rows">
          {data.map((each) => (
            <li key={`${each.at} ${each.date} ${each.note}`}>
              <div>
                <b>
                  {CHANNEL_WORDS[each.channel]}, {formatDay(each.date)}
                </b>
                <p>{each.note}</p>
                {each.actor && <p className="small mut">{sayAround`Noted by ${each.actor}`}</p>}
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
    return say`The holder’s address names no state of the United States, so no dormancy rule applies.`;
  const { state_name, years, dormant_on, letters_from, letters_to } = data.dormancy;
  const law = say`${state_name}: abandoned after ${years} years`;
  return dormant_on <= today()
    ? say`${law}, since ${formatDay(dormant_on)}.`
    : say`${law}, on ${formatDay(dormant_on)}. Write once more between ${formatDay(letters_from)} and ${formatDay(letters_to)}.`;
}

const contactFields: Fields = {
  date: date({ required: true, label: say`Day` }),
  channel: choice(CHANNELS, { required: true, default: 'letter', label: say`How`, labels: CHANNEL_WORDS }),
  note: text({
    required: true,
    multiline: true,
    max: 2000,
    label: say`What was said or sent`,
    help: say`A note is permanent, and the shareholder does not see it.`,
  }),
};

function ContactDialog({ path, onClose }: { path: string; onClose: () => void }) {
  const data = useConsoleData();
  const run = useCommand();
  const notify = useNotify();
  return (
    <FormDialog
      title={say`Note a contact`}
      fields={contactFields}
      starts={{ date: today(), channel: 'letter' }}
      check={({ date: day }): Record<string, string> =>
        String(day) > today() ? { date: say`Enter a day that is not in the future.` } : {}
      }
      submit={say`Note contact`}
      busy={say`Noting it…`}
      nothing={say`Nothing was noted.`}
      onSubmit={async (contact) => {
        await run([path, contact], (options) => data.send('POST', path, contact, options));
        notify(say`The contact was noted`, { type: 'success' });
        onClose();
      }}
      onClose={onClose}
    />
  );
}
