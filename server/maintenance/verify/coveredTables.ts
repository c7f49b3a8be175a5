// The tables covered by the change chains (change_chain.sql), listed here because verify does not trust the database's own
// list.

export interface Covered {
  name: string;
  /** The key of a row in its chain. */
  keys: readonly string[];
  /** Columns that follow from other data, which verify compares, or that only count. */
  leftOut: readonly string[];
}

const keyed =
  (...keys: string[]) =>
  (name: string): Covered => ({ name, keys, leftOut: [] });
const organization: Covered = { name: 'organization', keys: ['id'], leftOut: ['last_seq', 'last_hash'] };
// Which code was used last, and how often a passkey was, changes with every use.
const authenticator: Covered = { name: 'authenticator', keys: ['account_id'], leftOut: ['last_step'] };
const passkey: Covered = { name: 'passkey', keys: ['id'], leftOut: ['counter'] };

export const COVERED: Record<'company' | 'installation', readonly Covered[]> = {
  company: [
    organization,
    ...[
      'membership',
      'invitation',
      'join_request',
      'shareholder',
      'share_class',
      'equity_plan',
      'valuation',
      'vesting_terms',
      'legend',
      'import_batch',
      'distribution',
      'payment',
      'payment_event',
      'bank_statement',
      'bank_statement_answer',
      'payment_batch',
      'tax_paper',
      'payment_contact',
      'document',
      'organization_logo',
      'company_setup',
      'sheet',
      'scenario',
      'scenario_draft',
      'scenario_share',
      'task',
      'thread',
      'message',
      'activity',
    ].map(keyed('id')),
    keyed('batch_id', 'part')('payment_batch_part'),
    keyed('batch_id')('payout_handover'),
    keyed('shareholder_id', 'account')('account_prenote'),
    keyed('equity_plan_id', 'share_class_id')('equity_plan_class'),
    keyed('headings_sha256')('sheet_memory'),
    keyed('scenario_id', 'version')('scenario_version'),
    keyed('object_type', 'id', 'version')('ocf_object'),
    keyed('import_id', 'position')('import_step'),
    keyed('import_id', 'step', 'position')('finding'),
    keyed('shareholder_id')('holder_detail'),
    keyed('shareholder_id')('tax_profile'),
    keyed('shareholder_id')('tax_profile_change'),
    keyed('security_id')('certificate_code'),
    keyed('distribution_id', 'share_class_id')('distribution_class'),
    keyed('distribution_id', 'shareholder_id', 'share_class_id')('distribution_line'),
    keyed('distribution_id', 'shareholder_id')('distribution_notice'),
    keyed('thread_id', 'shareholder_id')('thread_participant'),
    keyed('security_id', 'shareholder_id', 'number')('acknowledgement'),
    keyed('document_id', 'shareholder_id')('document_shareholder'),
    keyed('document_id', 'share_class_id')('document_class'),
  ],
  installation: [organization, keyed('id')('account'), authenticator, passkey],
};
