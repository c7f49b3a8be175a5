// Money that was due and that nobody took: by age for each distribution, by state, the letters, and the report for a state.
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { UnclaimedAnswer } from '#src/contract/unclaimed.ts';
import { readers, editors } from '#src/resources/kit/access.ts';
import { formatAmount, formatDay, plural } from '#src/admin/kit/format.ts';
import { Card } from '#src/admin/kit/parts/Card.tsx';
import { DownloadButton } from '#src/admin/kit/parts/DownloadButton.tsx';
import { PageHead } from '#src/admin/kit/parts/PageHead.tsx';
import { ScrollBox } from '#src/admin/kit/parts/ScrollBox.tsx';
import { TableHead } from '#src/admin/kit/parts/TableHead.tsx';
import { Blank, Denied, Failed, Loading } from '#src/admin/kit/parts/states.tsx';
import { showPath } from '#src/admin/paths.ts';
import { useMe, useRole } from '#src/admin/session/useMe.ts';
import { useRead } from '#src/admin/session/useRead.ts';
import { LettersDialog } from './LettersDialog.tsx';

const AGES = [
  ['days_0_30', say`0–30 days`],
  ['days_31_90', say`31–90 days`],
  ['days_91_365', say`91–365 days`],
  ['over_a_year', say`Over a year`],
  ['all', say`In all`],
] as const;

type Figure = UnclaimedAnswer['rows'][number]['all'];

export default function Unclaimed() {
  const role = useRole();
  if (!readers.includes(role)) return <Denied what={say`unclaimed money`} />;
  return <Page mayWrite={editors.includes(role)} />;
}

function Page({ mayWrite }: { mayWrite: boolean }) {
  const { data, error, isPending, refetch } = useRead<UnclaimedAnswer>('/api/unclaimed');
  const [isOpen, setOpen] = useState(false);
  const isEmpty = data !== undefined && data.rows.length === 0;
  return (
    <>
      <PageHead
        title={say`Unclaimed money`}
        about={say`Payments that are due and not completed, counted from the day they were due.`}
      >
        {mayWrite && data && !isEmpty && (
          <button type="button" className="btn primary" onClick={() => setOpen(true)}>
            {say`Reminder letters`}
          </button>
        )}
      </PageHead>
      {error ? (
        <Failed what={say`Unclaimed money`} error={error} retry={() => void refetch()} />
      ) : isPending ? (
        <Loading />
      ) : isEmpty ? (
        <div className="card">
          <Blank icon="payments" title={say`Nothing is unclaimed`}>
            {say`Every payment that was due is completed.`}
          </Blank>
        </div>
      ) : (
        <div className="stack">
          <ByAge answer={data!} />
          <ByState answer={data!} mayWrite={mayWrite} />
        </div>
      )}
      {isOpen && data && <LettersDialog states={data.states} onClose={() => setOpen(false)} />}
    </>
  );
}

/** A cell with a sum and the number of payments; on a phone, nothing where there are none. */
const AmountCell = ({ label, of: { count, amount } }: { label: string; of: Figure }) => (
  <td className={count === 0 ? 'r blank' : 'r'} data-label={label}>
    {count === 0 ? (
      <span className="dim">–</span>
    ) : (
      <span>
        {formatAmount(amount)}
        <span className="small mut"> ({count})</span>
      </span>
    )}
  </td>
);

function ByAge({ answer: { rows, totals } }: { answer: UnclaimedAnswer }) {
  return (
    <Card title={say`By age`} about={say`Amounts, and the number of payments.`} flush>
      <ScrollBox label={say`Unclaimed money by age, table`}>
        <table className="dense as-cards">
          <TableHead columns={[say`Distribution`, ...AGES.map(([, label]) => [label, 'r'] as const), say`Currency`]} />
          <tbody>
            {rows.map((row) => (
              <tr key={row.distribution_id}>
                <td>
                  <Link className="link" to={showPath('distributions', row.distribution_id)}>
                    {row.name}
                  </Link>
                </td>
                {AGES.map(([age, label]) => (
                  <AmountCell key={age} label={label} of={row[age]} />
                ))}
                <td data-label={say`Currency`}>{row.currency}</td>
              </tr>
            ))}
            {totals.map((row) => (
              <tr key={row.currency} className="tot">
                <td>{say`All distributions`}</td>
                {AGES.map(([age, label]) => (
                  <AmountCell key={age} label={label} of={row[age]} />
                ))}
                <td data-label={say`Currency`}>{row.currency}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </Card>
  );
}

function ByState({ answer: { states, as_of }, mayWrite }: { answer: UnclaimedAnswer; mayWrite: boolean }) {
  const { user } = useMe();
  const unchecked = states.filter(({ state, is_checked }) => state !== null && !is_checked);
  return (
    <Card
      title={say`By state`}
      about={say`When money counts as abandoned follows from the state of the holder’s address. Ask counsel before you report.`}
      flush
    >
      <ScrollBox label={say`Unclaimed money by state, table`}>
        <table className="dense as-cards">
          <TableHead
            columns={[
              say`State`,
              [say`Years`, 'r'],
              [say`Unclaimed`, 'r'],
              [say`To write to now`, 'r'],
              [say`Abandoned`, 'r'],
              say`Next on`,
              say`Currency`,
              ...(mayWrite ? [say`Report`] : []),
            ]}
          />
          <tbody>
            {states.map((row) => (
              <tr key={`${row.state} ${row.currency}`}>
                <td title={row.source ?? undefined}>{row.name}</td>
                <td className={row.years === null ? 'r blank' : 'r'} data-label={say`Years`}>
                  {row.years ?? '–'}
                </td>
                <AmountCell label={say`Unclaimed`} of={row.all} />
                <AmountCell label={say`To write to now`} of={row.letters} />
                <AmountCell label={say`Abandoned`} of={row.dormant} />
                <td className={row.next_dormant_on ? undefined : 'blank'} data-label={say`Next on`}>
                  {row.next_dormant_on ? formatDay(row.next_dormant_on) : '–'}
                </td>
                <td data-label={say`Currency`}>{row.currency}</td>
                {mayWrite && (
                  <td className={isReported(row) ? undefined : 'blank'} data-label={say`Report`}>
                    {isReported(row) && (
                      <DownloadButton
                        small
                        path={`/api/unclaimed/report.csv?state=${row.state}`}
                        name={`${user.client_name ?? ''}-unclaimed-${row.state}-${as_of}.csv`}
                        what={say`The report for ${row.name}`}
                        label={say`CSV`}
                      />
                    )}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      {unchecked.length > 0 && (
        <p className="body small mut">
          {sayAround`The number of years for ${unchecked.map(({ name }) => name).join(', ')} follows the law that the rule names and was not compared with a published table (${plural(unchecked.length, say`state`, say`states`)}).`}
        </p>
      )}
    </Card>
  );
}

/** Whether the state has something to be told. */
const isReported = ({ state, dormant }: UnclaimedAnswer['states'][number]) => state !== null && dormant.count > 0;
