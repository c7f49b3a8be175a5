// Words of what is unclaimed.
import { say } from '#src/words/say.ts';
import type { Contact } from '#src/contract/unclaimed.ts';

export const CHANNELS = ['letter', 'email', 'phone', 'other'] as const satisfies readonly Contact['channel'][];

export const CHANNEL_WORDS: Record<Contact['channel'], string> = {
  letter: say`Letter`,
  email: say`Email`,
  phone: say`Phone`,
  other: say`Other`,
};
