// A saved scenario as its page reads it.
import type { ScenarioPage } from '#src/contract/recordPages.ts';
import type { Run } from '#src/domain/model/scenario/runScenario.ts';
import type { Step } from '#src/domain/model/scenario/steps.ts';

/** The answer's steps and run are those of the model, which the page shares with the server. */
export type ScenarioRecord = Omit<ScenarioPage, 'steps' | 'posted_run'> & {
  steps: readonly Step[];
  posted_run: Run | null;
};
