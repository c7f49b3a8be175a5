// Where a distribution stands, step by step, read from its records alone: whoever opens it finds the same, and goes on there.
import { say } from '#src/words/say.ts';
import type { PaymentStatus } from '#src/domain/distribution/distributionMachine.ts';
import { plural } from '#src/domain/plural.ts';

export const STEPS = {
  declare: say`Declare`,
  missing: say`Missing forms and accounts`,
  approve: say`Approve`,
  file: say`Bank file`,
  results: say`Results`,
  notify: say`Notify`,
} as const;
export type StepName = keyof typeof STEPS;

/** `todo`: something can be done now. `waiting`: somebody else is to do it. `later`: an earlier step comes first. */
export type StepState = 'done' | 'todo' | 'waiting' | 'later';
export interface Step {
  name: StepName;
  state: StepState;
  /** What is left of it, or what became of it. */
  note: string;
}

/** What a step reads is undefined until it was read, and null where it could not be. */
export interface Standing {
  status: string;
  counts: Partial<Record<PaymentStatus, number>>;
  /** Of the pending payments. */
  held: number | null | undefined;
  lacking: { count: number; to_ask: number } | null | undefined;
  /** `refusal`: the code of why this person may not approve it; null: they may. */
  approval: { refusal: string | null } | null | undefined;
  notices: { holders: number; sent: number; without_address: number } | null | undefined;
}

type Told = Omit<Step, 'name'>;

const UNREAD: Told = { state: 'later', note: '…' };
const UNKNOWN: Told = { state: 'later', note: say`Could not be read` };
const unknown = (read: null | undefined): Told => (read === null ? UNKNOWN : UNREAD);

export function stepsOf(standing: Standing): Step[] {
  const told: Record<StepName, Told> = {
    declare: { state: 'done', note: say`Done` },
    missing: missing(standing),
    approve: approve(standing),
    file: file(standing),
    results: results(standing),
    notify: notify(standing),
  };
  return (Object.keys(STEPS) as StepName[]).map((name) => ({ name, ...told[name] }));
}

/** Before anything is saved. */
export const stepsAhead: Step[] = (Object.keys(STEPS) as StepName[]).map((name) => ({
  name,
  state: name === 'declare' ? 'todo' : 'later',
  note: name === 'declare' ? say`Now` : '',
}));

/**
 * The step at which the work goes on: what can be done first, else what others are waited for. Null: all is done. Undefined until
 * all was read, so that no step opens for a moment.
 */
export function currentStep(steps: readonly Step[]): StepName | null | undefined {
  if (steps.some(({ note }) => note === UNREAD.note)) return undefined;
  const isApproved = steps.find(({ name }) => name === 'approve')?.state === 'done';
  // Once it is approved, who did not supply something is asked after all that can be paid without them.
  const inOrder = isApproved ? [...steps.filter(isNotMissing), ...steps.filter((step) => !isNotMissing(step))] : steps;
  const first = inOrder.find(({ state }) => state === 'todo') ?? inOrder.findLast(({ state }) => state === 'waiting');
  return first?.name ?? null;
}

const isNotMissing = ({ name }: Step) => name !== 'missing';

function missing({ status, lacking }: Standing): Told {
  if (status === 'paid') return { state: 'done', note: say`Done` };
  if (!lacking) return unknown(lacking);
  if (lacking.count === 0) return { state: 'done', note: say`Nothing is missing` };
  if (lacking.to_ask > 0) return { state: 'todo', note: say`${lacking.to_ask} to ask` };
  return { state: 'waiting', note: say`${plural(lacking.count, say`holder`, say`holders`)} asked` };
}

const REFUSED: Readonly<Record<string, string>> = {
  second_person_needed: say`By another person`,
  record_date_ahead: say`After the record date`,
  forbidden: say`By an administrator`,
};

function approve({ status, approval }: Standing): Told {
  if (status !== 'pending') return { state: 'done', note: say`Approved` };
  if (!approval) return unknown(approval);
  const { refusal } = approval;
  return refusal === null
    ? { state: 'todo', note: say`To approve` }
    : { state: 'waiting', note: REFUSED[refusal] ?? say`Not yet` };
}

function file({ status, counts, held }: Standing): Told {
  if (status === 'pending') return { state: 'later', note: say`After approval` };
  const { pending = 0, processing = 0 } = counts;
  if (pending > 0 && typeof held !== 'number') return unknown(held);
  const ready = pending - (held ?? 0);
  // What is left out of a file waits until the bank has answered it.
  if (ready > 0) return { state: processing > 0 ? 'waiting' : 'todo', note: say`${ready} to pay` };
  if (pending > 0) return { state: processing > 0 ? 'done' : 'waiting', note: say`${pending} held` };
  return { state: 'done', note: say`Nothing left to pay` };
}

function results({ status, counts }: Standing): Told {
  const { processing = 0, failed = 0, completed = 0, pending = 0 } = counts;
  if (processing > 0) return { state: 'todo', note: say`${processing} at the bank` };
  if (failed > 0) return { state: 'todo', note: say`${failed} failed` };
  if (status === 'pending' || completed === 0) return { state: 'later', note: say`After the file` };
  return { state: 'done', note: pending > 0 ? say`${completed} completed` : say`All completed` };
}

function notify({ status, notices }: Standing): Told {
  if (status === 'pending') return { state: 'later', note: say`After approval` };
  if (!notices) return unknown(notices);
  const left = toNotify(notices);
  if (left > 0) return { state: 'todo', note: say`${left} to notify` };
  return { state: 'done', note: say`${plural(notices.sent, say`holder`, say`holders`)} notified` };
}

/** Who was not told yet, and has an address. */
export const toNotify = ({ holders, sent, without_address }: NonNullable<Standing['notices']>): number =>
  holders - sent - without_address;
