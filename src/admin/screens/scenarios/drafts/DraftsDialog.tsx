// What the scenario would write into the ledger: reviewed one by one, and posted together or in parts.
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { useEffect, useRef, useState } from 'react';
import { useNotify } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import type { DraftDetails, DraftsAnswer, PostAnswer } from '#src/contract/scenarios/scenarioDrafts.ts';
import type { Draft } from '#src/resources/drafts.ts';
import { formatDay, plural } from '#src/admin/kit/format.ts';
import { ConsoleDialog } from '#src/admin/kit/parts/ConsoleDialog.tsx';
import { Failed, Loading } from '#src/admin/kit/parts/states.tsx';
import { useAct } from '#src/admin/kit/parts/useAct.ts';
import { HttpError } from '#src/httpClient.ts';
import { basename } from '#src/admin/paths.ts';
import { useCommand } from '#src/admin/kit/verbs/useCommand.ts';
import { useConsoleData, useRead } from '#src/admin/session/useRead.ts';
import { DraftTerms } from './DraftTerms.tsx';
import { ShortOf } from './ShortOf.tsx';
import { draftsPath } from './draftsPath.ts';
import type { ListedDraft } from './draftsPath.ts';
import styles from '../scenarios.module.css';

interface DraftsDialogProps {
  id: string;
  /** Of the entries: the day from which the scenario starts. */
  day: string;
  /** Some were posted already: the others are as they were made. */
  isFixed: boolean;
  onClose: () => void;
  onPosted: () => Promise<void>;
}

export default function DraftsDialog({ id, day, isFixed, onClose, onPosted }: DraftsDialogProps) {
  const data = useConsoleData();
  const runCommand = useCommand();
  const notify = useNotify();
  const navigate = useNavigate();
  const [drafts, setDrafts] = useState<readonly ListedDraft[] | null>(null);
  const [left, setLeft] = useState<readonly string[]>([]);
  const { act, isBusy, problem } = useAct();
  const [isOvertaken, setOvertaken] = useState(false);
  const isAsked = useRef(false);
  useEffect(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    const made: Promise<readonly ListedDraft[]> = isFixed
      ? data.read<ListedDraft[]>(draftsPath(id))
      : runCommand(['drafts', id], (options) =>
          data.send<DraftsAnswer>('POST', `/api/scenarios/${id}/drafts`, {}, options),
        ).then((answer) => answer.drafts.map((each) => ({ ...each, posted_at: null })));
    void act(say`No drafts were made.`, async () => setDrafts(await made));
  }, [act, data, id, isFixed, runCommand]);
  const unposted = (drafts ?? []).filter(({ posted_at }) => posted_at === null);
  const chosen = unposted.filter((draft) => !left.includes(draft.id));
  const ids = chosen.map((draft) => draft.id);
  const agreed = isOvertaken ? { accept_overtaken: true as const } : {};
  const body = { ids, ...agreed };
  const post = () =>
    act(
      say`Nothing was posted.`,
      async () => {
        const { charter } = await runCommand(['post', body], (options) =>
          data.send<PostAnswer>('POST', '/api/drafts/post', body, options),
        );
        const isShort = charter.classes.length + charter.plans.length > 0;
        notify(
          say`${plural(ids.length, say`draft`, say`drafts`)} posted${isShort ? say`. The dashboard shows what is missing` : ''}`,
          {
            type: isShort ? 'warning' : 'success',
          },
        );
        await onPosted();
        // What is left is at the scenario; afterwards the cap table is the scenario's.
        if (ids.length < unposted.length) onClose();
        else await navigate(`${basename}/cap-table?basis=fully_diluted`);
      },
      (error) => setOvertaken(isFixed && error instanceof HttpError && error.body.code === 'scenario_overtaken'),
    );
  const cure = () =>
    act(say`No drafts were added.`, async () => {
      await runCommand(['cures', body], (options) => data.send('POST', '/api/drafts/cures', body, options));
      setDrafts(await data.read<ListedDraft[]>(draftsPath(id)));
    });
  const remove = () =>
    act(say`Not all drafts were deleted.`, async () => {
      for (const { id: draft } of unposted)
        await runCommand(['delete', draft], (options) =>
          data.send('DELETE', `/api/drafts/${draft}`, undefined, options),
        );
      notify(say`The drafts that were left are deleted`, { type: 'success' });
      await onPosted();
      onClose();
    });

  return (
    <ConsoleDialog
      title={say`Prepare entries`}
      onClose={onClose}
      isBusy={isBusy}
      wide
      actions={
        <>
          <button type="button" className="btn" disabled={isBusy} onClick={onClose}>
            {say`Close`}
          </button>
          {isFixed && (
            <button type="button" className="btn" disabled={isBusy || drafts === null} onClick={() => void remove()}>
              {say`Delete those that are left`}
            </button>
          )}
          <button
            type="button"
            className="btn primary"
            disabled={isBusy || chosen.length === 0}
            onClick={() => void post()}
          >
            {isBusy && drafts
              ? say`Working…`
              : say`Post ${plural(chosen.length, say`draft`, say`drafts`)}${isOvertaken ? say` as agreed` : ''}`}
          </button>
        </>
      }
    >
      <p className="mut">
        {sayAround`Nothing is recorded until you post. The ticked entries are recorded together, dated ${formatDay(day)}: all of them or none.`}
      </p>
      {problem && (
        <p className="alert error" role="alert">
          {problem}
        </p>
      )}
      <ShortOf ids={ids} agreed={agreed} onCure={left.length === 0 && !isBusy ? () => void cure() : undefined} />
      {drafts === null && !problem && <Loading>{say`Making the drafts…`}</Loading>}
      {drafts !== null && (
        <ol className={styles.drafts}>
          {drafts.map((draft) => (
            <li key={draft.id}>
              <label className="box-choice">
                <input
                  type="checkbox"
                  disabled={isBusy || draft.posted_at !== null}
                  checked={draft.posted_at !== null || !left.includes(draft.id)}
                  onChange={() =>
                    setLeft(left.includes(draft.id) ? left.filter((each) => each !== draft.id) : [...left, draft.id])
                  }
                />
                {draft.summary}
                {draft.posted_at !== null && <small className="mut"> {say`posted`}</small>}
              </label>
              <Terms draft={draft} />
            </li>
          ))}
        </ol>
      )}
    </ConsoleDialog>
  );
}

/** Opens what the draft would write. */
function Terms({ draft: { id, summary } }: { draft: ListedDraft }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className="link"
        aria-expanded={isOpen}
        aria-label={say`Terms: ${summary}`}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? say`Hide the terms` : say`Terms`}
      </button>
      {isOpen && <ReadTerms id={id} />}
    </>
  );
}

function ReadTerms({ id }: { id: string }) {
  const { data: draft, error, refetch } = useRead<Draft & DraftDetails>(`/api/drafts/${encodeURIComponent(id)}`);
  if (draft) return <DraftTerms draft={draft} one />;
  return error ? (
    <Failed what={say`The draft`} error={error} retry={() => void refetch()} />
  ) : (
    <Loading>{say`Reading the draft…`}</Loading>
  );
}
