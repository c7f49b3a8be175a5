// A saved scenario as its page reads it.
import type { ScenarioDetails } from '../../../contract/scenarios.ts';
import type { Step } from '../../../domain/model/scenario/steps.ts';
import type { Scenario } from '../../../resources/scenarios.ts';

export type ScenarioRecord = Scenario & Omit<ScenarioDetails, 'steps'> & { steps: readonly Step[]; version: number };
