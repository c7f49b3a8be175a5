// The statement of a holder's holdings at the end of any day, as PDF or CSV.
import { say } from '#src/words/say.ts';
import { useId, useState } from 'react';
import { DayBox } from '#src/admin/kit/form/DayBox.tsx';
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
      <label htmlFor={id}>{say`Statement of holdings on`}</label>
      <span className="input-box">
        <DayBox id={id} value={day} onDay={(chosen) => setDay(chosen || today)} />
      </span>
      {(['pdf', 'csv'] as const).map((format) => (
        <DownloadButton
          key={format}
          small
          label={format.toUpperCase()}
          what={say`The statement`}
          path={`${path}.${format}?as_of=${day}`}
          name={`${clientName}-holdings-${day}.${format}`}
        />
      ))}
    </div>
  );
}
