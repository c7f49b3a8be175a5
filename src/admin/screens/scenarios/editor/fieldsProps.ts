// What the fields of a step are given.
import type { RunTable } from '../../../../domain/model/scenario/runScenario.ts';
import type { Step } from '../../../../domain/model/scenario/steps.ts';

interface StepContext {
  /** The table before the step. */
  before: RunTable;
  /** Faults by field, without the step's own prefix. */
  faults: Readonly<Record<string, string>>;
}

export interface FieldsProps<S extends Step> extends StepContext {
  step: S;
  onChange: (step: S) => void;
}
