// A figure that is typed, with a slider beside it where one wants to play.
import { figures } from '#src/words/figures.ts';
import { readFigure } from '#src/words/typedFigure.ts';
import { say } from '#src/words/say.ts';
import { useId, useState } from 'react';
import { parseDecimal } from '#src/domain/figures/decimal.ts';
import { NOT_A_FIGURE, parseFigure } from '#src/domain/model/figures.ts';
import { formatMoney, groupDigits, ofHundred, signOf } from '#src/admin/kit/format.ts';
import { Understood } from '#src/admin/kit/form/Understood.tsx';
import { readTyped } from './stepDrafts.ts';
import styles from './editor.module.css';

export type Unit = 'money' | 'percent' | 'shares' | 'number';

export interface SliderRange {
  min: number;
  max: number;
  /** Each step the same part more, for money. */
  isLogarithmic?: boolean;
}

interface FigureFieldProps {
  label: string;
  value: string | number | null | undefined;
  unit: Unit;
  onChange: (value: string) => void;
  fault: string | undefined;
  slider?: SliderRange;
  help?: string;
}

const shown = (value: FigureFieldProps['value'], unit: Unit): string => {
  const text = value === null || value === undefined ? '' : String(value);
  if (text === '' || !parseFigure(text) || text.includes('/')) return figures(text);
  return unit === 'percent' ? figures(ofHundred(text)) : groupDigits(text);
};

/** The steps are parts of one and may be fractions; what is typed here is per cent, or a decimal. */
function sentenceOf(fault: string, value: FigureFieldProps['value'], unit: Unit): string {
  const text = String(value ?? '');
  if (fault === NOT_A_FIGURE || (parseFigure(text) && parseDecimal(text) === null))
    return say`Enter a number, such as ${EXAMPLES[unit]}.`;
  if (unit !== 'percent') return fault;
  return fault
    .replace(/ for \d+ per cent/, '')
    .replace(/\b\d+(\.\d+)?\b/g, (part) => (part === '0' ? part : `${figures(ofHundred(part))} %`));
}

const EXAMPLES: Record<Unit, string> = {
  money: figures('1,000,000'),
  percent: say`10 for 10 %`,
  shares: figures('1,000,000'),
  number: '2',
};

export function FigureField({ label, value, unit, onChange, fault: refused, slider, help }: FigureFieldProps) {
  const fault = refused && sentenceOf(refused, value, unit);
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const [isEdited, setEdited] = useState(false);
  const read = (text: string) => readTyped(figureIn(text), unit === 'percent' ? 'percent' : 'other');
  // What is typed stays as typed until something else changes the figure.
  const text = typed !== null && read(typed) === String(value ?? '') ? typed : shown(value, unit);
  return (
    <div className={`field ${fault ? 'bad' : ''} ${styles.figure}`}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.figureRow}>
        <span className="input-box">
          {unit === 'money' && <span className="unit">{signOf()}</span>}
          <input
            id={id}
            className={`input ${unit === 'money' ? styles.money : ''}`}
            inputMode="decimal"
            autoComplete="off"
            value={text}
            aria-invalid={fault !== undefined}
            aria-describedby={fault || help ? `${id}-help` : undefined}
            onChange={(event) => {
              setTyped(event.target.value);
              setEdited(true);
              onChange(read(event.target.value));
            }}
            onBlur={() => {
              setTyped(null);
              setEdited(false);
            }}
          />
          {unit === 'percent' && <span className="unit end">%</span>}
          <Understood
            text={
              isEdited && shown(value, unit) !== text.trim() && parseFigure(String(value ?? ''))
                ? shown(value, unit)
                : null
            }
          />
        </span>
        {slider && <Slider label={label} value={String(value ?? '')} unit={unit} range={slider} onChange={onChange} />}
      </div>
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

/** With the sign that somebody has typed beside it, which `readTyped` knows. */
const figureIn = (text: string): string =>
  text
    .trim()
    .replace(
      /^([$€£]?\s*)(.*?)(\s*%?)$/,
      (_all, before: string, figure: string, after: string) => before + readFigure(figure) + after,
    );

const POSITIONS = 300;

interface SliderProps {
  label: string;
  value: string;
  unit: Unit;
  range: SliderRange;
  onChange: (value: string) => void;
}

function Slider({ label, value, unit, range: { min, max, isLogarithmic = false }, onChange }: SliderProps) {
  const number = Number(value) || 0;
  const position = isLogarithmic
    ? (Math.log(Math.max(number, min) / min) / Math.log(max / min)) * POSITIONS
    : ((number - min) / (max - min)) * POSITIONS;
  const valueAt = (at: number): string => {
    const exact = isLogarithmic ? min * (max / min) ** (at / POSITIONS) : min + (at / POSITIONS) * (max - min);
    return roundFigure(exact, unit);
  };
  return (
    <input
      type="range"
      className={styles.slider}
      aria-label={say`${label}, slider`}
      aria-valuetext={
        unit === 'percent'
          ? `${figures(ofHundred(value))} %`
          : unit === 'money'
            ? formatMoney(value)
            : groupDigits(value)
      }
      min={0}
      max={POSITIONS}
      step={1}
      value={Math.round(Math.min(POSITIONS, Math.max(0, position)))}
      onChange={(event) => onChange(valueAt(Number(event.target.value)))}
    />
  );
}

/** Two or three digits, as one would say it. */
function roundFigure(value: number, unit: Unit): string {
  if (unit === 'percent') return String(Math.round(value * 1000) / 1000);
  if (value < 1) return '0';
  const step = 10 ** Math.max(0, Math.floor(Math.log10(value)) - 1) / 2;
  return String(Math.round(Math.round(value / step) * step));
}
