// Invites every shareholder who was never invited: says first how many mails go, then sends them in parts, and shows what became
// of each.
import { inSentence } from '#src/words/inSentence.ts';
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { InvitationRow, InvitationRows } from '#src/contract/invitations.ts';
import { plural } from '#src/admin/kit/format.ts';
import { ConsoleDialog } from '#src/admin/kit/parts/ConsoleDialog.tsx';
import { Failed, Loading } from '#src/admin/kit/parts/states.tsx';
import { useAct } from '#src/admin/kit/parts/useAct.ts';
import { useCommand } from '#src/admin/kit/verbs/useCommand.ts';
import { useConsoleData, useRead } from '#src/admin/session/useRead.ts';
import { countsOf, outcomeWords } from './inviteAll.ts';
import styles from './inviteAll.module.css';
import { shownEmail } from '#src/domain/shownEmail.ts';

const PATH = '/api/portal/invitations';
/** Small parts, so that the progress moves and a lost connection leaves little open. */
const AT_ONCE = 20;

export default function InviteAllDialog({ onClose }: { onClose: () => void }) {
  const { data, error, isFetching, refetch } = useRead<InvitationRows>(PATH);
  const { done, isBusy, problem, send, stop } = useInviting();
  const close = () => {
    stop();
    onClose();
  };
  if (error && !data)
    return (
      <ConsoleDialog title={say`Invite all to the portal`} onClose={onClose}>
        <Failed what={say`The shareholders`} error={error} retry={() => void refetch()} />
      </ConsoleDialog>
    );
  if (!data || (isFetching && done.length === 0))
    return (
      <ConsoleDialog title={say`Invite all to the portal`} onClose={onClose}>
        <Loading />
      </ConsoleDialog>
    );
  const ready = data.rows.filter(({ outcome }) => outcome === 'ready');
  const left = ready.filter((each) => !done.some(({ shareholder_id }) => shareholder_id === each.shareholder_id));
  const hasBegun = done.length > 0 || problem !== null;
  return (
    <ConsoleDialog
      title={say`Invite all to the portal`}
      onClose={close}
      isBusy={isBusy}
      actions={
        <>
          <button type="button" className="btn" onClick={isBusy ? stop : close}>
            {isBusy ? say`Stop` : hasBegun || left.length === 0 ? say`Close` : say`Cancel`}
          </button>
          {left.length > 0 && !isBusy && (
            <button type="button" className="btn primary" onClick={() => void send(left)}>
              {hasBegun ? say`Send the others` : say`Send ${plural(left.length, say`invitation`, say`invitations`)}`}
            </button>
          )}
        </>
      }
    >
      {hasBegun || isBusy ? (
        <Progress done={done} total={ready.length} isBusy={isBusy} left={left.length} />
      ) : (
        <Question ready={ready} others={data.rows.filter(({ outcome }) => outcome !== 'ready')} />
      )}
      {problem && (
        <p className="alert error" role="alert">
          {problem}
        </p>
      )}
    </ConsoleDialog>
  );
}

/** Sends part after part. A part that failed may be sent again: who was invited is not invited twice. */
function useInviting() {
  const dataProvider = useConsoleData();
  const queryClient = useQueryClient();
  const runCommand = useCommand();
  const [done, setDone] = useState<InvitationRow[]>([]);
  const { act, isBusy, problem } = useAct();
  const isStopped = useRef(false);
  const send = async (rows: readonly InvitationRow[]) => {
    isStopped.current = false;
    await act(say`The others were not invited.`, async () => {
      for (let at = 0; at < rows.length && !isStopped.current; at += AT_ONCE) {
        const ids = rows.slice(at, at + AT_ONCE).map(({ shareholder_id }) => shareholder_id);
        const body = { shareholder_ids: ids };
        const answer = await runCommand([PATH, body], (options) =>
          dataProvider.send<InvitationRows>('POST', PATH, body, options),
        );
        setDone((before) => [...before, ...answer.rows]);
      }
    });
    void queryClient.invalidateQueries({ queryKey: ['shareholders'] });
  };
  return { done, isBusy, problem, send, stop: () => (isStopped.current = true) };
}

function Question({ ready, others }: { ready: readonly InvitationRow[]; others: readonly InvitationRow[] }) {
  return (
    <div className="dialog-text">
      {ready.length === 0 ? (
        <p>
          {say`Nobody is left to invite: every active shareholder with a usable address uses the portal or was invited before.`}
        </p>
      ) : (
        <>
          <p>
            {sayAround`${(<b>{plural(ready.length, say`mail`, say`mails`)}</b>)} ${ready.length === 1 ? say`goes` : say`go`} out, one to each active shareholder who was never invited. Each has a link that works once, for that person alone.`}
          </p>
          <Names title={say`See who`} rows={ready} />
        </>
      )}
      {countsOf(others).map(({ outcome, rows }) => (
        <Names
          key={outcome}
          title={say`${plural(rows.length, say`shareholder`, say`shareholders`)}: ${beginning(outcomeWords[outcome])}`}
          rows={rows}
        />
      ))}
    </div>
  );
}

/** The first letter alone: what follows may be a name. */
const beginning = (words: string) => inSentence(words.charAt(0)) + words.slice(1);

function Names({ title, rows }: { title: string; rows: readonly InvitationRow[] }) {
  return (
    <details className={styles.names}>
      <summary>{title}</summary>
      <ul>
        {rows.map(({ shareholder_id, name, email }) => (
          <li key={shareholder_id}>
            {name}
            {email && <span className="mut"> {shownEmail(email)}</span>}
          </li>
        ))}
      </ul>
    </details>
  );
}

interface ProgressProps {
  done: readonly InvitationRow[];
  total: number;
  left: number;
  isBusy: boolean;
}

function Progress({ done, total, left, isBusy }: ProgressProps) {
  const invited = done.filter(({ outcome }) => outcome === 'invited').length;
  const others = done.filter(({ outcome }) => outcome !== 'invited');
  return (
    <>
      <p aria-live="polite">
        {isBusy
          ? say`Sending: ${done.length} of ${total}`
          : say`${plural(invited, say`invitation was`, say`invitations were`)} sent.${left > 0 ? say` ${plural(left, say`shareholder is`, say`shareholders are`)} still to be invited.` : ''}`}
      </p>
      {isBusy && (
        <progress className="progress" max={total} value={done.length} aria-label={say`Sending invitations`} />
      )}
      {others.length > 0 && (
        <ul className={styles.results} aria-label={say`Not invited`}>
          {others.map(({ shareholder_id, name, outcome, detail }) => (
            <li key={shareholder_id}>
              <b>{name || say`A shareholder who was deleted`}</b>
              <span>{detail ?? outcomeWords[outcome]}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
