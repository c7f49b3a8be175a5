// What verbs answer that is no record of their resource. Server, screens and OpenAPI read the same.
import { z } from 'zod';
import { acknowledgements } from './securityPages.ts';
import { roundAnswer } from './round.ts';
import { splitAnswer } from './split.ts';
import { terminationAnswer } from './termination.ts';

const record = z.looseObject({ id: z.string() });

export const verbAnswers = {
  /** A security ended or changed hands: the entry, what came of it, and what was left. */
  moved: z.looseObject({
    transaction_id: z.string(),
    resulting: z.array(record.nullable()).optional(),
    balance: record.nullable(),
  }),
  /** A holder answered for a holding. */
  said: record.extend(acknowledgements.shape),
  split: splitAnswer,
  round: roundAnswer,
  terminated: terminationAnswer.extend({ transaction_id: z.string() }),
  /** An import that was taken back, with its findings. */
  undone: record,
  message: z.looseObject({ id: z.string(), body: z.string(), at: z.string() }),
} satisfies Record<string, z.ZodType>;

export type VerbAnswer = keyof typeof verbAnswers;
