// npm run bench -- scenarios: a scenario of ten steps on a ledger of a hundred thousand holders. The first table, from the request to
// the computed steps, beside the cap table of the same day; a slider's redraw of all steps; and how much is sent.
import { withFewerLots } from '../src/domain/model/scenario/groups.ts';
import { runScenario } from '../src/domain/model/scenario/runScenario.ts';
import type { Run } from '../src/domain/model/scenario/runScenario.ts';
import { readState } from '../src/domain/model/scenario/startState.ts';
import type { WrittenState } from '../src/domain/model/scenario/startState.ts';
import type { RoundStep, Step } from '../src/domain/model/scenario/steps.ts';
import { givenCompany } from './benchDatabase.ts';
import type { BenchDatabase } from './benchDatabase.ts';
import { figure, line, median } from './figures.ts';
import { HOLDERS, writeManyHolders } from './manyHolders.ts';
import { ask, productApp } from './serverProcess.ts';

const ROUNDS = 7;
const REDRAWS = 200;
const SHOWN = 200;
const AS_OF = '2025-06-30';
export const TARGET_FIRST_RATIO = 1.5;
export const TARGET_REDRAW_MS = 16;

export interface ScenarioFigures {
  firstRatio: number;
  /** Of 95 % of the redraws. */
  redrawMs: number;
}

const round = (name: string, pre_money: number): RoundStep => ({
  kind: 'round',
  name,
  class_name: `Series ${name}`,
  pre_money: String(pre_money),
  method: 'percent_ownership',
  investors: [
    { name: `${name} fund`, amount: String(pre_money / 5) },
    { shareholder_id: 'h1', name: 'Holder 1', pro_rata: 'held' },
  ],
  pool: { target: '0.1' },
  converts: 'all',
});
const safe = (id: string): Step => ({
  kind: 'convertible',
  name: `Angel ${id}`,
  instrument: { id, type: 'post_cap', amount: '250000', cap: '50000000' },
});
const stepsAt = (pre_money: number): Step[] => [
  safe('S1'),
  safe('S2'),
  round('B', pre_money),
  { kind: 'pool', quantity: '1000000' },
  { kind: 'grant', quantity: '50000', name: 'New hire', strike: '0.5' },
  safe('S3'),
  round('C', 3 * pre_money),
  { kind: 'split', share_class_id: 'common', numerator: '3', denominator: '2' },
  round('D', 9 * pre_money),
  { kind: 'exit', proceeds: '900000000' },
];

export async function benchScenarios(database: BenchDatabase): Promise<ScenarioFigures> {
  const app = await productApp(database.appUrl, database.folder);
  try {
    const company = await givenCompany(database, 'scenarios');
    await writeManyHolders(database, company);
    const made = await ask(app, company, 'POST', '/api/scenarios/', {
      name: 'Ten steps',
      as_of: AS_OF,
      steps: stepsAt(90_000_000),
    });
    const { id } = JSON.parse(made) as { id: string };
    const steps = stepsAt(90_000_000);
    const times = { table: [] as number[], first: [] as number[] };
    let sent = '';
    for (let turn = 0; turn <= ROUNDS; turn += 1) {
      const begun = performance.now();
      await ask(app, company, 'GET', `/api/cap-table/?as_of=${AS_OF}&basis=fully_diluted`);
      const between = performance.now();
      sent = await ask(app, company, 'GET', `/api/scenarios/${id}/start?holders=${SHOWN}`);
      computed(JSON.parse(sent) as WrittenState, steps);
      if (turn === 0) continue;
      times.table.push(between - begun);
      times.first.push(performance.now() - between);
    }
    const state = JSON.parse(sent) as WrittenState;
    const redraws = redrawn(state);
    const firstRatio = median(times.first) / median(times.table);
    const redrawMs = redraws.toSorted((a, b) => a - b)[Math.ceil(REDRAWS * 0.95) - 1]!;
    console.log(
      `\nA scenario of ${steps.length} steps on ${figure(HOLDERS)} holders (median of ${ROUNDS} interleaved rounds)`,
    );
    line('the cap table of the day', `${figure(median(times.table))} ms`);
    line('the first table of the scenario', `${figure(median(times.first))} ms`, `x ${firstRatio.toFixed(2)}`);
    line(
      `a redraw with ${SHOWN} rows (${REDRAWS} prices)`,
      `${figure(median(redraws))} ms`,
      `p95 ${figure(redrawMs)} ms`,
    );
    line('the start as it is sent', `${figure(sent.length / 1024)} KiB`, `${figure(state.lots.length)} lines`);
    const run = await ask(app, company, 'POST', `/api/scenarios/${id}/run`, { holders: SHOWN });
    line(`a run with ${SHOWN} rows as it is sent`, `${figure(run.length / 1024)} KiB`);
    return { firstRatio, redrawMs };
  } finally {
    await app.close();
  }
}

/** As a page does it. */
function computed(written: WrittenState, steps: readonly Step[]): Run {
  return runScenario(withFewerLots(readState(written), steps), steps, written.others);
}

/** A slider over the first valuation: all steps again at each of its prices. */
function redrawn(written: WrittenState): number[] {
  const state = readState(written);
  const times: number[] = [];
  for (let turn = -REDRAWS; turn < REDRAWS; turn += 1) {
    const steps = stepsAt(90_000_000 + 50_000 * turn);
    const begun = performance.now();
    runScenario(withFewerLots(state, steps), steps, written.others);
    if (turn >= 0) times.push(performance.now() - begun);
  }
  return times;
}
