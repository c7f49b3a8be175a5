// Turns the findings of a native entry into the refusal of its command. Only imports keep faulty entries.
import { say } from '#src/words/say.ts';
import { AppError } from '#src/domain/errors.ts';
import type { SecurityState } from './state.ts';
import type { Finding } from './types.ts';

/**
 * Throws the first error finding, or a taken certificate number (W4), as an AppError; returns when there is none.
 * Refuses (409 unless noted): over_authorized, not_active, not_enough_shares, before_issue_date, fraction_not_allowed (422),
 * quantity_not_positive (422), unknown_reference (422), already_accepted, certificate_number_taken, bad_date (422),
 * over_pool, not_vested, expired, outside_window, unknown_vesting_condition, unknown_trigger, trigger_twice, vestings_off (422), and ledger_rule for any other rule, with the finding's own message.
 */
export function refuse(findings: readonly Finding[]): void {
  const finding =
    findings.find((each) => each.severity === 'error') ??
    findings.find((each) => each.code === 'certificate_number_taken');
  if (finding) throw refusalOf(finding);
}

export function refusalOf(finding: Finding): AppError {
  const code = finding.code ?? 'ledger_rule';
  const sentence = finding.detail ?? finding.message;
  const field = Object.hasOwn(FIELDS, code) ? FIELDS[code] : undefined;
  return new AppError(code, sentence, {
    status: UNPROCESSABLE.has(code) ? 422 : 409,
    ...(field ? { fields: { [field]: finding.at_field ?? sentence } } : {}),
  });
}

/** The field to correct, by code. A code that is not here concerns the whole entry. */
const FIELDS: Record<string, string> = {
  bad_date: 'date',
  before_issue_date: 'date',
  certificate_number_taken: 'certificate_number',
  expired: 'date',
  fraction_not_allowed: 'quantity',
  not_enough_shares: 'quantity',
  not_vested: 'quantity',
  outside_window: 'date',
  over_authorized: 'quantity',
  over_pool: 'quantity',
  quantity_not_positive: 'quantity',
  unknown_trigger: 'trigger_id',
  vestings_off: 'quantity',
};

const UNPROCESSABLE = new Set([
  'fraction_not_allowed',
  'quantity_not_positive',
  'unknown_reference',
  'unknown_vesting_condition',
  'unknown_trigger',
  'trigger_twice',
  'vestings_off',
  'bad_date',
]);

/** Throws same_holder (409) under `field` for a transfer to the present holder. OCF allows it, so imports are not checked. */
export function refuseSameHolder(source: SecurityState, toStakeholderId: string, field: string): void {
  if (source.row.stakeholder_id !== toStakeholderId) return;
  const sentence = say`The shares already belong to this shareholder.`;
  throw new AppError('same_holder', sentence, { status: 409, fields: { [field]: sentence } });
}
