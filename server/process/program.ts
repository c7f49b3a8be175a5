// The other side of `inOwnProcess`: takes one order, answers it and ends.
import { AppError } from '../../src/domain/errors.ts';

export type Outcome<Answer> =
  { answer: Answer } | { refused: { code: string; detail: string; status: number | undefined } } | { failed: string };

/** In: the work, which may refuse with an AppError. What else it throws is a fault of ours, and comes with its stack. */
export function answerOrder<Order, Answer>(work: (order: Order) => Answer | Promise<Answer>): void {
  process.once('message', (order) => {
    void outcomeOf(() => work(order as Order)).then((outcome) => process.send!(outcome, () => process.disconnect()));
  });
  // Nobody waits for the answer any more.
  process.once('disconnect', () => process.exit());
}

async function outcomeOf<Answer>(work: () => Answer | Promise<Answer>): Promise<Outcome<Answer>> {
  try {
    return { answer: await work() };
  } catch (error) {
    if (!(error instanceof AppError)) return { failed: error instanceof Error ? error.stack! : String(error) };
    const { code, detail, status } = error;
    return { refused: { code, detail, status } };
  }
}
