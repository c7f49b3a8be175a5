// What each person may do with the rows of each table: a statement of its own, in plain SQL, that row-level security
// (server/db) is compared with, and by which tests decide what a person must never be shown. `t` is a row of the table,
// `who` the person: account, org, role and holder (the shareholder's id), each null for who has none.

export interface TableAccess {
  reads: string;
  inserts: string;
  updates: string;
  deletes: string;
}

const NOBODY = 'false';
const ADMINISTRATORS = `who.role in ('owner', 'admin')`;
const EDITORS = `who.role in ('owner', 'admin', 'staff')`;
const READERS = `who.role in ('owner', 'admin', 'staff', 'viewer')`;
const MEMBERS = `who.role is not null`;

const isHolder = (column: string) => `t.${column}::text = who.holder`;
const isAccount = (column: string) => `t.${column} = who.account`;
/** The holder has had a security with this id, of this class, from this plan. */
const ofSecurity = (column: string, of: 'security_id' | 'stock_class_id' | 'stock_plan_id') =>
  `t.${column}::text in (select s.${of} from security s where s.org_id = t.org_id and s.stakeholder_id = who.holder)`;
const theirSecurity = (column: string) => ofSecurity(column, 'security_id');
const theirClass = (column: string) => ofSecurity(column, 'stock_class_id');
const theirPlan = (column: string) => ofSecurity(column, 'stock_plan_id');
const theirThread = (column: string) =>
  `t.${column} in (select p.thread_id from thread_participant p where p.org_id = t.org_id and p.shareholder_id = who.holder)`;
const theirPayment = (column: string, of: 'id' | 'distribution_id') =>
  `t.${column} in (select p.${of} from payment p where p.org_id = t.org_id and p.shareholder_id = who.holder)`;
/** Named themselves, or among several, or because they hold shares of a class or anything at all. */
const shownDocument = (column: string) => `t.${column}::text in (
  select d.id::text from document d where d.org_id = t.org_id and who.holder is not null and (
    d.shareholder_id = who.holder
    or d.audience = 'shareholders' and d.id in (select r.document_id from document_shareholder r where r.org_id = d.org_id and r.shareholder_id = who.holder)
    or d.audience = 'class' and d.id in (select r.document_id from document_class r join security s on s.org_id = r.org_id and s.stock_class_id = r.share_class_id where r.org_id = d.org_id and s.stakeholder_id = who.holder and s.kind = 'STOCK')
    or d.audience = 'everyone' and exists (select 1 from security s where s.org_id = d.org_id and s.stakeholder_id = who.holder)))`;
/** Answers to several people go to the company alone, unless they were chosen as a group. */
const shownMessage = `${theirThread('thread_id')} and (t.for_company or ${isAccount('account_id')}
  or t.thread_id in (select h.id from thread h where h.org_id = t.org_id and h.mode = 'group'))`;
/** The files of a message are its readers’. */
const ofShownMessage = `t.message_id in (select m.id from message m where m.org_id = t.org_id and m.thread_id in (select p.thread_id from thread_participant p where p.org_id = t.org_id and p.shareholder_id = who.holder)
  and (m.for_company or m.account_id = who.account or m.thread_id in (select h.id from thread h where h.org_id = m.org_id and h.mode = 'group')))`;
/** As many of the company's people as the line says. */
const knownTo = `case t.known_to when 'administrators' then ${ADMINISTRATORS} when 'editors' then ${EDITORS} else ${READERS} end`;
/** The mails of administrators alone are theirs alone. */
const undelivered = `case t.known_to when 'administrators' then ${ADMINISTRATORS} else ${EDITORS} end`;
const ownView = `case t.shared when 'me' then ${isAccount('account_id')} else ${EDITORS} end`;
const shownActivity = `${isHolder('shareholder_id')} and t.resource <> 'documents' and (t.resource <> 'messages' or ${isAccount('account_id')}
    or exists (select 1 from message m where m.org_id = t.org_id and m.thread_id::text = t.resource_id and m.account_id = t.account_id and m.for_company))
  or t.resource = 'documents' and t.known_to <> 'company' and ${shownDocument('resource_id')}`;

const rows = (reads: string, inserts: string, updates: string, deletes: string): TableAccess => ({
  reads,
  inserts,
  updates,
  deletes,
});
const or = (...conditions: string[]) => conditions.map((each) => `(${each})`).join(' or ');
/** Written with the ledger and taken back with it, never edited. `holder`: what a shareholder reads. */
const ofLedger = (holder = NOBODY) => rows(or(READERS, holder), EDITORS, NOBODY, EDITORS);
/** Computed by the database alone. */
const computed = rows(READERS, NOBODY, NOBODY, NOBODY);
const appendOnly = (reads: string, inserts: string) => rows(reads, inserts, NOBODY, NOBODY);
const unreachable = rows(NOBODY, NOBODY, NOBODY, NOBODY);

/** Each condition counts within the person's own company, except where a table of accounts says otherwise. */
export const tableAccess: Record<string, TableAccess> = {
  // The company and its people
  organization: rows('true', NOBODY, EDITORS, NOBODY),
  membership: rows(or(READERS, isAccount('account_id')), NOBODY, `${EDITORS} and t.role = 'shareholder'`, NOBODY),
  invitation: rows(READERS, `${EDITORS} and t.role is null`, `${EDITORS} and t.role is null`, NOBODY),
  undelivered_message: rows(undelivered, NOBODY, NOBODY, undelivered),
  join_request: rows(EDITORS, NOBODY, EDITORS, NOBODY),
  shareholder: rows(or(READERS, isHolder('id')), EDITORS, or(EDITORS, isHolder('id')), ADMINISTRATORS),
  holder_detail: rows(
    or(EDITORS, isHolder('shareholder_id')),
    or(EDITORS, isHolder('shareholder_id')),
    or(EDITORS, isHolder('shareholder_id')),
    ADMINISTRATORS,
  ),
  tax_profile: rows(
    or(EDITORS, isHolder('shareholder_id')),
    or(EDITORS, `${isHolder('shareholder_id')} and t.confirmed_at is null`),
    or(EDITORS, `${isHolder('shareholder_id')} and t.confirmed_at is null`),
    ADMINISTRATORS,
  ),
  tax_profile_change: rows(
    or(EDITORS, isHolder('shareholder_id')),
    or(EDITORS, isHolder('shareholder_id')),
    or(EDITORS, isHolder('shareholder_id')),
    ADMINISTRATORS,
  ),
  bank_statement: appendOnly(READERS, EDITORS),
  bank_statement_answer: appendOnly(READERS, EDITORS),
  payment_contact: appendOnly(READERS, EDITORS),
  sheet: rows(ADMINISTRATORS, ADMINISTRATORS, ADMINISTRATORS, ADMINISTRATORS),
  sheet_memory: rows(ADMINISTRATORS, ADMINISTRATORS, ADMINISTRATORS, ADMINISTRATORS),
  record_editing: rows(
    or(isAccount('account_id'), READERS),
    isAccount('account_id'),
    isAccount('account_id'),
    isAccount('account_id'),
  ),
  saved_view: rows(
    or(isAccount('account_id'), `t.shared = 'company' and ${READERS}`),
    `${isAccount('account_id')} and (t.shared = 'me' or ${EDITORS})`,
    ownView,
    ownView,
  ),
  scenario: rows(READERS, EDITORS, EDITORS, EDITORS),
  scenario_version: rows(READERS, EDITORS, NOBODY, EDITORS),
  scenario_draft: rows(READERS, EDITORS, EDITORS, EDITORS),
  scenario_share: rows(READERS, EDITORS, EDITORS, EDITORS),
  company_setup: rows(ADMINISTRATORS, ADMINISTRATORS, ADMINISTRATORS, NOBODY),
  organization_logo: rows(MEMBERS, ADMINISTRATORS, ADMINISTRATORS, ADMINISTRATORS),
  portal_visit: unreachable,
  notice: unreachable,
  notice_mail: unreachable,
  // The ledger
  ledger_tx: appendOnly(or(READERS, isHolder('stakeholder_id')), EDITORS),
  ocf_object: appendOnly(
    or(READERS, `t.object_type = 'STAKEHOLDER' and ${isHolder('id')}`),
    or(EDITORS, `t.object_type = 'STAKEHOLDER' and ${isHolder('id')}`),
  ),
  security: ofLedger(isHolder('stakeholder_id')),
  resulting: ofLedger(theirSecurity('result_security_id')),
  reduction: ofLedger(theirSecurity('security_id')),
  termination: ofLedger(theirSecurity('security_id')),
  repricing: ofLedger(theirSecurity('security_id')),
  vesting_fact: ofLedger(theirSecurity('security_id')),
  acceptance: ofLedger(),
  class_authorized: ofLedger(theirClass('stock_class_id')),
  split: ofLedger(theirClass('stock_class_id')),
  stakeholder_change: ofLedger(isHolder('stakeholder_id')),
  issuer_authorized: ofLedger(),
  plan_pool: ofLedger(),
  pool_return: ofLedger(),
  plan_split: ofLedger(),
  ratio_change: ofLedger(),
  certificate_code: appendOnly(or(READERS, theirSecurity('security_id')), or(READERS, theirSecurity('security_id'))),
  cap_table_change: computed,
  cap_table_checkpoint: computed,
  cap_table_checkpoint_row: computed,
  outstanding_change: computed,
  // Classes, plans and texts
  share_class: rows(or(READERS, theirClass('id')), EDITORS, EDITORS, ADMINISTRATORS),
  equity_plan: rows(or(READERS, theirPlan('id')), EDITORS, EDITORS, ADMINISTRATORS),
  equity_plan_class: rows(or(READERS, theirPlan('equity_plan_id')), EDITORS, EDITORS, EDITORS),
  valuation: rows(or(READERS, theirClass('share_class_id')), EDITORS, EDITORS, ADMINISTRATORS),
  vesting_terms: rows(
    or(
      READERS,
      `t.id::text in (select l.ocf ->> 'vesting_terms_id' from ledger_tx l where l.org_id = t.org_id and l.stakeholder_id = who.holder)`,
    ),
    EDITORS,
    EDITORS,
    ADMINISTRATORS,
  ),
  legend: rows(READERS, EDITORS, EDITORS, ADMINISTRATORS),
  // Money
  distribution: rows(or(READERS, theirPayment('id', 'distribution_id')), EDITORS, EDITORS, EDITORS),
  distribution_class: rows(READERS, EDITORS, EDITORS, EDITORS),
  distribution_line: appendOnly(or(READERS, isHolder('shareholder_id')), EDITORS),
  payment: rows(or(READERS, isHolder('shareholder_id')), EDITORS, EDITORS, NOBODY),
  distribution_notice: appendOnly(READERS, EDITORS),
  yearly_tax_form: appendOnly(or(READERS, isHolder('shareholder_id')), EDITORS),
  payment_event: appendOnly(or(READERS, theirPayment('payment_id', 'id')), EDITORS),
  board_seat: rows(READERS, ADMINISTRATORS, ADMINISTRATORS, ADMINISTRATORS),
  company_bank_account: rows(ADMINISTRATORS, ADMINISTRATORS, ADMINISTRATORS, ADMINISTRATORS),
  payment_batch: rows(READERS, ADMINISTRATORS, EDITORS, NOBODY),
  payment_batch_part: appendOnly(ADMINISTRATORS, ADMINISTRATORS),
  payout_handover: rows(READERS, ADMINISTRATORS, ADMINISTRATORS, ADMINISTRATORS),
  account_prenote: rows(ADMINISTRATORS, ADMINISTRATORS, ADMINISTRATORS, ADMINISTRATORS),
  // Documents, tasks and messages
  document: rows(
    or(`case when t.only_administrators then ${ADMINISTRATORS} else ${READERS} end`, shownDocument('id')),
    `case when t.only_administrators then ${isHolder('shareholder_id')} else ${EDITORS} end`,
    `not t.only_administrators and ${EDITORS}`,
    `case when t.only_administrators then ${ADMINISTRATORS} else ${EDITORS} end`,
  ),
  document_shareholder: rows(or(READERS, isHolder('shareholder_id')), EDITORS, NOBODY, EDITORS),
  document_class: rows(or(READERS, theirClass('share_class_id')), EDITORS, NOBODY, EDITORS),
  download_link: rows(
    isAccount('account_id'),
    isAccount('account_id'),
    isAccount('account_id'),
    `${EDITORS} and ${isAccount('account_id')}`,
  ),
  task: rows(
    or(READERS, isHolder('assignee_id'), `${MEMBERS} and t.assignee_id = who.account::text`),
    EDITORS,
    or(EDITORS, isHolder('assignee_id'), `${MEMBERS} and t.assignee_id = who.account::text`),
    EDITORS,
  ),
  thread: rows(
    or(READERS, theirThread('id')),
    or(EDITORS, `who.holder is not null and ${isAccount('created_by')} and t.mode = 'broadcast'`),
    or(EDITORS, theirThread('id')),
    EDITORS,
  ),
  thread_participant: rows(
    or(READERS, isHolder('shareholder_id')),
    or(EDITORS, isHolder('shareholder_id')),
    NOBODY,
    EDITORS,
  ),
  message: rows(
    or(READERS, shownMessage),
    `${isAccount('account_id')} and case when ${EDITORS} then t.for_company else not t.for_company and ${isHolder('shareholder_id')} and ${theirThread('thread_id')} end`,
    NOBODY,
    EDITORS,
  ),
  // Written by the database alone, from what the account uploaded.
  message_file: appendOnly(or(READERS, ofShownMessage), NOBODY),
  message_upload: appendOnly(
    isAccount('account_id'),
    `${isAccount('account_id')} and (${EDITORS} or who.holder is not null)`,
  ),
  message_read: appendOnly(
    or(READERS, isAccount('account_id')),
    `${isAccount('account_id')} and ${MEMBERS} and t.shareholder_id is not distinct from who.holder and ${or(READERS, ofShownMessage)}
      and t.message_id not in (select m.id from message m where m.org_id = t.org_id and m.account_id = who.account)`,
  ),
  thread_read: rows(
    isAccount('account_id'),
    `${MEMBERS} and ${isAccount('account_id')}`,
    isAccount('account_id'),
    NOBODY,
  ),
  acknowledgement: appendOnly(
    or(READERS, isHolder('shareholder_id')),
    `${isAccount('account_id')} and case t.state when 'settled' then ${EDITORS} else ${isHolder('shareholder_id')} and ${theirSecurity('security_id')} end`,
  ),
  // Written by the trail alone.
  activity: appendOnly(or(knownTo, shownActivity), NOBODY),
  // Imports and the trail
  import_batch: appendOnly(ADMINISTRATORS, ADMINISTRATORS),
  import_package: appendOnly(ADMINISTRATORS, ADMINISTRATORS),
  import_step: appendOnly(ADMINISTRATORS, ADMINISTRATORS),
  finding: appendOnly(ADMINISTRATORS, ADMINISTRATORS),
  import_progress: computed,
  audit: appendOnly(ADMINISTRATORS, NOBODY),
  sealed_note: unreachable,
  sealed_change: unreachable,
  change_seal: unreachable,
  sealed_head: unreachable,
  verified_chain: unreachable,
  // Of accounts, whichever company is open
  idempotency_key: rows(isAccount('account_id'), isAccount('account_id'), NOBODY, isAccount('account_id')),
};

/** Columns that no answer holds, whoever asks. */
export const neverShown = [
  'account.password_hash',
  'idempotency_key.route',
  'idempotency_key.body',
  'sealed_change.rows',
  'shareholder.email_of_staff',
];

/** The rows of a table for which a condition holds: `$1` account, `$2` company, `$3` role, `$4` shareholder. */
export function rowsWhere(table: string, condition: string): string {
  const inside = table === 'idempotency_key' ? 'true' : `t.${table === 'organization' ? 'id' : 'org_id'} = who.org`;
  return `with who as (select $1::uuid as account, $2::uuid as org, $3::text as role, $4::text as holder)
    select t.ctid::text as row from ${table} t, who where ${inside} and (${condition})`;
}
