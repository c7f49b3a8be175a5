// Under the numbered inputs of a form (investor_1, investor_2, …): the buttons that add one and remove the last.
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { useEffect, useRef } from 'react';
import { useFormContext } from 'react-hook-form';
import { Icon } from '../icons.tsx';
import { inputId } from './inputId.ts';

const NOUNS = {
  class: say`class`,
  exemption: say`exemption`,
  investor: say`investor`,
  shareholder: say`shareholder`,
} as const;

interface AddAndRemoveProps {
  /** The inputs are named after it. */
  noun: keyof typeof NOUNS;
  /** Where the form counts them. */
  counted?: string;
  count: number;
  mayAdd: boolean;
  /** Further inputs with the same numbers. */
  beside?: readonly string[];
}

/** A new input takes the focus. */
export function AddAndRemove({ noun, counted = `${noun}s`, count, mayAdd, beside = [] }: AddAndRemoveProps) {
  const { setValue } = useFormContext();
  const isAdded = useRef(false);
  useEffect(() => {
    if (isAdded.current) document.getElementById(inputId(`${noun}_${count}`))?.focus();
    isAdded.current = false;
  }, [noun, count]);
  const add = () => {
    isAdded.current = true;
    setValue(counted, count + 1);
  };
  const remove = () => {
    for (const name of [noun, ...beside]) setValue(`${name}_${count}`, '');
    setValue(counted, count - 1);
    // The button may disappear; the last remaining input keeps the focus within the form.
    document.getElementById(inputId(`${noun}_${count - 1}`))?.focus();
  };
  return (
    <div className="row-acts">
      {mayAdd && (
        <button type="button" className="btn" onClick={add}>
          <Icon name="plus" />
          {sayAround`Add another ${NOUNS[noun]}`}
        </button>
      )}
      {count > 1 && (
        <button type="button" className="btn text" onClick={remove}>
          {sayAround`Remove ${NOUNS[noun]} ${count}`}
        </button>
      )}
    </div>
  );
}
