// The box in which a conversation is answered, while it is open.
import { say } from '#src/words/say.ts';
import { useEffect, useState } from 'react';
import type { FormEvent } from 'react';
import { useNotify } from 'react-admin';
import { RestoredNote } from '#src/admin/kit/form/draft.tsx';
import { LeaveGuard } from '#src/admin/kit/form/LeaveGuard.tsx';
import { Icon } from '#src/admin/kit/icons.tsx';
import { useAct } from '#src/admin/kit/parts/useAct.ts';
import { useCommand } from '#src/admin/kit/verbs/useCommand.ts';
import { useRole } from '#src/admin/session/useMe.ts';
import { useConsoleData } from '#src/admin/session/useRead.ts';
import { draftPlace, keep, readKept } from '#src/auth/keptDrafts.ts';
import { readUser } from '#src/auth/session.ts';
import type { ThreadPage } from '#src/contract/recordPages.ts';
import { isHolder } from '#src/resources/kit/access.ts';
import { messageVerbs } from '#src/resources/verbs/messages.ts';
import { fileIdsOf, waitsForFiles } from './chosenFiles.ts';
import type { ChosenFile } from './chosenFiles.ts';
import MessageFiles from './MessageFiles.tsx';
import messagesStyles from './messages.module.css';

interface Typed {
  body: string;
  files: readonly ChosenFile[];
}
const nothing: Typed = { body: '', files: [] };
const isEmpty = ({ body, files }: Typed) => body === '' && files.length === 0;

/** Says who will read the answer, before it is written. */
function readersOf(record: ThreadPage, isHolder: boolean): string {
  if (record.mode === 'group') return say`Everyone in this conversation sees every answer.`;
  if (isHolder) return say`Your answer goes to the company only.`;
  return record.participants.length > 1
    ? say`Every shareholder it was sent to can read this. Their answers go to the company only.`
    : say`The shareholder can read this. Nobody else outside the company can.`;
}

export function Answer({ record }: { record: ThreadPage }) {
  const role = useRole();
  const dataProvider = useConsoleData();
  const runCommand = useCommand();
  const notify = useNotify();
  // Kept like a form's draft, so that an ended session loses nothing.
  const draftKey = `messages/${record.id}/answer`;
  const [place] = useState(() => draftPlace('draft', readUser(), draftKey));
  const [before, setBefore] = useState(() => readKept<Typed>('draft', place) ?? nothing);
  const [typed, setTyped] = useState(before);
  const { body, files } = typed;
  const change = (part: (now: Typed) => Partial<Typed>) => setTyped((now) => ({ ...now, ...part(now) }));
  useEffect(() => keep('draft', place, isEmpty(typed) ? null : typed), [place, typed]);
  const { act, isBusy, problem } = useAct();
  const waiting = waitsForFiles(files);
  if (record.is_closed === true) return <p className="mut">{say`This thread is closed. Reopen it to answer.`}</p>;
  if (!messageVerbs.messages.roles.includes(role)) return null;

  const send = (event: FormEvent) => {
    event.preventDefault();
    return act(say`Your message was not sent.`, async () => {
      const sent = { body, ...fileIdsOf(files) };
      await runCommand([record.id, sent], (options) =>
        dataProvider.command('messages', record.id, 'messages', sent, options),
      );
      change(() => nothing);
      setBefore(nothing);
      notify(say`Message sent`, { type: 'success' });
    });
  };

  return (
    <form className={`card ${messagesStyles.answer}`} onSubmit={(event) => void send(event)}>
      {!isEmpty(before) && !isEmpty(typed) && <RestoredNote draftKey={draftKey} />}
      <LeaveGuard
        isTyped={!isEmpty(typed) && typed !== before}
        isHeld={() => !isBusy}
        isKept={() => place !== null}
        discard={() => keep('draft', place, null)}
      />
      {problem && (
        <p className="alert error" role="alert">
          <Icon name="alert" />
          <span>{problem}</span>
        </p>
      )}
      <div className="field">
        <label htmlFor="answer-body">{say`Your message`}</label>
        <textarea
          id="answer-body"
          className="input"
          rows={4}
          value={body}
          onChange={(event) => change(() => ({ body: event.target.value }))}
          aria-describedby="answer-readers"
        />
        <p className="help" id="answer-readers">
          {readersOf(record, isHolder(role))}
        </p>
      </div>
      <MessageFiles value={files} onChange={(part) => change((now) => ({ files: part(now.files) }))} isBusy={isBusy} />
      <div className="acts">
        <button
          type="submit"
          className="btn primary"
          disabled={body.trim() === '' || isBusy || waiting !== null}
          title={waiting ?? undefined}
        >
          {isBusy ? say`Sending…` : say`Send`}
        </button>
      </div>
    </form>
  );
}
