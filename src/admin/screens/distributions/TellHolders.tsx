// In the steps of a distribution: tells the holders of an approved distribution by mail: shows whom and with which words first, then sends once to each.
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { useNotify } from 'react-admin';
import type { DistributionNotices, NotifyAnswer } from '#src/contract/distributions/distributionNotices.ts';
import { FormDialog } from '#src/admin/kit/form/FormDialog.tsx';
import { formatInstant, plural } from '#src/admin/kit/format.ts';
import { Failed, Loading } from '#src/admin/kit/parts/states.tsx';
import { useCommand } from '#src/admin/kit/verbs/useCommand.ts';
import { useConsoleData, useRead } from '#src/admin/session/useRead.ts';
import { toNotify } from './steps/stepsOf.ts';
import styles from './distributions.module.css';
import { shownEmail } from '#src/domain/shownEmail.ts';

/** `onDone`: they were told. */
export default function TellHolders({ id, onDone }: { id: string; onDone: () => void }) {
  const path = `/api/distributions/${encodeURIComponent(id)}`;
  const { data, error, refetch } = useRead<DistributionNotices>(`${path}/notices`);
  const dataProvider = useConsoleData();
  const runCommand = useCommand();
  const notify = useNotify();
  const left = data ? toNotify(data) : 0;
  const send = async () => {
    const { sent_now } = await runCommand(path, (options) =>
      dataProvider.send<NotifyAnswer>('POST', `${path}/notify`, {}, options),
    );
    notify(say`${plural(sent_now, say`holder was`, say`holders were`)} notified`, { type: 'success' });
    onDone();
  };
  return (
    <FormDialog
      title={say`Notify shareholders`}
      submit={left > 0 ? say`Send ${plural(left, say`mail`, say`mails`)}` : null}
      busy={say`Sending…`}
      nothing={say`Nobody was notified.`}
      onSubmit={send}
      isInPage
      onClose={onDone}
    >
      {error ? (
        <Failed what={say`The mails`} error={error} retry={() => void refetch()} />
      ) : data ? (
        <Preview notices={data} left={left} />
      ) : (
        <Loading />
      )}
    </FormDialog>
  );
}

function Preview({ notices, left }: { notices: DistributionNotices; left: number }) {
  const { rows, holders, sent, without_address: without } = notices;
  return (
    <div className="dialog-text">
      <p>
        {left > 0
          ? say`${plural(left, say`mail goes`, say`mails go`)} out, one to each holder who was not notified yet. A mail names no amount: it links to the holder’s own page.`
          : say`Everybody has been notified.`}{' '}
        {sent > 0 &&
          say`${sent} of ${plural(holders, say`holder`, say`holders`)} ${sent === 1 ? say`was` : say`were`} notified before. `}
        {without > 0 &&
          say`${plural(without, say`holder has`, say`holders have`)} no email address: add it on their page, or write to them.`}
      </p>
      <ul className={styles.mails} aria-label={say`Mails`}>
        {rows.map((row) => (
          <li key={row.shareholder_id}>
            <details>
              <summary>
                <b>{row.shareholder}</b> <span className="mut">{stateOf(row)}</span>
              </summary>
              <p className={styles.subject}>{row.subject}</p>
              <p className={styles.mail}>{row.text}</p>
            </details>
          </li>
        ))}
      </ul>
      {rows.length < holders && <p className="mut">{sayAround`The first ${rows.length} of ${holders} are shown.`}</p>}
    </div>
  );
}

function stateOf({ email, sent_at }: DistributionNotices['rows'][number]): string {
  if (sent_at !== null) return say`told on ${formatInstant(sent_at)}${email ? `, ${shownEmail(email)}` : ''}`;
  return email === null ? say`no email address` : shownEmail(email);
}
