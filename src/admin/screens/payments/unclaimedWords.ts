// Words of what is unclaimed.
import type { Contact } from '#src/contract/unclaimed.ts';

export const CHANNELS = ['letter', 'email', 'phone', 'other'] as const satisfies readonly Contact['channel'][];

export const CHANNEL_WORDS: Record<Contact['channel'], string> = {
  letter: 'Letter',
  email: 'Email',
  phone: 'Phone',
  other: 'Other',
};
