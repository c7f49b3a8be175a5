// The boxes of a row: type, record and readers. What the name of the file may mean comes first; anything else is found by typing.
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { DocumentType } from '#src/domain/documents/typeWords.ts';
import { documentTypes, documents } from '#src/resources/documents.ts';
import { wordOf } from '#src/resources/kit/defineResource.ts';
import type { Company } from './useCompanyNames.ts';
import { Picker } from './Picker.tsx';

interface BoxProps {
  label: string;
  isDisabled: boolean;
  /** The sentence that says it has to be answered. */
  describedBy: string | undefined;
}

export function TypeBox({
  value,
  onChange,
  label,
  isDisabled,
  describedBy,
  placeholder = say`Choose a type`,
}: BoxProps & { value: DocumentType | ''; onChange: (value: DocumentType) => void; placeholder?: string }) {
  return (
    <select
      className="input"
      aria-label={label}
      aria-invalid={describedBy !== undefined}
      aria-describedby={describedBy}
      disabled={isDisabled}
      value={value}
      onChange={(event) => event.target.value !== '' && onChange(event.target.value as DocumentType)}
    >
      {value === '' && <option value="">{placeholder}</option>}
      {documentTypes.map((type) => (
        <option key={type} value={type}>
          {wordOf(documents.fields.type, type)}
        </option>
      ))}
    </select>
  );
}

const OTHER = 'other';

export const securityLabel = ({ holderNames, byId }: Company, id: string): string => {
  const security = byId.get(id);
  return security ? `${security.number} · ${holderNames.get(security.shareholder_id) ?? say`unknown holder`}` : id;
};

interface ChoiceBoxProps extends BoxProps {
  value: string;
  onChange: (value: string) => void;
  /** Everything that may be found by typing, by the value that it gives the box. */
  all: () => { id: string; label: string }[];
  /** The options; one of the value OTHER leads to the field. */
  children: ReactNode;
}

/** A select of what is likely, and in its place a field in which anything else is found by typing. */
function ChoiceBox({ value, onChange, all, children, label, isDisabled, describedBy }: ChoiceBoxProps) {
  const [isPicking, setPicking] = useState(false);
  if (isPicking)
    return (
      <Picker
        label={label}
        choices={all()}
        onPick={(picked) => {
          onChange(picked);
          setPicking(false);
        }}
        onCancel={() => setPicking(false)}
      />
    );
  return (
    <select
      className="input"
      aria-label={label}
      aria-invalid={describedBy !== undefined}
      aria-describedby={describedBy}
      disabled={isDisabled}
      value={value}
      onChange={(event) => (event.target.value === OTHER ? setPicking(true) : onChange(event.target.value))}
    >
      {children}
    </select>
  );
}

interface RecordBoxProps extends BoxProps {
  company: Company;
  value: string;
  /** What the name may mean. */
  likely: readonly string[];
  onChange: (value: string) => void;
}

export function RecordBox({ company, likely, ...box }: RecordBoxProps) {
  const { value } = box;
  const listed = [...new Set([...likely, ...(value === '' || value === 'none' ? [] : [value])])];
  return (
    <ChoiceBox {...box} all={() => company.securities.map(({ id }) => ({ id, label: securityLabel(company, id) }))}>
      {value === '' && <option value="">{say`Choose which`}</option>}
      <option value="none">{say`No security`}</option>
      {listed.map((id) => (
        <option key={id} value={id}>
          {securityLabel(company, id)}
        </option>
      ))}
      {company.securities.length > 0 && <option value={OTHER}>{say`Another…`}</option>}
    </ChoiceBox>
  );
}

const HOLDER = 'holder:';

export function ReadersBox({
  company: { holders, classes, holderNames },
  likely,
  placeholder = say`Choose who`,
  ...box
}: RecordBoxProps & { placeholder?: string }) {
  const { value } = box;
  const listed = [...new Set([...likely.map((id) => HOLDER + id), ...(value.startsWith(HOLDER) ? [value] : [])])];
  return (
    <ChoiceBox {...box} all={() => holders.map(({ id, name }) => ({ id: HOLDER + id, label: name }))}>
      {value === '' && <option value="">{placeholder}</option>}
      <option value="company">{say`The company only`}</option>
      {listed.map((each) => (
        <option key={each} value={each}>
          {holderNames.get(each.slice(HOLDER.length)) ?? each}
        </option>
      ))}
      {holders.length > 0 && <option value={OTHER}>{say`Another shareholder…`}</option>}
      <option value="everyone">{say`All holders`}</option>
      {classes.map(({ id, name }) => (
        <option key={id} value={`class:${id}`}>
          {sayAround`Holders of ${name}`}
        </option>
      ))}
    </ChoiceBox>
  );
}
