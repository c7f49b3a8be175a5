import { runScenario } from '#src/domain/model/scenario/runScenario.ts';
import type { Run } from '#src/domain/model/scenario/runScenario.ts';
import { readState, typedState } from '#src/domain/model/scenario/startState.ts';
import type { TypedStart, WrittenState } from '#src/domain/model/scenario/startState.ts';
import type { Step } from '#src/domain/model/scenario/steps.ts';

/** A start of the ledger, or one that was typed in. */
export type RunOrder = { steps: readonly Step[] } & ({ written: WrittenState } | { typed: TypedStart });

/** Refuses (422): the start or the steps at fault. */
export const runHere = (order: RunOrder): Run =>
  'typed' in order
    ? runScenario(typedState(order.typed), order.steps)
    : runScenario(readState(order.written), order.steps, order.written.others);
