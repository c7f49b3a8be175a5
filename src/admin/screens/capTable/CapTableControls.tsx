// The view options: the day, the basis with its definition, the rows, a day to compare with, and what was known when.
import { say } from '#src/words/say.ts';
import { useState } from 'react';
import { bases, basisWords } from '#src/domain/captable/capTableBasis.ts';
import { LabelledDay } from '#src/admin/kit/form/LabelledDay.tsx';
import { formatDay, formatShares, today } from '#src/admin/kit/format.ts';
import { Icon } from '#src/admin/kit/icons.tsx';
import { useIsPhone } from '#src/admin/kit/parts/useMediaQuery.ts';
import type { WholeCapTable } from './capTableAnswer.ts';
import { isEntryNumber, ratioText } from './capTableRules.ts';
import type { View } from './capTableRules.ts';
import styles from './CapTableControls.module.css';

/** How much the reader sees: a shareholder their own rows, the totals, or every row; the company's people the past as well. */
export type Reads = 'own' | 'totals' | 'full' | 'company';

interface ControlsProps {
  view: View;
  reads: Reads;
  table: WholeCapTable | null;
  set: (changes: Record<string, string>) => void;
}

/** On a phone the options fold into a sentence, so that the table is visible without scrolling. */
export function CapTableControls(props: ControlsProps) {
  const isPhone = useIsPhone();
  if (!isPhone)
    return (
      <section className={`card ${styles.controls}`} aria-label={say`View options`}>
        <Chosen {...props} />
      </section>
    );
  return (
    <details className={`card ${styles.controls} ${styles.fold}`}>
      <summary>
        <span>{sentenceOfView(props.view, props.reads)}</span>
        <Icon name="down" />
      </summary>
      <Chosen {...props} />
    </details>
  );
}

/** "Outstanding, today, by holder". */
function sentenceOfView(view: View, reads: Reads): string {
  const isToday = view.asOf === '' || view.asOf === today();
  const day = isToday ? say`today` : formatDay(view.asOf);
  if (reads === 'own') return isToday ? say`As of today` : say`As of ${day}`;
  return [
    basisWords[view.basis].label,
    day,
    ...(reads === 'totals' ? [] : [view.rows === 'holder' ? say`by holder` : say`by class`]),
    ...(view.compare ? [say`compared with ${formatDay(view.compare)}`] : []),
    ...(view.knownOn ? [say`as recorded on ${formatDay(view.knownOn)}`] : []),
    ...(view.knownAt ? [say`as recorded after entry No. ${view.knownAt}`] : []),
  ].join(', ');
}

function Chosen({ view, reads, table, set }: ControlsProps) {
  return (
    <>
      <div className={styles.row}>
        <LabelledDay
          labelClass={styles.lab}
          label={say`As of`}
          value={view.asOf || today()}
          choose={(as_of) => set({ as_of })}
        />
        {reads !== 'own' && (
          <Segment
            label={say`Basis`}
            value={view.basis}
            options={bases.map((value) => ({ value, label: basisWords[value].label }))}
            choose={(value) => set({ basis: value === 'outstanding' ? '' : value })}
          />
        )}
        {(reads === 'full' || reads === 'company') && (
          <Segment
            label={say`Rows`}
            value={view.rows}
            options={[
              { value: 'holder', label: say`By holder` },
              { value: 'class', label: say`By class` },
            ]}
            choose={(value) => set({ rows: value === 'holder' ? '' : value })}
          />
        )}
        {reads === 'company' && (
          <>
            <LabelledDay
              labelClass={styles.lab}
              label={say`Compare with`}
              value={view.compare}
              choose={(compare) => set({ compare })}
            />
            <details className={styles.knowledge} open={view.knownOn !== '' || view.knownAt !== '' || undefined}>
              <summary className="btn text">{say`As recorded on…`}</summary>
              <div className={styles.row}>
                <LabelledDay
                  labelClass={styles.lab}
                  label={say`As recorded on`}
                  value={view.knownOn}
                  choose={(known_on) => set({ known_on, known_at: '' })}
                  max={today()}
                />
                <AfterEntry
                  key={view.knownAt}
                  value={view.knownAt}
                  choose={(known_at) => set({ known_at, known_on: '' })}
                />
              </div>
            </details>
          </>
        )}
      </div>
      {reads !== 'own' && (
        <p className={styles.defn}>
          <b>{basisWords[view.basis].label}</b> {basisWords[view.basis].definition} {table && <Terms table={table} />}
        </p>
      )}
    </>
  );
}

/** The ratios and votes that the figures are computed with. */
function Terms({ table: { basis, classes } }: { table: WholeCapTable }) {
  const terms = classes.flatMap(({ name, conversion_ratio, votes_per_share }) => {
    const ratio = ratioText(conversion_ratio);
    if (basis === 'voting') return [`${name} ${formatShares(votes_per_share)}`];
    return basis === 'outstanding' || ratio === null ? [] : [`${name} ${ratio}`];
  });
  if (terms.length === 0) return null;
  return `${basis === 'voting' ? say`Votes per share` : say`Ratios on this day`}: ${terms.join(', ')}.`;
}

/** Applied when the number is complete: on Enter, or when the field loses focus. */
export function AfterEntry({
  label = say`or after entry No.`,
  value,
  choose,
}: {
  label?: string;
  value: string;
  choose: (seq: string) => void;
}) {
  const [isWrong, setWrong] = useState(false);
  const done = (text: string) => {
    const seq = text.trim();
    const isNone = seq !== '' && !isEntryNumber(seq);
    setWrong(isNone);
    if (!isNone && seq !== value) choose(seq);
  };
  return (
    <div className={isWrong ? 'field bad' : 'field'}>
      <label className={styles.lab} htmlFor="after-entry">
        {label}
      </label>
      <input
        id="after-entry"
        className={`input ${styles.entryNo}`}
        inputMode="numeric"
        defaultValue={value}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? 'after-entry-error' : undefined}
        onBlur={(event) => done(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && done(event.currentTarget.value)}
      />
      {isWrong && (
        <p className="msg" id="after-entry-error" role="alert">
          <Icon name="alert" />
          <span>{say`Entries are numbered 1, 2, 3 and so on. Enter such a number.`}</span>
        </p>
      )}
    </div>
  );
}

interface SegmentProps {
  label: string;
  value: string;
  options: ReadonlyArray<{ value: string; label: string }>;
  choose: (value: string) => void;
}

function Segment({ label, value, options, choose }: SegmentProps) {
  return (
    <fieldset className={`field ${styles.segment}`}>
      <legend className={styles.lab}>{label}</legend>
      <div className={options.length > 2 ? 'seg fit' : 'seg'}>
        {options.map((option) => (
          <button
            key={option.value}
            type="button"
            aria-pressed={option.value === value}
            onClick={() => choose(option.value)}
          >
            {option.label}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
