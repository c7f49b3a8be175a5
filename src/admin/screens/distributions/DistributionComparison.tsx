// What was approved beside what the ledger says today, when somebody asks.
import { say } from '#src/words/say.ts';
import { useState } from 'react';
import type { DistributionComparison as Comparison } from '#src/contract/distributions/distributionPreview.ts';
import type { DistributionPage } from '#src/contract/recordPages.ts';
import { formatDay, formatShares, groupDigits, signOf } from '#src/admin/kit/format.ts';
import { Card } from '#src/admin/kit/parts/Card.tsx';
import { ScrollBox } from '#src/admin/kit/parts/ScrollBox.tsx';
import { TableHead } from '#src/admin/kit/parts/TableHead.tsx';
import { Failed, Loading } from '#src/admin/kit/parts/states.tsx';
import { useRead } from '#src/admin/session/useRead.ts';
import styles from './distributions.module.css';

export function DistributionComparison({ record }: { record: DistributionPage }) {
  const [isAsked, setAsked] = useState(false);
  return (
    <Card
      title={say`Today’s ledger`}
      about={say`The lines are frozen. Compare them with what the ledger says today of ${formatDay(record.record_date)}`}
      className={styles.linesCard}
    >
      {isAsked ? (
        <Answer record={record} />
      ) : (
        <button type="button" className="btn" onClick={() => setAsked(true)}>
          {say`Compare with today’s ledger`}
        </button>
      )}
    </Card>
  );
}

function Answer({ record }: { record: DistributionPage }) {
  const url = `/api/distributions/${encodeURIComponent(record.id)}/comparison`;
  const { data, error, isPending, refetch } = useRead<Comparison>(url);
  if (error) return <Failed what={say`The comparison`} error={error} retry={() => void refetch()} />;
  if (isPending) return <Loading />;
  return (
    <>
      <p aria-live="polite">{data.text}</p>
      {data.rows.length > 0 && <Differences comparison={data} sign={signOf(record.currency)} />}
      {data.entries.length > 0 && (
        <ul className={styles.order}>
          {data.entries.map(({ id, date, summary }) => (
            <li key={id}>
              {formatDay(date)}: {summary}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Differences({ comparison, sign }: { comparison: Comparison; sign: string }) {
  return (
    <ScrollBox label={say`Lines that differ, table`}>
      <table className="dense">
        <TableHead
          columns={[
            say`Shareholder`,
            [say`Shares then`, 'r'],
            [say`Shares now`, 'r'],
            [say`Gross then, ${sign}`, 'r'],
            [say`Gross now, ${sign}`, 'r'],
          ]}
        />
        <tbody>
          {comparison.rows.map((row) => (
            <tr key={`${row.shareholder_id}-${row.share_class_id}`}>
              <td>{row.shareholder}</td>
              <td className="r">{formatShares(row.shares_then)}</td>
              <td className="r">{formatShares(row.shares_now)}</td>
              <td className="r">{groupDigits(row.gross_then)}</td>
              <td className="r">{groupDigits(row.gross_now)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
