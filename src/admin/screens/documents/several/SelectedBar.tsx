// Sets the type or the readers of all selected files at once, or leaves them out.
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
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
      <legend className="vh">{say`Selected files`}</legend>
      <b>{sayAround`${plural(rows.length, say`file`, say`files`)} selected`}</b>
      <TypeBox
        label={say`Type of the selected files`}
        placeholder={say`Set the type`}
        isDisabled={isBusy}
        describedBy={undefined}
        value=""
        onChange={(type) => onChange({ type })}
      />
      <ReadersBox
        label={say`Who may read the selected files`}
        placeholder={say`Set who may read them`}
        isDisabled={isBusy}
        describedBy={undefined}
        company={company}
        value=""
        likely={[]}
        onChange={(readers) => onChange({ readers, isReaderChosen: true })}
      />
      <button type="button" className="btn" onClick={() => onChange({ isLeftOut: true })}>
        {say`Leave out`}
      </button>
      <button type="button" className="btn" onClick={() => onChange({ isLeftOut: false })}>
        {say`Include`}
      </button>
    </fieldset>
  );
}
