// The tabs of the file, each with what it holds.
import { say } from '#src/words/say.ts';
import type { SheetReading } from '#src/contract/sheets.ts';
import type { Role } from '#src/domain/sheets/reading.ts';
import { plural } from '#src/admin/kit/format.ts';
import { ToneChip } from '#src/admin/kit/parts/ToneChip.tsx';
import { TableRole } from '../ColumnMeaning.tsx';
import { mustBeAnswered } from '../SheetQuestions.tsx';
import { useChosen } from '../useSheet.ts';
import type { SheetAnswering } from '../useSheet.ts';
import type { Table } from './tabMarks.ts';
import styles from './workbench.module.css';

interface GridTabsProps {
  reading: SheetReading;
  answering: SheetAnswering;
  isOpen: boolean;
  tab: number;
  onTab: (tab: number) => void;
}

export function GridTabs({ reading: { tables, findings, questions }, answering, isOpen, tab, onTab }: GridTabsProps) {
  return (
    <nav className={styles.tabs} aria-label={say`Tabs of the file`}>
      <ul>
        {tables.map((table, index) => (
          <OneTab
            key={table.id}
            table={table}
            open={questions.filter((each) => mustBeAnswered(each) && each.tab === table.tab).length}
            errors={findings.filter(({ severity, tab: at }) => severity === 'error' && at === table.tab).length}
            answering={answering}
            isOpen={isOpen}
            isShown={index === tab}
            onShow={() => onTab(index)}
          />
        ))}
      </ul>
    </nav>
  );
}

interface OneTabProps {
  table: Table;
  open: number;
  errors: number;
  answering: SheetAnswering;
  isOpen: boolean;
  isShown: boolean;
  onShow: () => void;
}

function OneTab({ table, open, errors, answering, isOpen, isShown, onShow }: OneTabProps) {
  const { id, tab, hidden } = table;
  const name = tab === null ? say`The table` : tab.trim();
  const [role, choose] = useChosen<Role>(table.role, (value) => answering.answer({ tables: [{ id, role: value }] }));
  return (
    <li className={isShown ? styles.shown : undefined}>
      <button type="button" aria-current={isShown} onClick={onShow}>
        <b>{name}</b>
        {(hidden || errors > 0 || open > 0) && (
          <span>
            {hidden && <ToneChip tone="neutral">{say`Hidden`}</ToneChip>}
            {errors > 0 && <ToneChip tone="error">{plural(errors, say`error`, say`errors`)}</ToneChip>}
            {open > 0 && <ToneChip tone="warning">{plural(open, say`question`, say`questions`)}</ToneChip>}
          </span>
        )}
      </button>
      <TableRole label={say`What ${name} holds`} role={role} isDisabled={!isOpen} onRole={choose} />
    </li>
  );
}
