// The statement of a holder's holdings at the end of any day, as PDF or CSV.
import { useId, useState } from 'react';
import { DownloadButton } from '#src/admin/kit/parts/DownloadButton.tsx';
import styles from './shared.module.css';

interface HoldingsStatementProps {
  holder: string;
  /** Begins the name of the file. */
  clientName: string;
  today: string;
}

export function HoldingsStatement({ holder, clientName, today }: HoldingsStatementProps) {
  const [day, setDay] = useState(today);
  const id = useId();
  const path = `/api/shareholders/${encodeURIComponent(holder)}/holdings-statement`;
  return (
    <div className={styles.statement}>
      <label htmlFor={id}>Statement of holdings on</label>
      <input
        id={id}
        type="date"
        className="input"
        value={day}
        onChange={({ target }) => setDay(target.value || today)}
      />
      {(['pdf', 'csv'] as const).map((format) => (
        <DownloadButton
          key={format}
          small
          label={format.toUpperCase()}
          what="The statement"
          path={`${path}.${format}?as_of=${day}`}
          name={`${clientName}-holdings-${day}.${format}`}
        />
      ))}
    </div>
  );
}
