// The trigger by which a convertible converts or a warrant is exercised.
import { AppError } from '#src/domain/errors.ts';
import { declaredTriggers } from '#src/domain/ledger/rules/triggers.ts';
import type { Trigger } from '#src/domain/ledger/core/state.ts';
import { invalidFields } from '../core/checked.ts';
import type { OpenSecurity } from './openSecurity.ts';

/**
 * The requested one, or the first that is open on the day. Refuses: a trigger that the security does not have (422),
 * no_trigger and outside_window (409).
 */
export function triggerOn({ issuance, number }: OpenSecurity, date: string, asked?: string | null): string {
  const all = declaredTriggers(issuance);
  if (all.length === 0) {
    const sentence = `${number} has no conversion trigger. Cancel it and issue the shares instead.`;
    throw new AppError('no_trigger', sentence, { status: 409 });
  }
  const chosen = asked ? all.find(({ id }) => id === asked) : (all.find((each) => isOpenOn(each, date)) ?? all[0]);
  if (!chosen) {
    const sentence = `${number} has no trigger “${asked}”. It has ${all.map(({ id }) => `“${id}”`).join(', ')}.`;
    throw invalidFields({ trigger_id: sentence }, sentence);
  }
  if (isOpenOn(chosen, date)) return chosen.id;
  const window = [chosen.from ? `from ${chosen.from}` : '', chosen.to ? `until ${chosen.to}` : ''];
  const sentence = `${number} can convert by “${chosen.id}” only ${window.filter(Boolean).join(' ')}, not on ${date}.`;
  throw new AppError('outside_window', sentence, { status: 409, fields: { date: sentence } });
}

const isOpenOn = ({ from, to }: Trigger, date: string) =>
  (from === null || date >= from) && (to === null || date <= to);
