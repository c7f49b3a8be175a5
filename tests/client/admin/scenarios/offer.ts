// A scenario with one round on a small ledger, as the fake server answers it.
import type { Run } from '#src/domain/model/scenario/runScenario.ts';
import type { WrittenState } from '#src/domain/model/scenario/startState.ts';
import type { Step } from '#src/domain/model/scenario/steps.ts';
import type { Call, Server } from '../console.tsx';

export const start: WrittenState = {
  as_of: '2026-06-30',
  holders: [
    { id: 'ada', name: 'Ada' },
    { id: 'ben', name: 'Ben' },
    { id: 'cleo', name: 'Cleo' },
  ],
  others: 2,
  notes: [],
  classes: [
    {
      id: 'common',
      name: 'Common',
      kind: 'COMMON',
      ratio: ['1', '1'],
      converts_to: null,
      places: 0,
      allows_fractions: false,
      preference_per_share: '0',
      participating: false,
      cap_per_share: null,
      rank: 0,
    },
  ],
  lots: [
    ['ada', 'common', '5000000', 1],
    ['ben', 'common', '2000000', 1],
    [null, 'common', '500000', 2],
  ],
  rights: [],
  plans: [],
  convertibles: [
    {
      id: 'safe',
      name: 'SAFE-1',
      holder: 'cleo',
      invested: '500000',
      amount: '500000',
      is_note: false,
      type: 'post_cap',
      cap: '5000000',
      discount: null,
    },
  ],
};
export const seed: Step = {
  kind: 'round',
  name: 'Seed',
  class_name: 'Series Seed',
  pre_money: '10000000',
  method: 'percent_ownership',
  investors: [{ name: 'Harbor', amount: '2500000' }],
  pool: { target: '0.1' },
  converts: 'all',
};
export const record = {
  id: 'scenario-1',
  name: 'Offer A',
  as_of: '2026-06-30',
  posted_at: null as string | null,
  created_at: '2026-07-01T10:00:00.000Z',
  changed_at: '2026-07-01T10:00:00.000Z',
  version: 3,
  overtaken: null as { entries: number; message: string } | null,
  posted_run: null as Run | null,
  start: null,
  steps: [seed] as Step[],
  shares: [],
  versions: [],
};

export function givenOffer(server: Server, changes: Partial<typeof record> = {}) {
  const saved = { ...record, ...changes };
  server.answer('GET /api/scenarios/scenario-1', { json: saved });
  server.answer('GET /api/scenarios/scenario-1/start', { json: start });
  server.answer('PUT /api/scenarios/scenario-1', ({ body }: Call) => ({
    json: { ...saved, ...(body as object), version: (body as { version: number }).version + 1 },
  }));
}
