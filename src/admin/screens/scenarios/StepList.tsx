// The steps of a scenario: added by one click, moved by buttons, each with its few figures.
import { useId } from 'react';
import type { Run } from '../../../domain/model/scenario/runScenario.ts';
import type { RoundStep, Step } from '../../../domain/model/scenario/steps.ts';
import { Icon } from '../../kit/icons.tsx';
import { fieldsOf, figureTyped, newStep, STEP_WORDS, valueAt, withValue } from './stepForms.ts';
import type { StepField } from './stepForms.ts';
import styles from './scenarios.module.css';

type Faults = Readonly<Record<string, string>>;

interface StepListProps {
  steps: readonly Step[];
  run: Run;
  faults: Faults;
  chosen: number;
  choose: (step: number) => void;
  /** Null for readers. */
  change: ((steps: readonly Step[]) => void) | null;
}

const KINDS = Object.keys(STEP_WORDS) as Step['kind'][];

export function StepList({ steps, run, faults, chosen, choose, change }: StepListProps) {
  const classesBefore = (index: number) => run.tables[Math.min(index, run.tables.length - 1)]!.classes;
  const add = (kind: Step['kind']) => {
    const step = newStep(kind, steps, classesBefore(steps.length));
    // An exit stays the last.
    const at = steps.at(-1)?.kind === 'exit' ? steps.length - 1 : steps.length;
    change?.(steps.toSpliced(at, 0, step));
    choose(at + 1);
  };
  const move = (index: number, by: -1 | 1) => {
    change?.(steps.toSpliced(index, 1).toSpliced(index + by, 0, steps[index]!));
    choose(index + 1 + by);
  };
  return (
    <>
      <ol className={styles.list}>
        <li>
          <button type="button" className={styles.choice} aria-pressed={chosen === 0} onClick={() => choose(0)}>
            Start
          </button>
        </li>
        {steps.map((step, index) => (
          <li key={index}>
            <div className={styles.head}>
              <button
                type="button"
                className={styles.choice}
                aria-pressed={chosen === index + 1}
                onClick={() => choose(index + 1)}
              >
                {index + 1}. {titleOf(step)}
              </button>
              {change && (
                <Moves
                  title={titleOf(step)}
                  up={index > 0 ? () => move(index, -1) : null}
                  down={index < steps.length - 1 ? () => move(index, 1) : null}
                  remove={() => {
                    change(steps.toSpliced(index, 1));
                    choose(index);
                  }}
                />
              )}
            </div>
            {faults[`steps.${index}`] && (
              <p className="small err" role="alert">
                {faults[`steps.${index}`]}
              </p>
            )}
            {chosen === index + 1 && (
              <StepForm
                step={step}
                at={`steps.${index}`}
                faults={faults}
                classes={classesBefore(index)}
                change={change && ((next) => change(steps.with(index, next)))}
              />
            )}
          </li>
        ))}
      </ol>
      {change && (
        <fieldset className={styles.add}>
          <legend className="small mut">Add a step</legend>
          {KINDS.map((kind) => (
            <button
              key={kind}
              type="button"
              className="btn sm"
              disabled={kind === 'exit' && steps.some((step) => step.kind === 'exit')}
              onClick={() => add(kind)}
            >
              {STEP_WORDS[kind].add}
            </button>
          ))}
        </fieldset>
      )}
    </>
  );
}

export function titleOf(step: Step): string {
  const { label } = STEP_WORDS[step.kind];
  const own = step.kind === 'round' || step.kind === 'convertible' ? step.name.trim() : '';
  return own === '' ? label : `${label}: ${own}`;
}

interface MovesProps {
  title: string;
  up: (() => void) | null;
  down: (() => void) | null;
  remove: () => void;
}

function Moves({ title, up, down, remove }: MovesProps) {
  return (
    <span className={styles.moves}>
      <button type="button" className="btn sm" aria-label={`Move ${title} up`} disabled={!up} onClick={() => up?.()}>
        ↑
      </button>
      <button
        type="button"
        className="btn sm"
        aria-label={`Move ${title} down`}
        disabled={!down}
        onClick={() => down?.()}
      >
        ↓
      </button>
      <button type="button" className="icon-btn sm" aria-label={`Remove ${title}`} onClick={remove}>
        <Icon name="close" small />
      </button>
    </span>
  );
}

interface StepFormProps {
  step: Step;
  at: string;
  faults: Faults;
  classes: Run['tables'][number]['classes'];
  change: ((step: Step) => void) | null;
}

function StepForm({ step, at, faults, classes, change }: StepFormProps) {
  const input = (field: StepField) => (
    <Input
      key={field.path}
      field={field}
      value={valueAt(step, field.path)}
      fault={faults[`${at}.${field.path}`] ?? null}
      change={change && ((value) => change(withValue(step, field.path, value)))}
    />
  );
  return (
    <div className={styles.form}>
      {fieldsOf(step, classes).map(input)}
      {step.kind === 'round' && <RoundMore step={step} at={at} faults={faults} change={change} />}
    </div>
  );
}

interface RoundMoreProps extends Omit<StepFormProps, 'step' | 'classes'> {
  step: RoundStep;
}

const POOLS = [
  ['none', 'As it is'],
  ['target', 'A part of the company after the round'],
  ['increase', 'More shares'],
] as const;

function RoundMore({ step, at, faults, change }: RoundMoreProps) {
  const { investors, pool } = step;
  const kind = !pool ? 'none' : 'target' in pool ? 'target' : 'increase';
  const lines = (next: RoundStep['investors']) => change?.({ ...step, investors: next });
  return (
    <>
      <Input
        field={{ path: 'pool', label: 'Unallocated pool', choices: POOLS }}
        value={kind}
        fault={null}
        change={
          change &&
          ((value) =>
            change({
              ...step,
              pool: value === 'target' ? { target: '0.1' } : value === 'increase' ? { increase: '100000' } : null,
            }))
        }
      />
      {kind !== 'none' && (
        <Input
          field={{
            path: `pool.${kind}`,
            label: kind === 'target' ? 'Part of the company' : 'More shares in the pool',
            ...(kind === 'target' ? { help: '0.1 for 10 per cent.' } : {}),
          }}
          value={valueAt(step, `pool.${kind}`)}
          fault={faults[`${at}.pool.${kind}`] ?? null}
          change={change && ((value) => change(withValue(step, `pool.${kind}`, value)))}
        />
      )}
      {faults[`${at}.converts`] && (
        <p className="small err" role="alert">
          {faults[`${at}.converts`]}
        </p>
      )}
      {investors.map((_, index) => (
        <fieldset key={index} className={styles.investor}>
          <legend className="vh">Investor {index + 1}</legend>
          {(['name', 'amount'] as const).map((part) => (
            <Input
              key={part}
              field={{
                path: `investors.${index}.${part}`,
                label: part === 'name' ? `Investor ${index + 1}` : 'Money',
                ...(part === 'name' ? { isText: true as const } : {}),
              }}
              value={valueAt(step, `investors.${index}.${part}`)}
              fault={faults[`${at}.investors.${index}.${part}`] ?? null}
              change={change && ((value) => change(withValue(step, `investors.${index}.${part}`, value)))}
            />
          ))}
          {change && investors.length > 1 && (
            <button
              type="button"
              className="icon-btn sm"
              aria-label={`Remove investor ${index + 1}`}
              onClick={() => lines(investors.toSpliced(index, 1))}
            >
              <Icon name="close" small />
            </button>
          )}
        </fieldset>
      ))}
      {change && (
        <button
          type="button"
          className="btn sm"
          onClick={() => lines([...investors, { name: `Investor ${investors.length + 1}`, amount: '500000' }])}
        >
          Add an investor
        </button>
      )}
    </>
  );
}

interface InputProps {
  field: StepField;
  value: string;
  fault: string | null;
  change: ((value: string) => void) | null;
}

function Input({ field: { label, help, choices, isText }, value, fault, change }: InputProps) {
  const id = useId();
  const described = [fault && `${id}-fault`, help && `${id}-help`].filter(Boolean).join(' ');
  const shared = {
    id,
    className: 'input',
    value,
    disabled: change === null,
    'aria-invalid': fault ? (true as const) : undefined,
    'aria-describedby': described === '' ? undefined : described,
  };
  return (
    <div className={fault ? 'field bad' : 'field'}>
      <label htmlFor={id}>{label}</label>
      {choices ? (
        <select {...shared} onChange={(event) => change?.(event.target.value)}>
          {choices.map(([each, words]) => (
            <option key={each} value={each}>
              {words}
            </option>
          ))}
        </select>
      ) : (
        <input
          {...shared}
          inputMode={isText ? 'text' : 'decimal'}
          autoComplete="off"
          onChange={(event) => change?.(isText ? event.target.value : figureTyped(event.target.value))}
        />
      )}
      {fault && (
        <p className="msg" id={`${id}-fault`}>
          <Icon name="alert" />
          <span>{fault}</span>
        </p>
      )}
      {help && (
        <p className="help" id={`${id}-help`}>
          {help}
        </p>
      )}
    </div>
  );
}
