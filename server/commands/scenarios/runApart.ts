// Runs a scenario; a large one in a process of its own, so that nobody else waits for it.
import { AppError } from '#src/domain/errors.ts';
import type { Run } from '#src/domain/model/scenario/runScenario.ts';
import { EndedEarly, inOwnProcess } from '#server/process/inOwnProcess.ts';
import { Turns } from '#server/process/turns.ts';
import { runHere } from './runHere.ts';
import type { RunOrder } from './runHere.ts';

const LIMITS = { deadlineMs: 20_000, memoryMb: 512 };
/** Below them a run takes a few hundredths of a second, less than starting a process. */
const LARGE = { rows: 4000, exitLines: 60 };

const turns = new Turns(
  { atOnce: 3, waiting: 24, ofAccount: 8 },
  'Too many scenarios are being computed right now. Please try again.',
);

/**
 * Refuses: the start or the steps at fault (422), too_large (422) where it takes more than twenty seconds, busy (503),
 * too_many (429).
 */
export async function runApart(order: RunOrder): Promise<Run> {
  if (!isLarge(order)) return runHere(order);
  try {
    return await turns.take(() => inOwnProcess<Run>(new URL('runProgram.ts', import.meta.url), order, LIMITS));
  } catch (error) {
    if (!(error instanceof EndedEarly) || !error.isTooMuch) throw error;
    const sentence = 'This scenario takes too long to compute. Leave out steps, investors or lines of the start.';
    throw new AppError('too_large', sentence, { status: 422, fields: { steps: sentence } });
  }
}

function isLarge(order: RunOrder): boolean {
  const { steps } = order;
  const investors = steps.reduce((sum, step) => sum + (step.kind === 'round' ? step.investors.length : 0), 0);
  const { holders, classes, convertibles = [] } = 'typed' in order ? order.typed : order.written;
  const rights =
    'typed' in order ? [...(order.typed.options ?? []), ...(order.typed.warrants ?? [])] : order.written.rights;
  const isExit = steps.at(-1)?.kind === 'exit';
  return (
    (holders.length + investors) * (steps.length + 1) > LARGE.rows ||
    (isExit && classes.length + convertibles.length + rights.length + steps.length > LARGE.exitLines)
  );
}
