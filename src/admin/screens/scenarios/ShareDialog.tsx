// Read-only links to what the scenario answers now, for people without an account: made, copied, withdrawn.
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { ShareAnswer } from '#src/contract/scenarios/scenarios.ts';
import { formatInstant } from '#src/admin/kit/format.ts';
import { ConsoleDialog } from '#src/admin/kit/parts/ConsoleDialog.tsx';
import { Loading } from '#src/admin/kit/parts/states.tsx';
import { useAct } from '#src/admin/kit/parts/useAct.ts';
import { useCommand } from '#src/admin/kit/verbs/useCommand.ts';
import { useConsoleData, useRead } from '#src/admin/session/useRead.ts';
import type { ScenarioRecord } from './scenarioRecord.ts';
import styles from './scenarios.module.css';

export default function ShareDialog({ record, onClose }: { record: ScenarioRecord; onClose: () => void }) {
  const address = `/api/scenarios/${record.id}`;
  const data = useConsoleData();
  const runCommand = useCommand();
  const { data: current, refetch } = useRead<ScenarioRecord>(address);
  const [openedAt] = useState(() => Date.now());
  const [made, setMade] = useState<ShareAnswer | null>(null);
  const [isCopied, setCopied] = useState(false);
  const { act, isBusy, problem } = useAct();
  const { register, handleSubmit } = useForm({ defaultValues: { days: '30' } });
  const run = (work: () => Promise<void>, failed: string) =>
    act(failed, async () => {
      await work();
      await refetch();
    });
  const share = ({ days }: { days: string }) =>
    run(
      async () => {
        const body = { expires_in_days: Number(days) };
        setMade(
          await runCommand(['share', record.id, body], (options) =>
            data.send<ShareAnswer>('POST', `${address}/share`, body, options),
          ),
        );
        setCopied(false);
      },
      say`No link was made.`,
    );
  const withdraw = (id: string) =>
    run(
      async () => {
        await runCommand(['withdraw', id], (options) =>
          data.send('DELETE', `${address}/share/${id}`, undefined, options),
        );
        if (made?.share_id === id) setMade(null);
      },
      say`The link was not withdrawn.`,
    );
  const open = (current?.shares ?? record.shares).filter(
    ({ withdrawn_at, expires_at }) => withdrawn_at === null && Date.parse(expires_at) > openedAt,
  );
  return (
    <ConsoleDialog
      title={say`Share by a link`}
      onClose={onClose}
      isBusy={isBusy}
      actions={
        <button type="button" className="btn" disabled={isBusy} onClick={onClose}>
          {say`Close`}
        </button>
      }
    >
      <p className="mut">
        {say`Whoever has the link sees the figures as they are now: names, shares and payouts. They cannot change anything, and later changes are not shown.`}
      </p>
      {problem && (
        <p className="alert error" role="alert">
          {problem}
        </p>
      )}
      <form className={styles.share} onSubmit={(event) => void handleSubmit(share)(event)}>
        <label>
          {say`Ends after`}
          <select className="input" {...register('days')}>
            {['7', '30', '90', '365'].map((days) => (
              <option key={days} value={days}>
                {sayAround`${days} days`}
              </option>
            ))}
          </select>
        </label>
        <button type="submit" className="btn primary" disabled={isBusy}>
          {say`Make a link`}
        </button>
      </form>
      {made && (
        <div className="alert success">
          <div className={styles.link}>
            <input
              className="input"
              readOnly
              aria-label={say`The link`}
              value={made.url}
              onFocus={(event) => event.target.select()}
            />
            <button
              type="button"
              className="btn"
              onClick={() =>
                void navigator.clipboard.writeText(made.url).then(
                  () => setCopied(true),
                  (error: unknown) => console.error('The link was not copied', error),
                )
              }
            >
              {isCopied ? say`Copied` : say`Copy`}
            </button>
            <p>{say`It is shown only once.`}</p>
          </div>
        </div>
      )}
      {!current && <Loading />}
      {open.length > 0 && (
        <ul className={styles.links} aria-label={say`Links in force`}>
          {open.map(({ id, created_at, expires_at }) => (
            <li key={id}>
              <span>{sayAround`Made ${formatInstant(created_at)}, ends ${formatInstant(expires_at)}`}</span>
              <button type="button" className="btn sm" disabled={isBusy} onClick={() => void withdraw(id)}>
                {say`Withdraw`}
              </button>
            </li>
          ))}
        </ul>
      )}
    </ConsoleDialog>
  );
}
