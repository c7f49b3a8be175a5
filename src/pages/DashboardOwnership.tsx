// Ownership by class: one bar with its parts named, and the same as numbers behind a toggle.
import { say } from '../words/say.ts';
import { sayAround } from '../words/sayAround.ts';
import { Link } from 'react-router-dom';
import { Card } from '../admin/kit/parts/Card.tsx';
import { OwnershipBar } from '../admin/screens/shared/OwnershipBar.tsx';
import { Failed, Loading } from '../admin/kit/parts/states.tsx';
import { formatDay, formatShares } from '../admin/kit/format.ts';
import { Icon } from '../admin/kit/icons.tsx';
import { basename, showPath } from '../admin/paths.ts';
import { shownPercents } from '../admin/kit/percents.ts';
import type { WholeCapTable } from '../admin/screens/capTable/capTableAnswer.ts';
import { useRead } from '../admin/session/useRead.ts';
import styles from './dashboard.module.css';
import { ScrollBox } from '../admin/kit/parts/ScrollBox.tsx';

export function Ownership() {
  const { data, error, isPending, refetch } = useRead<WholeCapTable>('/api/cap-table/');
  const about = data && (
    <>
      {sayAround`${(
        <abbr
          title={say`Stock that has been issued and not cancelled, repurchased or converted. Options, warrants, SAFEs and the pool are not counted.`}
        >
          {say`Outstanding`}
        </abbr>
      )} stock on ${formatDay(data.as_of)}`}
    </>
  );
  const link = (
    <Link className="link" to={`${basename}/cap-table`}>
      {say`Cap table`}
    </Link>
  );
  return (
    <Card title={say`Ownership by class`} about={about} end={link}>
      {error ? (
        <Failed what={say`The ownership`} error={error} retry={() => void refetch()} />
      ) : isPending ? (
        <Loading />
      ) : data.classes.length === 0 ? (
        <p className="mut">{say`No shares are outstanding yet.`}</p>
      ) : (
        <>
          <OwnershipBar classes={data.classes} />
          <Numbers table={data} />
        </>
      )}
    </Card>
  );
}

function Numbers({ table }: { table: WholeCapTable }) {
  const percents = shownPercents(table.classes.map(({ counted }) => counted));
  return (
    <details className={styles.asnum}>
      <summary>
        <Icon name="down" small />
        {say`As numbers`}
      </summary>
      <ScrollBox label={say`Ownership by class, table`}>
        <table className="dense">
          <thead>
            <tr>
              <th scope="col">{say`Share class`}</th>
              <th scope="col" className="r">
                {say`Outstanding, shares`}
              </th>
              <th scope="col" className={`r ${styles.wideCell}`}>
                {say`Authorized, shares`}
              </th>
              <th scope="col" className="r">
                {say`Owned, %`}
              </th>
            </tr>
          </thead>
          <tbody>
            {table.classes.map((row, index) => (
              <tr key={row.share_class_id}>
                <td>
                  <Link className="link" to={showPath('share-classes', row.share_class_id)}>
                    {row.name}
                  </Link>
                </td>
                <td className="r">{formatShares(row.outstanding)}</td>
                <td className={`r ${styles.wideCell}`}>
                  {/^\d/.test(row.authorized ?? '') ? formatShares(row.authorized ?? '') : row.authorized}
                </td>
                <td className="r">{percents[index]}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </details>
  );
}
