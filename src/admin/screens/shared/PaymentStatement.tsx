// What a holder was paid in a year: the sums of the completed payments, and the same as PDF and CSV.
import { say } from '#src/words/say.ts';
import { useId, useState } from 'react';
import type { PaymentStatement as Answer } from '#src/contract/statements.ts';
import { formatMoney, plural } from '#src/admin/kit/format.ts';
import { DownloadButton } from '#src/admin/kit/parts/DownloadButton.tsx';
import { Failed } from '#src/admin/kit/parts/states.tsx';
import { useRead } from '#src/admin/session/useRead.ts';
import styles from './shared.module.css';

interface PaymentStatementProps {
  holder: string;
  /** Begins the name of the file. */
  clientName: string;
  today: string;
}

export function PaymentStatement({ holder, clientName, today }: PaymentStatementProps) {
  const [chosen, setChosen] = useState<number | null>(null);
  const id = useId();
  const path = `/api/shareholders/${encodeURIComponent(holder)}/statement`;
  const year = chosen ?? Number(today.slice(0, 4));
  const { data, error, isPending, refetch } = useRead<Answer>(`${path}?year=${year}`);
  if (error) return <Failed what={say`The statement of payments`} error={error} retry={() => void refetch()} />;
  if (data && data.years.length === 0) return null;
  const years = data ? [...new Set([year, ...data.years])].toSorted((one, other) => other - one) : [year];
  return (
    <div className={styles.statement}>
      <label htmlFor={id}>{say`Paid in`}</label>
      <select id={id} className="input" value={year} onChange={({ target }) => setChosen(Number(target.value))}>
        {years.map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </select>
      {(['pdf', 'csv'] as const).map((format) => (
        <DownloadButton
          key={format}
          small
          label={format.toUpperCase()}
          what={say`The statement`}
          path={`${path}.${format}?year=${year}`}
          name={`${clientName}-payments-${year}.${format}`}
        />
      ))}
      <p className={styles.sums} aria-live="polite">
        {isPending ? say`Adding up…` : sumsInWords(data)}
      </p>
    </div>
  );
}

/** "3 payments: $1,200.00 gross, $180.00 withheld, $1,020.00 net" */
function sumsInWords({ rows, totals, year }: Answer): string {
  if (rows.length === 0) return say`Nothing was paid in ${year}.`;
  const sums = totals.map(
    ({ currency, gross, tax, net }) =>
      say`${formatMoney(gross, currency)} gross, ${formatMoney(tax, currency)} withheld, ${formatMoney(net, currency)} net`,
  );
  return `${plural(rows.length, say`payment`, say`payments`)}: ${sums.join('; ')}.`;
}
