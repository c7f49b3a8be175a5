// Sending again where no code waits for whoever asks: counted like one that does, so that no answer tells them apart.
import type { Client } from './client.ts';
import type { Purpose } from './codes.ts';
import type { Limits } from './limits.ts';

// Where no code waits nothing is sent, and the answers are those of an address for which one does.
export async function resendWithoutCode(limits: Limits, email: string, purpose: Purpose, { site }: Client) {
  const key = `${purpose} ${email.trim()} ${site}`;
  if (!(await limits.allows('resend_without_code_soon', key))) return 'too_soon';
  return (await limits.allows('resend_without_code', key)) ? 'none' : 'too_often';
}
