// The fields of a round: who invests, what converts, the pool, and how the price is found.
import { say } from '#src/words/say.ts';
import { ROUND_METHODS } from '#src/domain/model/roundTerms.ts';
import { CONVERTS_INTO, CONVERTS_INTO_LABELS } from '#src/domain/round/ownSeries.ts';
import type { ConvertsInto } from '#src/domain/round/ownSeries.ts';
import type { RoundStep } from '#src/domain/model/scenario/steps.ts';
import { formatMoney } from '#src/admin/kit/format.ts';
import { SelectField, TextField } from './boxes.tsx';
import { FigureField } from './FigureField.tsx';
import { Investors } from './Investors.tsx';
import type { RoundFieldsProps } from './fieldsProps.ts';
import styles from './editor.module.css';

const METHOD_LABELS: Record<RoundStep['method'], string> = {
  percent_ownership: say`Conversions and pool inside the valuation`,
  pre_money: say`Conversions on top of the valuation`,
  dollars_invested: say`Converted money added to the valuation`,
};

export function RoundFields({ step, onChange, before, faults }: RoundFieldsProps) {
  const pool = step.pool ?? null;
  const poolKind = pool === null ? 'none' : 'target' in pool ? 'target' : 'increase';
  const classes = before.classes.map(({ name }) => name);
  return (
    <>
      <div className={styles.two}>
        <TextField
          label={say`Round`}
          value={step.name}
          fault={faults.name}
          onChange={(name) => onChange({ ...step, name })}
        />
        <TextField
          label={say`Class`}
          value={step.class_name}
          fault={faults.class_name}
          suggestions={classes}
          onChange={(class_name) => onChange({ ...step, class_name })}
        />
      </div>
      <FigureField
        label={say`Pre-money valuation`}
        unit="money"
        value={step.pre_money}
        slider={{ min: 1_000_000, max: 1_000_000_000, isLogarithmic: true }}
        fault={faults.pre_money}
        onChange={(pre_money) => onChange({ ...step, pre_money })}
      />
      <Investors step={step} before={before} faults={faults} onChange={onChange} />
      <div className={styles.two}>
        <SelectField
          label={say`Pool`}
          value={poolKind}
          choices={[
            ['target', say`Target`],
            ['increase', say`Increase`],
            ['none', say`As it is`],
          ]}
          fault={faults.pool}
          onChange={(kind) =>
            onChange({
              ...step,
              pool: kind === 'none' ? null : kind === 'target' ? { target: '0.1' } : { increase: '1000000' },
            })
          }
        />
        {pool !== null && 'target' in pool && (
          <FigureField
            label={say`Available after the round`}
            unit="percent"
            value={pool.target}
            slider={{ min: 0, max: 0.3 }}
            fault={faults['pool.target']}
            onChange={(target) => onChange({ ...step, pool: { target } })}
          />
        )}
        {pool !== null && 'increase' in pool && (
          <FigureField
            label={say`Shares added`}
            unit="shares"
            value={pool.increase}
            slider={{ min: 1000, max: 100_000_000, isLogarithmic: true }}
            fault={faults['pool.increase']}
            onChange={(increase) => onChange({ ...step, pool: { increase } })}
          />
        )}
      </div>
      {before.convertibles.length > 0 && (
        <>
          <Converts step={step} before={before} faults={faults} onChange={onChange} />
          <SelectField
            label={say`Converts into`}
            value={step.converts_into ?? CONVERTS_INTO[0]}
            choices={CONVERTS_INTO.map((into) => [into, CONVERTS_INTO_LABELS[into]])}
            fault={faults.converts_into}
            onChange={(into) => onChange({ ...step, converts_into: into as ConvertsInto })}
          />
        </>
      )}
      <details className={styles.more}>
        <summary>{say`Price and preference`}</summary>
        <div className={styles.fields}>
          <SelectField
            label={say`How the price is found`}
            value={step.method}
            choices={ROUND_METHODS.map((method) => [method, METHOD_LABELS[method]])}
            fault={faults.method}
            onChange={(method) => onChange({ ...step, method: method as RoundStep['method'] })}
          />
          <div className={styles.two}>
            <FigureField
              label={say`Liquidation preference (×)`}
              unit="number"
              value={step.preference_multiple}
              fault={faults.preference_multiple}
              help={say`For a new class; 1 unless given.`}
              onChange={(multiple) => onChange({ ...step, preference_multiple: multiple === '' ? null : multiple })}
            />
            <SelectField
              label={say`After its preference`}
              value={step.participating ? 'yes' : 'no'}
              choices={[
                ['no', say`Non-participating`],
                ['yes', say`Participating`],
              ]}
              fault={faults.participating}
              onChange={(value) =>
                onChange({
                  ...step,
                  participating: value === 'yes' ? true : null,
                  total_cap: value === 'yes' ? (step.total_cap ?? null) : null,
                })
              }
            />
          </div>
          {step.participating && (
            <FigureField
              label={say`Participation cap, times the price`}
              unit="number"
              value={step.total_cap}
              fault={faults.total_cap}
              help={say`Empty: no cap.`}
              onChange={(cap) => onChange({ ...step, total_cap: cap === '' ? null : cap })}
            />
          )}
        </div>
      </details>
    </>
  );
}

function Converts({ step, before, faults, onChange }: RoundFieldsProps) {
  const isOn = (id: string) => step.converts === 'all' || step.converts.includes(id);
  const toggle = (id: string) => {
    const next = before.convertibles
      .filter((each) => (each.id === id ? !isOn(id) : isOn(each.id)))
      .map((each) => each.id);
    onChange({ ...step, converts: next.length === before.convertibles.length ? 'all' : next });
  };
  return (
    <fieldset className={styles.group}>
      <legend>{say`What converts`}</legend>
      {before.convertibles.map(({ id, name, amount, shareholder_id }) => (
        <label key={id} className="box-choice">
          <input type="checkbox" checked={isOn(id)} onChange={() => toggle(id)} />
          {name}, {formatMoney(amount)}
          <small className="mut">
            {before.rows.find((row) => row.shareholder_id === shareholder_id)?.name ??
              shareholder_id.replace(/^new:/, '')}
          </small>
        </label>
      ))}
      {faults.converts && <p className="err small">{faults.converts}</p>}
    </fieldset>
  );
}
