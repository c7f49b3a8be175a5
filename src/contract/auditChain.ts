// The state of a company's audit trail.
import { z } from 'zod';

export const auditChain = z.strictObject({
  rows: z.number().describe('The number of the last row.'),
  hash: z.string().nullable().describe('Its hash.'),
  checked_from: z.number().describe('The first row whose hash was recomputed for this answer.'),
  first_bad: z.number().nullable().describe('The first row that does not follow from the one before; null if all do.'),
  people: z.array(z.strictObject({ id: z.string(), name: z.string() })).describe('Who is named in the trail.'),
});
export type AuditChain = z.infer<typeof auditChain>;
