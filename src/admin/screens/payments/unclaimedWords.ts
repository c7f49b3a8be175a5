// Words of what is unclaimed.
import type { Contact } from '../../../contract/unclaimed.ts';

export const CHANNELS: Record<Contact['channel'], string> = {
  letter: 'Letter',
  email: 'Email',
  phone: 'Phone',
  other: 'Other',
};
