// What an account sees of its own sessions.
import { z } from 'zod';

export const ownSession = z.object({
  id: z.string(),
  created_at: z.string(),
  last_seen_at: z.string(),
  address: z.string().nullable().describe('The network address from which it was begun; for IPv6 the /64.'),
  user_agent: z.string().nullable(),
  current: z.boolean().describe('The session of this request.'),
});
export type OwnSession = z.infer<typeof ownSession>;
