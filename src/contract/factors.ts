// What an account sees of its own ways to confirm who it is.
import { z } from 'zod';

export const ownFactors = z.object({
  sms: z.object({ phone_last4: z.string() }).nullable().describe('Null for the accounts of the sample company.'),
});
export type OwnFactors = z.infer<typeof ownFactors>;
