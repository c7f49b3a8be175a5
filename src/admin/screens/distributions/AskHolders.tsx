// Asks all holders of a distribution who lack a bank account, a tax form or a country: shows who they are first.
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { Link } from 'react-router-dom';
import type { AskedDetail, AskedHolders, LackingHolders } from '#src/contract/missingDetails.ts';
import type { DistributionPage } from '#src/contract/recordPages.ts';
import { editors } from '#src/resources/kit/access.ts';
import { FormDialog } from '#src/admin/kit/form/FormDialog.tsx';
import { plural } from '#src/admin/kit/format.ts';
import { Icon } from '#src/admin/kit/icons.tsx';
import { showPath } from '#src/admin/kit/paths.ts';
import { Failed, Loading } from '#src/admin/kit/parts/states.tsx';
import { useCommand } from '#src/admin/kit/verbs/useCommand.ts';
import { useRole } from '#src/admin/session/useMe.ts';
import { useConsoleData, useRead } from '#src/admin/session/useRead.ts';
import styles from './distributions.module.css';

const WORDS: Record<AskedDetail, string> = { bank_details: 'bank account', tax_form: 'tax form', country: 'country' };

/** While somebody is still to be paid. */
export function AskHolders({ record }: { record: DistributionPage }) {
  const [isOpen, setOpen] = useState(false);
  const isOpenYet = record.status === 'pending' || record.status === 'approved';
  if (!editors.includes(useRole()) || !isOpenYet || record.origin === 'brought_in') return null;
  return (
    <>
      <button type="button" className="btn" onClick={() => setOpen(true)}>
        <Icon name="tasks" />
        Ask for missing details
      </button>
      {isOpen && <Dialog id={record.id} onClose={() => setOpen(false)} />}
    </>
  );
}

function Dialog({ id, onClose }: { id: string; onClose: () => void }) {
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
    onClose();
  };
  return (
    <FormDialog
      title="Ask for missing details"
      submit={data && data.count > 0 ? `Ask ${plural(data.count, 'holder')}` : null}
      busy="Asking…"
      nothing="Nobody was asked."
      onSubmit={ask}
      onClose={onClose}
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

const SHOWN = 10;

function Lacking({ answer: { count, rows } }: { answer: LackingHolders }) {
  if (count === 0) return <p>Nobody lacks a bank account, a tax form or a country.</p>;
  return (
    <div className="dialog-text">
      <p>Each gets one email. The request stays in the portal until the details are there.</p>
      <ul className={styles.lacking} aria-label="What is missing">
        {rows.slice(0, SHOWN).map(({ shareholder_id, shareholder, lacks, is_reached }) => (
          <li key={shareholder_id}>
            <Link className="link" to={showPath('shareholders', shareholder_id)}>
              {shareholder}
            </Link>
            : {lacks.map((each) => WORDS[each]).join(', ')}
            {!is_reached && <span className="mut"> (does not use the portal: invite them first)</span>}
          </li>
        ))}
        {count > SHOWN && <li>And {count - SHOWN} more</li>}
      </ul>
    </div>
  );
}
