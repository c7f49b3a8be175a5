// Turns findings into the refusal of a native command: we accept no faults of our own making.
import { AppError } from '../errors.ts';
import { textOf } from './fields.ts';
import type { SecurityState } from './state.ts';
import type { Finding, OcfTransaction } from './types.ts';

/**
 * Throws the first error finding, or a taken certificate number (W4), as an AppError; returns when there is none.
 * Refuses (409 unless noted): over_authorized, not_active, not_enough_shares, before_issue_date, fraction_not_allowed (422),
 * quantity_not_positive (422), unknown_reference (422), already_accepted, certificate_number_taken, bad_date (422),
 * and ledger_rule for any other rule, with the finding's own message.
 */
export function refuse(findings: readonly Finding[]): void {
  const finding =
    findings.find((each) => each.severity === 'error') ??
    findings.find((each) => each.code === 'certificate_number_taken');
  if (finding) throw refusalOf(finding);
}

export function refusalOf(finding: Finding): AppError {
  const code = finding.code ?? 'ledger_rule';
  return new AppError(code, finding.detail ?? finding.message, { status: UNPROCESSABLE.has(code) ? 422 : 409 });
}

const UNPROCESSABLE = new Set(['fraction_not_allowed', 'quantity_not_positive', 'unknown_reference', 'bad_date']);

/** A transfer moves to someone else. Throws same_holder (409). OCF allows it, so an import does not ask. */
export function refuseSameHolder(source: SecurityState, toStakeholderId: string): void {
  if (source.row.stakeholder_id !== toStakeholderId) return;
  throw new AppError('same_holder', 'The shares already belong to this shareholder.', { status: 409 });
}

/**
 * E22: a native entry may be voided while nobody accepted it and no later entry refers to it. `others`: the ledger without
 * the target (and without what is voided). Throws entry_depended_on (409), naming the first that depends on it.
 */
export function refuseVoid(target: OcfTransaction, others: Iterable<OcfTransaction>): void {
  const id = textOf(target, 'id');
  const made = String(textOf(target, 'object_type')).endsWith('_ISSUANCE') ? textOf(target, 'security_id') : null;
  for (const other of others) {
    if (textOf(other, 'id') === id || !refersTo(other, id, made)) continue;
    const detail = `${textOf(other, 'object_type')} ${textOf(other, 'id')} depends on this entry, so it can only be retracted or cancelled.`;
    throw new AppError('entry_depended_on', detail, { status: 409 });
  }
}

function refersTo(other: OcfTransaction, transactionId: string | null, securityId: string | null): boolean {
  if (transactionId !== null && textOf(other, 'split_transaction_id') === transactionId) return true;
  if (securityId === null) return false;
  const fields = [
    'security_id',
    'security_ids',
    'resulting_security_id',
    'resulting_security_ids',
    'balance_security_id',
  ];
  return fields.some((field) => {
    const value = other[field];
    return value === securityId || (Array.isArray(value) && value.includes(securityId));
  });
}
