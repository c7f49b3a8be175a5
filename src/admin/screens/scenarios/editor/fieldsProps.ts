// What the fields of a step are given.
import type { RunTable } from '#src/domain/model/scenario/runScenario.ts';
import type { RoundStep, Step } from '#src/domain/model/scenario/steps.ts';

interface StepContext {
  /** The table before the step. */
  before: RunTable;
  /** Faults by field, without the step's own prefix. */
  faults: Readonly<Record<string, string>>;
  /** SAFEs and notes of later steps, whose terms an MFN may take. */
  others: readonly { id: string; name: string }[];
}

export interface FieldsProps<S extends Step> extends StepContext {
  step: S;
  onChange: (step: S) => void;
}

export type RoundFieldsProps = Omit<FieldsProps<RoundStep>, 'others'>;

/** The faults of one part of the fields, without its prefix. */
export function faultsUnder(faults: Readonly<Record<string, string>>, prefix: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(faults)
      .filter(([field]) => field.startsWith(`${prefix}.`))
      .map(([field, fault]) => [field.slice(prefix.length + 1), fault]),
  );
}
