// A group of lines of a typed start, and the button that adds one.
import type { ReactNode } from 'react';
import type { TypedStart } from '#src/domain/model/scenario/startState.ts';
import { Icon } from '#src/admin/kit/icons.tsx';
import styles from '../editor.module.css';

export interface StartFieldsProps {
  start: TypedStart;
  /** By field, without `start`. */
  faults: Readonly<Record<string, string>>;
  onChange: (start: TypedStart) => void;
}

interface GroupProps {
  title: string;
  add: string;
  onAdd: () => void;
  children: ReactNode;
}

export function Group({ title, add, onAdd, children }: GroupProps) {
  return (
    <fieldset className={styles.group}>
      <legend>{title}</legend>
      {children}
      <div className={styles.adds}>
        <button type="button" className="btn sm" onClick={onAdd}>
          <Icon name="plus" />
          {add}
        </button>
      </div>
    </fieldset>
  );
}
