// Every table of the database, once: whose it is, who may touch it, whether its changes are sealed, whether a backup and an export
// have it. Grants (migrate.ts), verify, backups, "Export everything" and the tests of isolation read this; a table that is missing
// here, or here without being there, fails tests/server/security/catalogue.test.ts. What is a company's is erased with it.

export interface Table {
  /** A company's rows have an `org_id`, or are the company. Else: why not. They must then never hold anything of a company. */
  of: 'company' | { none: string };
  /** What the application's login may do. `none`: only functions of the schema's owner read and write it. */
  login: 'changes' | 'adds' | 'none';
  /** The only columns that the login updates. */
  updates?: readonly string[];
  /** Which rows of a company a shareholder reads. Every other member reads all of them. */
  holder?: 'own' | 'nothing';
  /** The key of a row in the chain of changes. */
  sealed?: readonly string[];
  /** Columns that are not sealed: they follow from other data, which verify compares, or only count. */
  unsealed?: readonly string[];
  /** No backup has it: sessions, codes, limits and pending messages. */
  isPassing?: true;
  /** "Export everything": which columns it leaves out (accounts, secrets, bytes), or why it has no such table. */
  exported?: { without: readonly string[] } | { not: string };
}

type Part = Partial<Table>;
const company: Part = { of: 'company' };
const none = (why: string): Part => ({ of: { none: why } });
const by = (...keys: string[]): Part => ({ sealed: keys });
const passing: Part = { isPassing: true };
const whole: Part = { exported: { without: [] } };
const without = (...columns: string[]): Part => ({ exported: { without: columns } });
const not = (why: string): Part => ({ exported: { not: why } });
const folded = not('follows from the ledger');
const ofCompany = (login: Table['login'], holder: Table['holder'], parts: Part[]): Table =>
  Object.assign({ of: 'company' as const, login }, { holder }, ...parts) as Table;
const changes = (holder: 'own' | 'nothing', ...parts: Part[]) => ofCompany('changes', holder, parts);
const adds = (holder: 'own' | 'nothing', ...parts: Part[]) => ofCompany('adds', holder, parts);
const ownersOnly = (...parts: Part[]): Table => Object.assign({ login: 'none' as const }, ...parts) as Table;

/** What earlier versions had and no backup of theirs has, which is restored into the schema of its time. */
export const formerPassingTables: readonly string[] = ['outbox'];

/** What each database makes for itself, and which is of no use in another. */
export const ofTheDatabase: readonly string[] = [
  'context_key',
  'schema_file',
  'schema_migration',
  'schema_object',
  'sealed_columns',
  'server_process',
  'system_key',
];

export const tables: Readonly<Record<string, Table>> = {
  abandoned_file: ownersOnly(
    none('is read only by the owner’s functions; it holds storage keys that no document names'),
    passing,
  ),
  acceptance: changes('nothing', folded),
  account: ownersOnly(none('a person may be a member of several organisations'), by('id')),
  account_change: ownersOnly(none('belongs to the account'), passing),
  account_prenote: changes('nothing', by('shareholder_id', 'account'), not('follows from the batches')),
  acknowledgement: adds('own', by('security_id', 'shareholder_id', 'number'), without('account_id')),
  activity: adds('own', by('id'), without('account_id')),
  audit: adds('nothing', whole),
  authenticator: ownersOnly(none('belongs to the account'), by('account_id'), { unsealed: ['last_step'] }),
  bank_statement: adds('nothing', by('id'), without('created_by')),
  bank_statement_answer: adds('nothing', by('id'), without('answered_by')),
  board_seat: changes('nothing', by('id'), whole),
  cap_table_change: changes('nothing', folded),
  cap_table_checkpoint: changes('nothing', folded),
  cap_table_checkpoint_row: changes('nothing', folded),
  certificate_code: changes('own', by('security_id'), not('a code')),
  challenge: ownersOnly(none('codes belong to the account'), passing),
  challenge_failure: ownersOnly(none('codes belong to the account'), passing),
  change_seal: ownersOnly(company, not('the manifest has the chain’s head')),
  class_authorized: changes('own', folded),
  company_bank_account: changes('nothing', by('id'), without('iban', 'account_number')),
  company_setup: changes('nothing', by('id'), whole),
  context_key: ownersOnly(none('belongs to the database: the key that signs contexts'), passing),
  distribution: changes('own', by('id'), whole),
  distribution_class: changes('nothing', by('distribution_id', 'share_class_id'), whole),
  distribution_line: adds('own', by('distribution_id', 'shareholder_id', 'share_class_id'), without('seal')),
  distribution_notice: adds('nothing', by('distribution_id', 'shareholder_id'), whole),
  document: changes('own', by('id'), without('storage_key', 'created_by'), {
    updates: ['type', 'audience', 'shareholder_id'],
  }),
  document_class: changes('own', by('document_id', 'share_class_id'), whole),
  document_shareholder: changes('own', by('document_id', 'shareholder_id'), whole),
  download_link: changes('own', passing, not('a link')),
  email_confirmation: ownersOnly(none('belongs to the account')),
  equity_plan: changes('own', by('id'), whole),
  equity_plan_class: changes('own', by('equity_plan_id', 'share_class_id'), whole),
  finding: adds('nothing', by('import_id', 'step', 'position'), without('seal')),
  holder_detail: changes(
    'own',
    by('shareholder_id'),
    without('tax_id', 'bank_account', 'new_bank_account', 'new_bank_account_by'),
  ),
  idempotency_key: changes('own', passing, not('a repeated call')),
  import_batch: adds('nothing', by('id'), without('created_by', 'seal')),
  import_package: adds('nothing', not('the package has the records that it wrote')),
  import_progress: changes('nothing', passing, not('work under way')),
  import_step: adds(
    'nothing',
    by('import_id', 'position'),
    without('actor_id', 'organization_before', 'organization_after', 'left_alone', 'seal'),
  ),
  in_flight_call: ownersOnly(none('is for people who are not signed in; it holds only a fingerprint'), passing),
  invitation: changes('nothing', by('id'), without('token_hash', 'created_by')),
  issuer_authorized: changes('nothing', folded),
  join_request: changes('nothing', by('id'), without('account_id', 'decided_by')),
  job: ownersOnly(none('is read by the worker alone'), passing),
  known_network: ownersOnly(none('belongs to the account')),
  ledger_tx: adds('own', not('`ledger` in sharebook.json has each entry')),
  legend: changes('nothing', by('id'), whole),
  membership: changes('own', by('id'), not('`members` in sharebook.json names each person')),
  message: changes('own', by('id'), whole),
  // Written by attach_to_message alone.
  message_file: adds('own', by('id'), without('storage_key')),
  message_read: adds('own', without('account_id')),
  message_upload: adds('own', passing, not('is sent with no message yet')),
  notice: ownersOnly(company, not('of an account')),
  notice_digest: ownersOnly(none('is of an account, across its companies'), passing),
  notice_mail: ownersOnly(company, passing, not('of an account')),
  notice_refusal: ownersOnly(none('is of an account, across its companies')),
  ocf_object: adds('own', by('object_type', 'id', 'version'), not('the package has each object')),
  organization: changes(
    'own',
    by('id'),
    { unsealed: ['last_seq', 'last_hash'] },
    without('last_seq', 'last_hash', 'is_sample'),
  ),
  organization_logo: changes('own', by('id'), without('bytes')),
  outstanding_change: changes('nothing', folded),
  passkey: ownersOnly(none('belongs to the account'), by('id'), { unsealed: ['counter'] }),
  payment: changes('own', by('id'), whole),
  payment_batch: changes('nothing', by('id'), without('created_by')),
  payment_batch_part: changes(
    'nothing',
    by('batch_id', 'part'),
    not('sealed; the batch is downloaded with a confirmation'),
  ),
  payment_contact: adds('nothing', by('id'), without('account_id')),
  payment_event: adds('own', by('id'), whole),
  payout_handover: changes('nothing', by('batch_id'), not('work under way')),
  plan_pool: changes('nothing', folded),
  plan_split: changes('nothing', folded),
  pool_return: changes('nothing', folded),
  portal_visit: ownersOnly(company, not('of an account')),
  public_idempotency_key: ownersOnly(
    none('is for people who are not signed in; it holds no token and no address'),
    passing,
  ),
  rate_limit: ownersOnly(none('counts addresses'), passing),
  ratio_change: changes('nothing', folded),
  recovery_code: ownersOnly(none('belongs to the account')),
  reduction: changes('own', folded),
  repricing: changes('own', folded),
  record_editing: changes('own', passing, not('counts for half a minute')),
  reset_link: ownersOnly(none('belongs to the account'), passing),
  resulting: changes('own', folded),
  saved_view: changes('own', without('account_id')),
  scenario: changes('nothing', by('id'), without('created_by')),
  scenario_draft: changes('nothing', by('id'), without('created_by')),
  scenario_share: changes('nothing', by('id'), without('token_hash', 'created_by')),
  scenario_version: changes('nothing', by('scenario_id', 'version'), without('changed_by')),
  scheduled_run: ownersOnly(none('records when each scheduled job last ran'), passing),
  schema_file: ownersOnly(none('belongs to the program'), passing),
  schema_migration: ownersOnly(none('belongs to the program'), passing),
  schema_object: ownersOnly(none('belongs to the program'), passing),
  sealed_change: ownersOnly(company, not('the manifest has its head')),
  sealed_column_list: ownersOnly(none('belongs to the database: which columns of a table a note covers')),
  sealed_columns: ownersOnly(none('belongs to the database: the columns that the notes of a table cover'), passing),
  sealed_head: ownersOnly(company, not('the manifest has its head')),
  sealed_note: ownersOnly(company, passing, not('work under way')),
  security: changes('own', folded),
  server_process: ownersOnly(none('names the processes that serve'), passing),
  session: ownersOnly(company, passing, not('a session')),
  share_class: changes('own', by('id'), whole),
  // What staff typed last, which tells whether the holder changed it since.
  shareholder: changes(
    'own',
    by('id'),
    { unsealed: ['name_key', 'search_text'] },
    without('email_of_staff', 'country_of_staff', 'country_said_by', 'name_key', 'search_text'),
  ),
  sheet: changes('nothing', by('id'), without('bytes', 'created_by')),
  sheet_memory: changes('nothing', by('headings_sha256'), without('changed_by')),
  signup_attempt: ownersOnly(none('is made before there is an account'), passing),
  split: changes('own', folded),
  stakeholder_change: changes('own', folded),
  system_key: ownersOnly(
    none('belongs to the database: the hash of the token Sharebook sends when nobody is signed in'),
    passing,
  ),
  task: changes('own', by('id'), whole),
  yearly_tax_form: adds('own', by('id'), whole),
  tax_profile: changes('own', by('shareholder_id'), whole),
  tax_profile_change: changes('own', by('shareholder_id'), without('asked_by')),
  termination: changes('own', folded),
  thread: changes('own', by('id'), whole),
  thread_participant: changes('own', by('thread_id', 'shareholder_id'), whole),
  thread_read: changes('own', not('of an account')),
  undelivered_message: changes('nothing', by('id'), { unsealed: ['details'] }, without('details')),
  valuation: changes('own', by('id'), whole),
  verified_chain: ownersOnly(company, passing, not('says how far npm run verify has read')),
  vesting_fact: changes('own', folded),
  vesting_terms: changes('own', by('id'), whole),
};

/** The names of the tables for which this holds. */
export const tablesThat = (holds: (table: Table) => boolean): string[] =>
  Object.entries(tables)
    .filter(([, table]) => holds(table))
    .map(([name]) => name);
