// A table that is pasted, and the empty tables to fill in.
import { say } from '#src/words/say.ts';
import { useId, useState } from 'react';
import { TEMPLATE_KINDS } from '#src/domain/sheets/templates.ts';
import type { TemplateKind } from '#src/domain/sheets/templates.ts';
import { DownloadButton } from '#src/admin/kit/parts/DownloadButton.tsx';
import styles from './sheets.module.css';

interface PasteTableProps {
  isBusy: boolean;
  onPaste: (text: string) => void;
}

export function PasteTable({ isBusy, onPaste }: PasteTableProps) {
  const id = useId();
  const [text, setText] = useState('');
  return (
    <div className={styles.ways}>
      <details className="card">
        <summary>{say`Paste a table`}</summary>
        <form
          className={styles.way}
          onSubmit={(event) => {
            event.preventDefault();
            if (text.trim() !== '' && !isBusy) onPaste(text);
          }}
        >
          <div className="field">
            <label htmlFor={id}>{say`Copy the cells with their headings, and paste them here`}</label>
            <textarea
              id={id}
              className="input"
              rows={6}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          </div>
          <div className="acts">
            <button type="submit" className="btn primary" disabled={isBusy || text.trim() === ''}>
              {isBusy ? say`Reading the table…` : say`Read the table`}
            </button>
          </div>
        </form>
      </details>
      <details className="card">
        <summary>{say`Start from an empty table`}</summary>
        <div className={styles.way}>
          <p className="t13 mut">
            {say`Each has its headings, a hint under each heading, and one example row that is not imported.`}
          </p>
          <div className="row-acts">
            {TEMPLATE_KINDS.map((kind) => (
              <DownloadButton
                key={kind}
                path={`/api/sheets/templates/${kind}.xlsx`}
                name={`${kind}.xlsx`}
                what={say`The empty table`}
                label={TEMPLATE_WORDS[kind]}
                small
              />
            ))}
          </div>
        </div>
      </details>
    </div>
  );
}

const TEMPLATE_WORDS: Record<TemplateKind, string> = {
  snapshot: say`Holdings`,
  certificates: say`Certificates`,
  options: say`Options`,
  convertibles: say`SAFEs and notes`,
  stakeholders: say`Holders`,
  payments: say`Payments`,
};
