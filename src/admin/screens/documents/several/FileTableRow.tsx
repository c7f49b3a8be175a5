// One file of the table: its name, its type, what it belongs to, who reads it, and what became of it.
import { say } from '#src/words/say.ts';
import { memo } from 'react';
import { formatFileSize } from '#src/admin/kit/fileSize.ts';
import { ToneChip } from '#src/admin/kit/parts/ToneChip.tsx';
import { endingOf, openOf, withRecord } from './fileRows.ts';
import type { Asked, FileRow } from './fileRows.ts';
import { ReadersBox, RecordBox, TypeBox } from './RowBoxes.tsx';
import type { Company } from './useCompanyNames.ts';
import styles from './several.module.css';

interface FileTableRowProps {
  row: FileRow;
  company: Company;
  isChosen: boolean;
  isBusy: boolean;
  onChoose: (id: string) => void;
  onChange: (id: string, change: Partial<FileRow>) => void;
}

const ASKED: Record<Asked, string> = {
  name: say`Enter a name.`,
  type: say`Choose the type.`,
  record: say`Choose what it belongs to.`,
  readers: say`Choose who reads it.`,
};

export const FileTableRow = memo(function FileTableRow(props: FileTableRowProps) {
  const { row, company, isChosen, isBusy, onChoose, onChange } = props;
  const { id, file, folders, match, isLeftOut, state, fault, twin, problem } = row;
  const open = openOf(row);
  // What an unknown attempt has sent is sent again as it was.
  const isFixed = isBusy || isLeftOut || state === 'filed' || row.key !== null;
  const says = (what: Asked) => (open.includes(what) ? `${id}-open` : undefined);
  const ending = endingOf(file.name);
  return (
    <tr
      className={isLeftOut ? styles.leftOut : open.length > 0 ? styles.open : undefined}
      aria-busy={state === 'sending'}
    >
      <td className={styles.pick}>
        <input
          type="checkbox"
          aria-label={say`Select ${file.name}`}
          checked={isChosen}
          disabled={state === 'filed'}
          onChange={() => onChoose(id)}
        />
      </td>
      <th scope="row" className={styles.file}>
        <span className={styles.nameBox}>
          <input
            className="input"
            aria-label={say`Name of ${file.name}`}
            aria-invalid={open.includes('name')}
            aria-describedby={says('name')}
            maxLength={180}
            disabled={isFixed}
            value={row.name}
            onChange={(event) => onChange(id, { name: event.target.value })}
          />
          <span className="mut">{ending}</span>
        </span>
        <small>{[folders.join(' / '), formatFileSize(file.size), ...match.reasons].filter(Boolean).join(' · ')}</small>
        {twin && <small className={styles.said}>{twin}</small>}
        {open.length > 0 && (
          <small id={`${id}-open`} className={styles.said}>
            {open.map((what) => ASKED[what]).join(' ')}
          </small>
        )}
        {(fault ?? problem) && (
          <small className="err" role={problem ? 'alert' : undefined}>
            {problem ? say`Not filed. ${problem}` : fault}
          </small>
        )}
      </th>
      <td data-label={say`Type`}>
        <TypeBox
          label={say`Type of ${file.name}`}
          isDisabled={isFixed}
          describedBy={says('type')}
          value={row.type}
          onChange={(type) => onChange(id, { type })}
        />
      </td>
      <td data-label={say`Belongs to`}>
        <RecordBox
          label={say`What ${file.name} belongs to`}
          isDisabled={isFixed}
          describedBy={says('record')}
          company={company}
          value={row.record}
          likely={match.securities.map((security) => security.id)}
          onChange={(record) =>
            onChange(
              id,
              withRecord(row, record, (chosen) => company.byId.get(chosen)?.shareholder_id ?? null),
            )
          }
        />
      </td>
      <td data-label={say`Who may read it`}>
        <ReadersBox
          label={say`Who may read ${file.name}`}
          isDisabled={isFixed}
          describedBy={says('readers')}
          company={company}
          value={row.readers}
          likely={match.readers}
          onChange={(readers) => onChange(id, { readers, isReaderChosen: true })}
        />
      </td>
      <td className={styles.state}>
        <State row={row} isBusy={isBusy} isOpen={open.length > 0} onChange={onChange} />
      </td>
    </tr>
  );
});

interface StateProps extends Pick<FileTableRowProps, 'row' | 'isBusy' | 'onChange'> {
  isOpen: boolean;
}

function State({ row: { id, file, state, isLeftOut, fault }, isBusy, isOpen, onChange }: StateProps) {
  if (state === 'filed') return <ToneChip tone="success">{say`Filed`}</ToneChip>;
  if (state === 'sending') return <ToneChip tone="info">{say`Sending…`}</ToneChip>;
  const chip = isLeftOut ? (
    <ToneChip tone="neutral">{say`Left out`}</ToneChip>
  ) : state === 'refused' ? (
    <ToneChip tone="error">{say`Not filed`}</ToneChip>
  ) : isOpen ? (
    <ToneChip tone="warning">{say`To answer`}</ToneChip>
  ) : (
    <ToneChip tone="info">{say`Ready`}</ToneChip>
  );
  return (
    <>
      {chip}
      {fault === null && (
        <button
          type="button"
          className="btn text sm"
          aria-label={isLeftOut ? say`Include ${file.name}` : say`Leave out ${file.name}`}
          disabled={isBusy}
          onClick={() => onChange(id, { isLeftOut: !isLeftOut })}
        >
          {isLeftOut ? say`Include` : say`Leave out`}
        </button>
      )}
    </>
  );
}
