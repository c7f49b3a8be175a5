// What the chip of a text unfolds: a part of it, or its absence.
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { useFilters, useFold } from './UnfoldingChip.tsx';
import { useTypedFilter } from './useTypedFilter.ts';
import styles from './chips.module.css';

export default function TextFilter({ name, label }: { name: string; label: string }) {
  const fold = useFold();
  const [filters, change] = useFilters();
  const contains = `${name}_contains`;
  const asked = typeof filters[contains] === 'string' ? filters[contains] : '';
  const isEmpty = filters[name] === null;
  const filter = (typed: string) => change({ [contains]: typed.trim() === '' ? undefined : typed, [name]: undefined });
  const [text, setText] = useTypedFilter(asked, filter);
  return (
    <>
      <label>
        {sayAround`${label} contains`}
        <input
          className="input"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- it was asked for just now.
          autoFocus
          maxLength={100}
          value={text}
          disabled={isEmpty}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            // Else it would press the chip, which has the focus then.
            event.preventDefault();
            filter(text);
            fold();
          }}
        />
      </label>
      <label className={styles.isEmpty}>
        <input
          type="checkbox"
          checked={isEmpty}
          onChange={(event) => {
            setText('');
            change({ [contains]: undefined, [name]: event.target.checked ? null : undefined });
          }}
        />
        {say`Is empty`}
      </label>
    </>
  );
}
