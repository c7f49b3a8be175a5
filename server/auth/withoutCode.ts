// Resending when no code is pending: counted like a real one, so that the answers are the same.
import type { Client } from './client.ts';
import type { Purpose } from './codes.ts';
import type { Limits } from './limits.ts';

// Sends nothing, and answers as for an address with a pending code.
export async function resendWithoutCode(limits: Limits, email: string, purpose: Purpose, { site }: Client) {
  const key = `${purpose} ${email.trim()} ${site}`;
  if (!(await limits.allows('resend_without_code_soon', key))) return 'too_soon';
  return (await limits.allows('resend_without_code', key)) ? 'none' : 'too_often';
}
