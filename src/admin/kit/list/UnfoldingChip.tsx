// A chip that unfolds what narrows the list: a range of days, a day, words, or a record that is searched for.
import { say } from '#src/words/say.ts';
import { useListContext } from 'react-admin';
import { createContext, useContext, useEffect, useId, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { formatDay } from '../format.ts';
import { LabelledDay } from '../form/LabelledDay.tsx';
import { Icon } from '../icons.tsx';
import { LazyPart } from '../parts/LazyPart.tsx';
import styles from './chips.module.css';

/** Out: the list's filters, and what changes some of them: null asks for what has no value, undefined takes a filter away. */
export function useFilters(): [Record<string, unknown>, (changes: Record<string, unknown>) => void] {
  const { filterValues, setFilters, sort, perPage } = useListContext();
  const [, setAddress] = useSearchParams();
  const filters: Record<string, unknown> = filterValues ?? {};
  const change = (changes: Record<string, unknown>) => {
    const kept = Object.entries({ ...filters, ...changes }).filter(([, value]) => value !== undefined);
    const next = Object.fromEntries(kept);
    // The list's own way drops null.
    if (kept.every(([, value]) => value !== null)) return setFilters(next);
    const of = {
      filter: JSON.stringify(next),
      sort: sort.field,
      order: sort.order,
      page: '1',
      perPage: String(perPage),
    };
    setAddress(of);
  };
  return [filters, change];
}

const Folding = createContext<() => void>(() => undefined);
/** Out: what folds the chip again, from what it unfolded. */
export const useFold = () => useContext(Folding);

interface UnfoldingChipProps {
  /** What it filters by and, while it does, to what. */
  words: string;
  isOn: boolean;
  /** What is unfolded. */
  children: ReactNode;
}

export function UnfoldingChip({ words, isOn, children }: UnfoldingChipProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const whole = useRef<HTMLSpanElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  useEffect(() => {
    if (!isOpen) return;
    const onPointer = (event: PointerEvent) => {
      if (!whole.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', onPointer);
    return () => document.removeEventListener('pointerdown', onPointer);
  }, [isOpen]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape closes from any control inside.
    <span className={styles.range} ref={whole} onKeyDown={(event) => event.key === 'Escape' && isOpen && close()}>
      <button
        type="button"
        ref={button}
        className={isOn ? `${styles.filter} ${styles.on}` : styles.filter}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <span>{words}</span>
        <Icon name="down" />
      </button>
      {isOpen && (
        <span className={styles.rangePop} id={id}>
          <LazyPart what={say`The filter`} fallback={say`Loading…`} onClose={close}>
            <Folding value={close}>{children}</Folding>
          </LazyPart>
        </span>
      )}
    </span>
  );
}

/** Shows the list's figures as of the end of a day: today unless another is chosen. */
export function AsOfChip() {
  const [{ as_of: day }, change] = useFilters();
  const isOn = typeof day === 'string';
  return (
    <UnfoldingChip words={isOn ? say`As of ${formatDay(day)}` : say`As of today`} isOn={isOn}>
      <LabelledDay label={say`At the end of`} value={day} choose={(as_of) => change({ as_of: as_of || undefined })} />
    </UnfoldingChip>
  );
}

export function RangeChip({ name, label }: { name: string; label: string }) {
  const [filters, change] = useFilters();
  const [from, to] = [`${name}_gte`, `${name}_lte`];
  return (
    <UnfoldingChip words={label} isOn={Boolean(filters[from] ?? filters[to])}>
      <LabelledDay label={say`From`} value={filters[from]} choose={(day) => change({ [from]: day || undefined })} />
      <LabelledDay label={say`To`} value={filters[to]} choose={(day) => change({ [to]: day || undefined })} />
    </UnfoldingChip>
  );
}
