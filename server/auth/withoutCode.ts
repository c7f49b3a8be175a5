// Addresses for which no code waits: they are counted like those for which one does, so that no answer tells them apart.
import type { Purpose } from './codes.ts';
import type { Limits } from './limits.ts';

// Where no code waits nothing is sent, and the answers are those of an address for which one does.
export async function resendWithoutCode(limits: Limits, email: string, purpose: Purpose) {
  const key = `${purpose} ${email.trim()}`;
  if (!(await limits.allows('resend_without_code_soon', key))) return 'too_soon';
  return (await limits.allows('resend_without_code', key)) ? 'none' : 'too_often';
}

/** As if a code had been sent to an address that gets none: its cooldown begins. */
export async function pretendCode(limits: Limits, email: string, purpose: Purpose): Promise<void> {
  const key = `${purpose} ${email.trim()}`;
  await limits.forget('resend_without_code', key);
  await limits.forget('resend_without_code_soon', key);
  await limits.allows('resend_without_code_soon', key);
}
