// Shown when somebody saved the record while it was edited here: both versions side by side, and a choice between them.
import { say } from '#src/words/say.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { HttpError } from '#src/httpClient.ts';
import { labelOf } from '#src/resources/kit/defineResource.ts';
import type { Fields } from '#src/resources/kit/fields.ts';
import { ColumnValue } from '../fieldKinds.tsx';
import type { AnyRecord } from '../fieldKinds.tsx';
import { Icon } from '../icons.tsx';
import { ReferenceName } from '../parts/ReferenceName.tsx';
import { dropDraft } from './draft.tsx';
import { isSameValue } from './sameValue.ts';
import styles from './form.module.css';
import { TableHead } from '../parts/TableHead.tsx';

type Values = Record<string, unknown>;

/**
 * `opened`: the values the form opened with; `read`: reads the saved values. Returns both once they differ, and
 * `meet`, which says whether an error came from a stale version.
 */
export function useStaleEdit(opened: Values | undefined, read: (() => Promise<Values>) | undefined) {
  const [settled, setSettled] = useState<Values | null>(null);
  const [theirs, setTheirs] = useState<Values | null>(null);
  const meet = async (error: unknown): Promise<boolean> => {
    if (!(error instanceof HttpError) || error.body.code !== 'stale_version' || !read) return false;
    try {
      setTheirs(await read());
      return true;
    } catch (cause) {
      console.error('Reading the saved version failed', cause);
      return false;
    }
  };
  const settle = useCallback(() => {
    setTheirs((current) => {
      if (current) setSettled(current);
      return null;
    });
  }, []);
  const base = settled && versionOf(settled) > versionOf(opened) ? settled : opened;
  return { stale: base && theirs ? { base, theirs } : null, meet, settle };
}

const versionOf = (values: Values | undefined) => Number(values?.version ?? 0);

/** Inputs that no field declares, by name: what each is called, and the resource of those whose ids it lists. */
export type ExtraInputs = Readonly<Record<string, { label: string; of?: string }>>;

export const labelsOf = (extra: ExtraInputs = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(extra).map(([name, { label }]) => [name, label]));

export interface StaleEditProps {
  fields: Fields;
  extra?: ExtraInputs | undefined;
  stale: { base: Values; theirs: Values };
  settle: () => void;
  draftKey: string | null;
}

export function StaleEdit({ fields, extra = {}, stale: { base, theirs }, settle, draftKey }: StaleEditProps) {
  const { getValues, reset, setValue } = useFormContext();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: 'start' });
  }, [theirs]);
  const mine = getValues();
  const names = [...Object.keys(fields).filter((name) => !fields[name]!.readOnly), ...Object.keys(extra)];
  const differing = names.filter((name) => !isSameValue(mine[name], theirs[name]));
  // Values that nobody changed here are not the user's own version.
  const changed = new Set(names.filter((name) => !isSameValue(mine[name], base[name])));
  const hasOwn = differing.some((name) => changed.has(name));

  const takeTheirs = () => {
    reset(theirs);
    if (draftKey) dropDraft(draftKey);
    settle();
  };
  const keepMine = () => {
    reset(theirs);
    for (const name of changed) setValue(name, mine[name], { shouldDirty: true });
    settle();
  };
  const show = (name: string, values: Values, record: Values): ReactNode => {
    const value = values[name];
    const field = fields[name];
    const listed = extra[name]?.of;
    if (listed !== undefined && Array.isArray(value))
      return value.map((id) => <ReferenceName key={String(id)} to={listed} id={String(id)} />);
    if (!field) return String(value ?? '');
    // A record carries the name of the reference it was read with: it fits only while the reference is the same.
    const shows =
      field.kind === 'reference' && field.shows
        ? { [field.shows]: isSameValue(value, record[name]) && record[field.shows] }
        : {};
    return <ColumnValue name={name} field={field} record={{ ...record, ...values, ...shows } as AnyRecord} />;
  };

  return (
    <div className={`alert warning ${styles.stale}`} role="alert" tabIndex={-1} ref={box}>
      <Icon name="alert" />
      <div className={styles.grow}>
        <h2>{say`This was saved elsewhere while you were editing. Your changes are not saved yet.`}</h2>
        {differing.length === 0 ? (
          <p>{say`The saved version is the same as yours.`}</p>
        ) : (
          <table>
            <TableHead columns={[say`What`, say`Yours`, say`Saved version`]} />
            <tbody>
              {differing.map((name) => (
                <tr key={name}>
                  <th scope="row">{extra[name]?.label ?? labelOf({ fields }, name)}</th>
                  <td>
                    {changed.has(name) ? (
                      show(name, mine, base)
                    ) : (
                      <span className="mut">{say`Not changed by you`}</span>
                    )}
                  </td>
                  <td>{show(name, theirs, theirs)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        <div className="acts">
          <button type="button" className="btn" onClick={takeTheirs}>
            {say`Use the saved version`}
          </button>
          {hasOwn && (
            <button type="button" className="btn" onClick={keepMine}>
              {say`Keep my changes`}
            </button>
          )}
        </div>
        {hasOwn && (
          <p className="small">
            {say`Keeping your changes puts them on top of the saved version. Review them, then save again.`}
          </p>
        )}
      </div>
    </div>
  );
}
