// Verb answers that are not a record of the verb's resource. Server, screens and OpenAPI share them.
import { z } from 'zod';
import { messageFile } from './messages.ts';
import { acknowledgements } from './securityPages.ts';
import { roundAnswer } from './round.ts';
import { splitAnswer } from './split.ts';
import { terminationAnswer } from './termination.ts';

const record = z.looseObject({ id: z.string() });

export const verbAnswers = {
  /** A security ended or changed hands: the entry, the results, and the balance. */
  moved: z.looseObject({
    transaction_id: z.string(),
    resulting: z.array(record.nullable()).optional(),
    balance: record.nullable(),
  }),
  /** A holder confirmed or disputed a holding. */
  said: record.extend(acknowledgements.shape),
  split: splitAnswer,
  round: roundAnswer,
  terminated: terminationAnswer.extend({ transaction_id: z.string() }),
  /** An undone import, with its findings. */
  undone: record,
  message: z.looseObject({ id: z.string(), body: z.string(), at: z.string(), files: z.array(messageFile) }),
} satisfies Record<string, z.ZodType>;

export type VerbAnswer = keyof typeof verbAnswers;
