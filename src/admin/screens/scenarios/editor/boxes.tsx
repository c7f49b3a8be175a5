// Text, choices and holders in the fields of a step.
import { say } from '#src/words/say.ts';
import { useId } from 'react';
import type { ReactNode } from 'react';
import type { RunTable } from '#src/domain/model/scenario/runScenario.ts';
import { DayBox } from '#src/admin/kit/form/DayBox.tsx';
import { useHolderSearch } from './holderSearch.ts';

/** Whom an earlier step adds has no record yet: the name says who it is. */
export const knownId = (id: string): string | null => (id.startsWith('new:') ? null : id);

interface HolderFieldProps {
  label: string;
  name: string;
  /** Of a shareholder. */
  id: string | null | undefined;
  before: RunTable;
  fault: string | undefined;
  onChange: (holder: { name: string; shareholder_id: string | null }) => void;
}

/** A name that one holder has is that holder; any other name is somebody new. */
export function HolderField({ label, name, id, before, fault, onChange }: HolderFieldProps) {
  const search = useHolderSearch(id ? '' : name);
  const holders = before.rows.filter(({ shareholder_id }) => shareholder_id !== null);
  const shown = holders.filter((row) => row.name === name.trim()).length;
  return (
    <TextField
      label={label}
      value={name}
      fault={fault}
      suggestions={[...holders.map((row) => row.name), ...search.suggestions]}
      help={id || name.trim() === '' ? undefined : whoIs(shown, search.named)}
      onChange={(next) => {
        const found = holders.filter((row) => row.name === next.trim());
        onChange({ name: next, shareholder_id: found.length === 1 ? knownId(found[0]!.shareholder_id!) : null });
      }}
    />
  );
}

/** Of a name without a shareholder: how many rows have it, and how many shareholders; null while these are looked for. */
function whoIs(shown: number, named: number | null): string | undefined {
  if (shown > 1 || (named ?? 0) > 1) return say`Several holders have this name: a new shareholder is added.`;
  if (shown === 1) return undefined;
  if (named === null) return say`Looking for this name…`;
  return named === 1 ? say`A shareholder. What they hold is being read…` : say`New shareholder.`;
}

interface BoxProps {
  label: string;
  value: string;
  fault: string | undefined;
  help?: string | undefined;
  onChange: (value: string) => void;
}

function Shell({
  id,
  label,
  fault,
  help,
  children,
}: Omit<BoxProps, 'value' | 'onChange'> & { id: string; children: ReactNode }) {
  return (
    <div className={`field ${fault ? 'bad' : ''}`}>
      <label htmlFor={id}>{label}</label>
      {children}
      {fault ? (
        <p className="msg" id={`${id}-help`}>
          {fault}
        </p>
      ) : (
        help && (
          <p className="help" id={`${id}-help`}>
            {help}
          </p>
        )
      )}
    </div>
  );
}

export function TextField({ suggestions = [], ...box }: BoxProps & { suggestions?: readonly string[] }) {
  const id = useId();
  const { value, fault, help, onChange } = box;
  return (
    <Shell {...box} id={id}>
      <input
        id={id}
        className="input"
        maxLength={200}
        autoComplete="off"
        list={suggestions.length > 0 ? `${id}-list` : undefined}
        value={value}
        aria-invalid={fault !== undefined}
        aria-describedby={fault || help ? `${id}-help` : undefined}
        onChange={(event) => onChange(event.target.value)}
      />
      {suggestions.length > 0 && (
        <datalist id={`${id}-list`}>
          {[...new Set(suggestions)].map((each) => (
            <option key={each} value={each}>
              {each}
            </option>
          ))}
        </datalist>
      )}
    </Shell>
  );
}

export function DayField(box: BoxProps) {
  const id = useId();
  const { value, fault, help, onChange } = box;
  return (
    <Shell {...box} id={id}>
      <span className="input-box">
        <DayBox
          id={id}
          value={value}
          onDay={onChange}
          aria-invalid={fault !== undefined}
          aria-describedby={fault || help ? `${id}-help` : undefined}
        />
      </span>
    </Shell>
  );
}

export function SelectField({ choices, ...box }: BoxProps & { choices: readonly (readonly [string, string])[] }) {
  const id = useId();
  const { value, fault, help, onChange } = box;
  return (
    <Shell {...box} id={id}>
      <select
        id={id}
        className="input"
        value={value}
        aria-invalid={fault !== undefined}
        aria-describedby={fault || help ? `${id}-help` : undefined}
        onChange={(event) => onChange(event.target.value)}
      >
        {choices.map(([each, words]) => (
          <option key={each} value={each}>
            {words}
          </option>
        ))}
      </select>
    </Shell>
  );
}
