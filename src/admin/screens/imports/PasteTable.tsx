// A table that is pasted, and the empty tables to fill in.
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
        <summary>Paste a table</summary>
        <form
          className={styles.way}
          onSubmit={(event) => {
            event.preventDefault();
            if (text.trim() !== '' && !isBusy) onPaste(text);
          }}
        >
          <div className="field">
            <label htmlFor={id}>Copy the cells with their headings, and paste them here</label>
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
              {isBusy ? 'Reading the table…' : 'Read the table'}
            </button>
          </div>
        </form>
      </details>
      <details className="card">
        <summary>Start from an empty table</summary>
        <div className={styles.way}>
          <p className="t13 mut">
            Each has its headings, a hint under each heading, and one example row that is not imported.
          </p>
          <div className="row-acts">
            {TEMPLATE_KINDS.map((kind) => (
              <DownloadButton
                key={kind}
                path={`/api/sheets/templates/${kind}.xlsx`}
                name={`${kind}.xlsx`}
                what="The empty table"
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
  snapshot: 'Holdings',
  certificates: 'Certificates',
  options: 'Options',
  convertibles: 'SAFEs and notes',
  stakeholders: 'Holders',
  payments: 'Payments',
};
