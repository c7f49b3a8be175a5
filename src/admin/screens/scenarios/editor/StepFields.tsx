// The fields of a step, by its kind. Each change is computed at once; a fault stands at its field.
import { say } from '#src/words/say.ts';
import type { ConvertibleStep, Step } from '#src/domain/model/scenario/steps.ts';
import { HolderField, SelectField } from './boxes.tsx';
import { FigureField } from './FigureField.tsx';
import { InstrumentFields } from './InstrumentFields.tsx';
import { faultsUnder } from './fieldsProps.ts';
import type { FieldsProps } from './fieldsProps.ts';
import { RoundFields } from './RoundFields.tsx';
import styles from './editor.module.css';

export function StepFields({ step, onChange, ...context }: FieldsProps<Step>) {
  switch (step.kind) {
    case 'round':
      return <RoundFields step={step} onChange={onChange} {...context} />;
    case 'convertible':
      return <ConvertibleFields step={step} onChange={onChange} {...context} />;
    case 'pool':
      return (
        <FigureField
          label={say`Shares added to the pool`}
          unit="shares"
          value={step.quantity}
          slider={{ min: 1000, max: 100_000_000, isLogarithmic: true }}
          fault={context.faults.quantity}
          onChange={(quantity) => onChange({ ...step, quantity })}
        />
      );
    case 'grant':
      return (
        <>
          <HolderField
            label={say`Who gets the grant`}
            name={step.name ?? ''}
            id={step.shareholder_id}
            before={context.before}
            fault={context.faults.name ?? context.faults.shareholder_id}
            onChange={(holder) => onChange({ ...step, ...holder })}
          />
          <FigureField
            label={say`Options`}
            unit="shares"
            value={step.quantity}
            slider={{ min: 1000, max: 10_000_000, isLogarithmic: true }}
            fault={context.faults.quantity}
            onChange={(quantity) => onChange({ ...step, quantity })}
          />
          <FigureField
            label={say`Exercise price`}
            unit="money"
            value={step.strike}
            fault={context.faults.strike}
            help={say`Counts at an exit.`}
            onChange={(strike) => onChange({ ...step, strike: strike === '' ? null : strike })}
          />
        </>
      );
    case 'warrant':
      return (
        <>
          <HolderField
            label={say`Who gets the warrant`}
            name={step.name}
            id={step.shareholder_id}
            before={context.before}
            fault={context.faults.name ?? context.faults.shareholder_id}
            onChange={(holder) => onChange({ ...step, ...holder })}
          />
          <SelectField
            label={say`Class`}
            value={step.share_class_id}
            fault={context.faults.share_class_id}
            choices={context.before.classes.map(({ share_class_id, name }) => [share_class_id, name])}
            onChange={(share_class_id) => onChange({ ...step, share_class_id })}
          />
          <FigureField
            label={say`Shares`}
            unit="shares"
            value={step.quantity}
            slider={{ min: 1000, max: 10_000_000, isLogarithmic: true }}
            fault={context.faults.quantity}
            onChange={(quantity) => onChange({ ...step, quantity })}
          />
          <FigureField
            label={say`Exercise price`}
            unit="money"
            value={step.strike}
            fault={context.faults.strike}
            onChange={(strike) => onChange({ ...step, strike })}
          />
        </>
      );
    case 'split':
      return (
        <>
          <SelectField
            label={say`Class`}
            value={step.share_class_id}
            fault={context.faults.share_class_id}
            choices={context.before.classes.map(({ share_class_id, name }) => [share_class_id, name])}
            onChange={(share_class_id) => onChange({ ...step, share_class_id })}
          />
          <div className={styles.two}>
            <FigureField
              label={say`New shares`}
              unit="number"
              value={step.numerator}
              fault={context.faults.numerator}
              onChange={(numerator) => onChange({ ...step, numerator })}
            />
            <FigureField
              label={say`For old shares`}
              unit="number"
              value={step.denominator}
              fault={context.faults.denominator}
              onChange={(denominator) => onChange({ ...step, denominator })}
            />
          </div>
        </>
      );
    case 'exit':
      return (
        <>
          <FigureField
            label={say`Price of the company`}
            unit="money"
            value={step.proceeds}
            slider={{ min: 100_000, max: 10_000_000_000, isLogarithmic: true }}
            fault={context.faults.proceeds}
            onChange={(proceeds) => onChange({ ...step, proceeds })}
          />
          <div className={styles.two}>
            <FigureField
              label={say`Costs`}
              unit="money"
              value={step.costs}
              fault={context.faults.costs}
              onChange={(costs) => onChange({ ...step, costs: costs === '' ? null : costs })}
            />
            <FigureField
              label={say`Debt`}
              unit="money"
              value={step.debt}
              fault={context.faults.debt}
              onChange={(debt) => onChange({ ...step, debt: debt === '' ? null : debt })}
            />
          </div>
        </>
      );
  }
}

function ConvertibleFields({ step, onChange, before, others, faults }: FieldsProps<ConvertibleStep>) {
  return (
    <>
      <HolderField
        label={say`Investor`}
        name={step.name}
        id={step.shareholder_id}
        before={before}
        fault={faults.name ?? faults.shareholder_id}
        onChange={(holder) => onChange({ ...step, ...holder })}
      />
      <InstrumentFields
        instrument={step.instrument}
        faults={faultsUnder(faults, 'instrument')}
        others={others}
        onChange={(instrument) => onChange({ ...step, instrument })}
      />
    </>
  );
}
