// In the steps of a distribution: asks all holders of a distribution who lack a bank account, a tax form or a country: shows who they are first.
import { useNotify } from 'react-admin';
import { Link } from 'react-router-dom';
import type { AskedDetail, AskedHolders, LackingHolders } from '#src/contract/missingDetails.ts';
import { FormDialog } from '#src/admin/kit/form/FormDialog.tsx';
import { plural } from '#src/admin/kit/format.ts';
import { showPath } from '#src/admin/kit/paths.ts';
import { Failed, Loading } from '#src/admin/kit/parts/states.tsx';
import { useCommand } from '#src/admin/kit/verbs/useCommand.ts';
import { useConsoleData, useRead } from '#src/admin/session/useRead.ts';
import styles from './distributions.module.css';

const WORDS: Record<AskedDetail, string> = { bank_details: 'bank account', tax_form: 'tax form', country: 'country' };

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
        ? ` ${plural(not_reached, 'holder does', 'holders do')} not use the portal: invite them first.`
        : '';
    notify(`${plural(asked, 'holder was', 'holders were')} asked.${others}`, { type: 'success' });
    onDone();
  };
  return (
    <FormDialog
      title="Ask for missing details"
      submit={data && data.count > 0 ? askLabel(data) : null}
      busy="Asking…"
      nothing="Nobody was asked."
      onSubmit={ask}
      isInPage
      onClose={onDone}
    >
      {error ? (
        <Failed what="The list" error={error} retry={() => void refetch()} />
      ) : data ? (
        <Lacking answer={data} />
      ) : (
        <Loading />
      )}
    </FormDialog>
  );
}

const askLabel = ({ count, to_ask }: LackingHolders) =>
  to_ask > 0 ? `Ask ${plural(count, 'holder')}` : `Ask ${plural(count, 'holder')} again`;

const SHOWN = 10;

function Lacking({ answer: { count, rows } }: { answer: LackingHolders }) {
  if (count === 0) return <p>Nobody lacks a bank account, a tax form or a country.</p>;
  return (
    <div className="dialog-text">
      <p>Each gets one email. The request stays in the portal until the details are there.</p>
      <ul className={styles.lacking} aria-label="What is missing">
        {rows.slice(0, SHOWN).map(({ shareholder_id, shareholder, lacks, is_asked, is_reached }) => (
          <li key={shareholder_id}>
            <Link className="link" to={showPath('shareholders', shareholder_id)}>
              {shareholder}
            </Link>
            : {lacks.map((each) => WORDS[each]).join(', ')}
            {is_asked && <span className="mut"> (asked)</span>}
            {!is_reached && <span className="mut"> (does not use the portal: invite them first)</span>}
          </li>
        ))}
        {count > SHOWN && <li>And {count - SHOWN} more</li>}
      </ul>
    </div>
  );
}
