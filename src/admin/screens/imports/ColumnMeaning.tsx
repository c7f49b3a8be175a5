// What a table or a column means, to be chosen.
import { say } from '#src/words/say.ts';
import { useState } from 'react';
import type { SheetReading } from '#src/contract/sheets.ts';
import { FIELDS, ROLES } from '#src/domain/sheets/reading.ts';
import type { Field, Role } from '#src/domain/sheets/reading.ts';
import { FIELD_WORDS, ROLE_WORDS } from '#src/domain/sheets/words.ts';
import { useChosen } from './useSheet.ts';
import type { SheetAnswering } from './useSheet.ts';

type Column = SheetReading['tables'][number]['columns'][number];

interface ColumnMeaningProps {
  tableId: string;
  column: Column;
  answering: SheetAnswering;
  isDisabled: boolean;
  /** Within a grid only the active cell's controls are in the order of the Tab key. */
  tabIndex?: number | undefined;
}

/** The menu of a column's meaning, and the class where it holds the shares of one. */
export function ColumnMeaning({ tableId, column, answering, isDisabled, tabIndex }: ColumnMeaningProps) {
  const { column: letter, heading, field, share_class } = column;
  const send = (next: Pick<Column, 'field' | 'share_class'>) =>
    answering.answer({ tables: [{ id: tableId, columns: [{ column: letter, ...next }] }] });
  const [chosen, choose] = useChosen(field, (value) =>
    send({ field: value, share_class: value === 'holding' ? (share_class ?? heading.slice(0, 400)) : null }),
  );
  return (
    <>
      <select
        className="input"
        aria-label={say`Meaning of column ${letter} “${heading}”`}
        tabIndex={tabIndex}
        value={chosen ?? ''}
        disabled={isDisabled}
        onChange={(event) => choose(event.target.value === '' ? null : (event.target.value as Field))}
      >
        <option value="">{say`Not imported`}</option>
        {FIELDS.map((each) => (
          <option key={each} value={each}>
            {FIELD_WORDS[each]}
          </option>
        ))}
      </select>
      {chosen === 'holding' && (
        <ClassName
          label={say`Class of shares of column ${letter}`}
          value={share_class ?? ''}
          isDisabled={isDisabled}
          tabIndex={tabIndex}
          onName={(name) => void send({ field: 'holding', share_class: name })}
        />
      )}
    </>
  );
}

interface ClassNameProps {
  label: string;
  value: string;
  isDisabled: boolean;
  tabIndex: number | undefined;
  onName: (name: string) => void;
}

function ClassName({ label, value, isDisabled, tabIndex, onName }: ClassNameProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const send = () => {
    const name = typed?.trim();
    if (name && name !== value) onName(name);
    setTyped(null);
  };
  return (
    <input
      className="input"
      aria-label={label}
      tabIndex={tabIndex}
      value={typed ?? value}
      maxLength={400}
      disabled={isDisabled}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={send}
      onKeyDown={(event) => {
        if (event.key === 'Enter') send();
      }}
    />
  );
}

interface TableRoleProps {
  label: string;
  role: Role;
  isDisabled: boolean;
  onRole: (role: Role) => void;
}

export function TableRole({ label, role, isDisabled, onRole }: TableRoleProps) {
  return (
    <select
      className="input"
      aria-label={label}
      value={role}
      disabled={isDisabled}
      onChange={(event) => onRole(event.target.value as Role)}
    >
      {ROLES.map((each) => (
        <option key={each} value={each}>
          {ROLE_WORDS[each]}
        </option>
      ))}
    </select>
  );
}
