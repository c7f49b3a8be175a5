// The other side of `inOwnProcess`: takes one order after the other, answers it, and ends when nobody wants it any more.
import { AppError } from '#src/domain/errors.ts';
import { endProcess } from './end.ts';

export type Outcome<Answer> =
  { answer: Answer } | { refused: Pick<AppError, 'code' | 'detail' | 'status' | 'fields'> } | { failed: string };

/** With more in memory, it takes no other order: that would begin near the limit. */
const KEPT_BYTES = 200 * 1024 * 1024;

export interface Said<Answer> {
  outcome: Outcome<Answer>;
  is_full: boolean;
}

/** In: the work, which may refuse with an AppError. What else it throws is a fault of ours, and comes with its stack. */
export function answerOrder<Order, Answer>(work: (order: Order) => Answer | Promise<Answer>): void {
  process.on('message', (order) => {
    void outcomeOf(() => work(order as Order)).then((outcome) =>
      process.send!({ outcome, is_full: process.memoryUsage.rss() > KEPT_BYTES } satisfies Said<Answer>),
    );
  });
  // Nobody waits for the answer any more.
  process.once('disconnect', () => void endProcess(0));
}

async function outcomeOf<Answer>(work: () => Answer | Promise<Answer>): Promise<Outcome<Answer>> {
  try {
    return { answer: await work() };
  } catch (error) {
    if (!(error instanceof AppError)) return { failed: error instanceof Error ? error.stack! : String(error) };
    const { code, detail, status, fields } = error;
    return { refused: { code, detail, status, fields } };
  }
}
