// In the steps of a distribution: asks all holders of a distribution who lack a bank account, a tax form or a country: shows who they are first.
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { useNotify } from 'react-admin';
import { Link } from 'react-router-dom';
import type { AskedDetail, AskedHolders, LackingHolders } from '#src/contract/missingDetails.ts';
import { FormDialog } from '#src/admin/kit/form/FormDialog.tsx';
import { plural } from '#src/admin/kit/format.ts';
import { showPath } from '#src/admin/paths.ts';
import { Failed, Loading } from '#src/admin/kit/parts/states.tsx';
import { useCommand } from '#src/admin/kit/verbs/useCommand.ts';
import { useConsoleData, useRead } from '#src/admin/session/useRead.ts';
import styles from './distributions.module.css';

const WORDS: Record<AskedDetail, string> = {
  bank_details: say`bank account`,
  tax_form: say`tax form`,
  country: say`country`,
};

/** `onDone`: they were asked. */
export default function AskHolders({ id, onDone }: { id: string; onDone: () => void }) {
  const path = `/api/distributions/${encodeURIComponent(id)}`;
  const { data, error, refetch } = useRead<LackingHolders>(`${path}/lacking`);
  const dataProvider = useConsoleData();
  const runCommand = useCommand();
  const notify = useNotify();
  const ask = async () => {
    const { asked, not_reached } = await runCommand(path, (options) =>
      dataProvider.send<AskedHolders>('POST', `${path}/ask-holders`, {}, options),
    );
    const others =
      not_reached > 0
        ? say` ${plural(not_reached, say`holder does`, say`holders do`)} not use the portal: invite them first.`
        : '';
    notify(say`${plural(asked, say`holder was`, say`holders were`)} asked.${others}`, { type: 'success' });
    onDone();
  };
  return (
    <FormDialog
      title={say`Ask for missing details`}
      submit={data && data.count > 0 ? askLabel(data) : null}
      busy={say`Asking…`}
      nothing={say`Nobody was asked.`}
      onSubmit={ask}
      isInPage
      onClose={onDone}
    >
      {error ? (
        <Failed what={say`The list`} error={error} retry={() => void refetch()} />
      ) : data ? (
        <Lacking answer={data} />
      ) : (
        <Loading />
      )}
    </FormDialog>
  );
}

const askLabel = ({ count, to_ask }: LackingHolders) =>
  to_ask > 0
    ? say`Ask ${plural(count, say`holder`, say`holders`)}`
    : say`Ask ${plural(count, say`holder`, say`holders`)} again`;

const SHOWN = 10;

function Lacking({ answer: { count, rows } }: { answer: LackingHolders }) {
  if (count === 0) return <p>{say`Nobody lacks a bank account, a tax form or a country.`}</p>;
  return (
    <div className="dialog-text">
      <p>{say`Each gets one email. The request stays in the portal until the details are there.`}</p>
      <ul className={styles.lacking} aria-label={say`What is missing`}>
        {rows.slice(0, SHOWN).map(({ shareholder_id, shareholder, lacks, is_asked, is_reached }) => (
          <li key={shareholder_id}>
            <Link className="link" to={showPath('shareholders', shareholder_id)}>
              {shareholder}
            </Link>
            : {lacks.map((each) => WORDS[each]).join(', ')}
            {is_asked && <span className="mut"> {say`(asked)`}</span>}
            {!is_reached && <span className="mut"> {say`(does not use the portal: invite them first)`}</span>}
          </li>
        ))}
        {count > SHOWN && <li>{sayAround`And ${count - SHOWN} more`}</li>}
      </ul>
    </div>
  );
}
