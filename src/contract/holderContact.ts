// Whom the shareholders of a company ask.
import { z } from 'zod';

export const holderContact = z.object({
  name: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
});
export type HolderContact = z.infer<typeof holderContact>;
