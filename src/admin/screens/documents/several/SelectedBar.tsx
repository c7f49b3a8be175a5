// Sets the type or the readers of all selected files at once, or leaves them out.
import { plural } from '#src/admin/kit/format.ts';
import type { FileRow } from './fileRows.ts';
import { ReadersBox, TypeBox } from './RowBoxes.tsx';
import type { Company } from './useCompanyNames.ts';
import styles from './several.module.css';

interface SelectedBarProps {
  company: Company;
  rows: readonly FileRow[];
  isBusy: boolean;
  onChange: (change: Partial<FileRow>) => void;
}

export function SelectedBar({ company, rows, isBusy, onChange }: SelectedBarProps) {
  return (
    <fieldset className={styles.bar} disabled={isBusy}>
      <legend className="vh">Selected files</legend>
      <b>{plural(rows.length, 'file')} selected</b>
      <TypeBox
        label="Type of the selected files"
        placeholder="Set the type"
        isDisabled={isBusy}
        describedBy={undefined}
        value=""
        onChange={(type) => onChange({ type })}
      />
      <ReadersBox
        label="Who may read the selected files"
        placeholder="Set who may read them"
        isDisabled={isBusy}
        describedBy={undefined}
        company={company}
        value=""
        likely={[]}
        onChange={(readers) => onChange({ readers, isReaderChosen: true })}
      />
      <button type="button" className="btn" onClick={() => onChange({ isLeftOut: true })}>
        Leave out
      </button>
      <button type="button" className="btn" onClick={() => onChange({ isLeftOut: false })}>
        Include
      </button>
    </fieldset>
  );
}
