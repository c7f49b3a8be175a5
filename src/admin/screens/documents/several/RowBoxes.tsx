// The boxes of a row: type, record and readers. What the name of the file may mean comes first; anything else is found by typing.
import { useState } from 'react';
import type { DocumentType } from '../../../../domain/documents/typeWords.ts';
import { documentTypes, documents } from '../../../../resources/documents.ts';
import { wordOf } from '../../../../resources/kit/defineResource.ts';
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
  placeholder = 'Choose a type',
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
  return security ? `${security.number} · ${holderNames.get(security.shareholder_id) ?? 'unknown holder'}` : id;
};

interface RecordBoxProps extends BoxProps {
  company: Company;
  value: string;
  /** What the name may mean. */
  likely: readonly string[];
  onChange: (value: string) => void;
}

export function RecordBox({ company, value, likely, onChange, label, isDisabled, describedBy }: RecordBoxProps) {
  const [isPicking, setPicking] = useState(false);
  if (isPicking)
    return (
      <Picker
        label={label}
        choices={company.securities.map(({ id }) => ({ id, label: securityLabel(company, id) }))}
        onPick={(id) => {
          onChange(id);
          setPicking(false);
        }}
        onCancel={() => setPicking(false)}
      />
    );
  const listed = [...new Set([...likely, ...(value === '' || value === 'none' ? [] : [value])])];
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
      {value === '' && <option value="">Choose which</option>}
      <option value="none">No security</option>
      {listed.map((id) => (
        <option key={id} value={id}>
          {securityLabel(company, id)}
        </option>
      ))}
      {company.securities.length > 0 && <option value={OTHER}>Another…</option>}
    </select>
  );
}

export function ReadersBox({
  company,
  value,
  likely,
  onChange,
  label,
  isDisabled,
  describedBy,
  placeholder = 'Choose who',
}: RecordBoxProps & { placeholder?: string }) {
  const [isPicking, setPicking] = useState(false);
  const { holders, classes, holderNames } = company;
  if (isPicking)
    return (
      <Picker
        label={label}
        choices={holders.map(({ id, name }) => ({ id, label: name }))}
        onPick={(id) => {
          onChange(`holder:${id}`);
          setPicking(false);
        }}
        onCancel={() => setPicking(false)}
      />
    );
  const listed = [...new Set([...likely.map((id) => `holder:${id}`), ...(value.startsWith('holder:') ? [value] : [])])];
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
      {value === '' && <option value="">{placeholder}</option>}
      <option value="company">The company only</option>
      {listed.map((each) => (
        <option key={each} value={each}>
          {holderNames.get(each.slice('holder:'.length)) ?? each}
        </option>
      ))}
      {holders.length > 0 && <option value={OTHER}>Another shareholder…</option>}
      <option value="everyone">All holders</option>
      {classes.map(({ id, name }) => (
        <option key={id} value={`class:${id}`}>
          Holders of {name}
        </option>
      ))}
    </select>
  );
}
