// A new message: subject, text and, for staff, the recipients: every shareholder or chosen ones.
import { say } from '#src/words/say.ts';
import { isHolder } from '#src/resources/kit/access.ts';
import { useNotify, useRedirect } from 'react-admin';
import { useSearchParams } from 'react-router-dom';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import { choice, text } from '#src/resources/kit/fields.ts';
import type { Fields } from '#src/resources/kit/fields.ts';
import type { Thread } from '#src/resources/messages.ts';
import { CommandForm, extraRow } from '#src/admin/kit/form/CommandForm.tsx';
import type { Values } from '#src/admin/kit/form/CommandForm.tsx';
import { PageHead } from '#src/admin/kit/parts/PageHead.tsx';
import { Denied } from '#src/admin/kit/parts/states.tsx';
import { listPath } from '#src/admin/paths.ts';
import { useMay, useRole } from '#src/admin/session/useMe.ts';
import { useConsoleData } from '#src/admin/session/useRead.ts';
import { useCommand } from '#src/admin/kit/verbs/useCommand.ts';
import { fileIdsOf, waitsForFiles } from './chosenFiles.ts';
import MessageFilesBox from './MessageFilesBox.tsx';
import { RecipientsBox } from './RecipientsBox.tsx';
import { limits } from '#src/resources/kit/limits.ts';

const to = choice(['all', 'some'], {
  required: true,
  default: 'some',
  label: say`To`,
  labels: { all: say`Every shareholder`, some: say`Chosen shareholders` },
});
/** Says who will read the answers, before anything is typed. */
const mode = choice(['broadcast', 'group'], {
  required: true,
  default: 'broadcast',
  label: say`Answers`,
  labels: { broadcast: say`Answers go to the company only`, group: say`Everyone sees every answer` },
});
const modeHelp: Record<string, string> = {
  broadcast: say`Each shareholder reads your messages and their own answers, but cannot see who else received them.`,
  group: say`All members see each other’s names and read every message.`,
};
const letter: Fields = {
  subject: text({ required: true, max: limits.subject }),
  body: text({ required: true, max: limits.message, multiline: true, label: say`Message` }),
};

export default function ThreadCreate({ resource }: { resource: Resource }) {
  const may = useMay();
  const isOwn = isHolder(useRole());
  const [search] = useSearchParams();
  const subject = search.get('subject') ?? '';
  const dataProvider = useConsoleData();
  const runCommand = useCommand();
  const notify = useNotify();
  const redirect = useRedirect();
  if (!may('create', resource)) return <Denied what={say`the form for a new message`} />;

  const send = async (values: Values) => {
    const body = threadBody(values, isOwn);
    const thread = await runCommand(body, (options) => dataProvider.send<Thread>('POST', resource.path, body, options));
    notify(say`Message sent`, { type: 'success' });
    redirect('show', resource.name, thread.id);
  };

  return (
    <>
      <PageHead
        title={say`New Message`}
        about={
          isOwn
            ? say`Goes to the company’s team. No other shareholder sees it.`
            : say`Each shareholder it is addressed to can read and answer it.`
        }
        back={{ to: listPath(resource.name), label: resource.label }}
      />
      <CommandForm
        fields={(values) => ({ ...(isOwn ? {} : { to }), ...(isToSeveral(values) ? { mode } : {}), ...letter })}
        rows={(values) => [
          ...(isOwn ? [] : [['to'], [extraRow]]),
          ...(isToSeveral(values) ? [['mode']] : []),
          ['subject'],
          ['body'],
          ['@files'],
        ]}
        help={(name, values) => (name === 'mode' ? modeHelp[String(values.mode)] : undefined)}
        check={(values) => ({ ...(isOwn ? {} : hasRecipients(values)), ...hasFiles(values) })}
        defaults={{ to: 'some', shareholder_ids: [], mode: 'broadcast', subject, file_ids: [] }}
        // A draft about another subject must not replace the given one.
        draftKey={subject ? `messages/create/${subject}` : 'messages/create'}
        onSubmit={send}
        failed={say`Nothing was sent.`}
        submitLabel={() => say`Send`}
        cancelTo={listPath(resource.name)}
        extra={isOwn ? undefined : <RecipientsBox />}
        extras={{ '@files': <MessageFilesBox /> }}
      />
    </>
  );
}

const chosenOf = (values: Values): unknown[] => (Array.isArray(values.shareholder_ids) ? values.shareholder_ids : []);
const isToSeveral = (values: Values) => values.to === 'all' || chosenOf(values).length > 1;

function hasRecipients(values: Values): Record<string, string> {
  return values.to === 'all' || chosenOf(values).length > 0
    ? {}
    : { shareholder_ids: say`Choose at least one shareholder.` };
}

function hasFiles({ file_ids }: Values): Record<string, string> {
  const waiting = waitsForFiles(file_ids);
  return waiting ? { file_ids: waiting } : {};
}

/** A shareholder's thread goes to the company; the server knows the sender from the session. */
export function threadBody(values: Values, isOwn: boolean): Values {
  const { subject, body } = values;
  const said = { subject, body, ...fileIdsOf(values.file_ids) };
  if (isOwn) return said;
  const to = { shareholder_ids: values.to === 'all' ? 'all' : values.shareholder_ids };
  return { ...said, ...to, ...(isToSeveral(values) ? { mode: values.mode } : {}) };
}
