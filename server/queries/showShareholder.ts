// A shareholder with whether the record may still be deleted (only somebody the company's records never named can go) and,
// for the people of the company, how the holder reaches the portal.
import { holderHistory } from './ledgerHistory.ts';
import { needsSecondPerson } from '../commands/company/twoPersonRule.ts';
import { taxChangeOf, taxProfileOf } from '../commands/shareholders/storedProfile.ts';
import type { HolderDetails } from '#src/contract/holderDetails.ts';
import { administrators, editors, isHolder } from '#src/resources/kit/access.ts';
import type { Actor } from '#src/resources/kit/access.ts';
import type { ShareholderDetails } from '#src/contract/recordPages.ts';
import type { Row, Tx } from '../db/database.ts';
import type { CommandContext } from '../commands/core/context.ts';

/** True when the ledger or any other record names the holder. */
export async function isShareholderNamed({ tx, actor }: CommandContext, id: unknown): Promise<boolean> {
  const row = await tx.row<{ named: boolean }>(
    `select exists (select 1 from ledger_tx where org_id = $1 and stakeholder_id = $2) or exists (select 1 from security where org_id = $1 and stakeholder_id = $2)
       or exists (select 1 from payment where org_id = $1 and shareholder_id = $2) or exists (select 1 from membership where org_id = $1 and shareholder_id = $2)
       or exists (select 1 from document where org_id = $1 and shareholder_id = $2) or exists (select 1 from document_shareholder where org_id = $1 and shareholder_id = $2) or exists (select 1 from thread_participant where org_id = $1 and shareholder_id = $2)
       or exists (select 1 from invitation where org_id = $1 and shareholder_id = $2) or exists (select 1 from task where org_id = $1 and assignee_id = $2) as named`,
    [actor.org_id, id],
  );
  return row?.named ?? true;
}

/** As many as one list is asked for by their ids. */
const PAPERS_MAX = 1000;

/** With the papers that are shown to the holder, whoever else they are shown to. */
export async function showShareholder(context: CommandContext, record: Row): Promise<Row & ShareholderDetails> {
  const portal = await context.tx.row<NonNullable<ShareholderDetails['portal']>>(
    'select state, email, invited_at, expires_at, linked_at, seen_at from portals_of(array[$1]::text[])',
    [record.id],
  );
  const papers = await context.tx.rows<{ id: string }>(
    `select d.id from document d where d.org_id = $1 and d.id in (select v.document_id from document_shown_to v where v.org_id = $1 and v.shareholder_id = $2)
     order by d.created_at desc, d.id limit ${PAPERS_MAX}`,
    [context.actor.org_id, record.id],
  );
  return {
    ...record,
    history: await holderHistory(context, String(record.id)),
    can_delete: !(await isShareholderNamed(context, record.id)),
    document_ids: papers.map(({ id }) => id),
    ...(portal ? { portal } : {}),
    ...(await shownDetails(context, record.id)),
  };
}

/** The last characters alone, and what waits. A viewer gets none. */
async function shownDetails({ tx, actor }: CommandContext, holder: unknown): Promise<HolderDetails | null> {
  if (!isHolder(actor.role) && !editors.includes(actor.role)) return null;
  const tax = {
    tax_profile: await taxProfileOf(tx, actor, holder),
    tax_profile_change: await taxChangeOf(tx, actor, holder),
    country_change: await countryChangeOf(tx, actor, holder),
    may_sign_tax_form: actor.shareholder_id === holder,
  };
  const row = await tx.row<
    Omit<HolderDetails, 'bank_change' | keyof typeof tax> & {
      new_last4: string | null;
      new_at: string;
      by: string;
      is_own: boolean;
    }
  >(
    `select d.tax_id_last4, d.bank_account_last4, case when d.bank_account_counts_from > now() then d.bank_account_counts_from end as bank_account_counts_from,
       d.new_bank_account_last4 as new_last4, d.new_bank_account_at as new_at, coalesce(p.first_name || ' ' || p.last_name, 'The company') as by,
       d.new_bank_account_by = $3 as is_own
     from holder_detail d left join org_person(d.new_bank_account_by) p on true where d.org_id = $1 and d.shareholder_id = $2`,
    [actor.org_id, holder, actor.account_id],
  );
  if (!row)
    return { tax_id_last4: null, bank_account_last4: null, bank_account_counts_from: null, bank_change: null, ...tax };
  const { new_last4, new_at, by, is_own, ...shown } = row;
  const may_approve =
    new_last4 !== null && administrators.includes(actor.role) && (!is_own || !(await needsSecondPerson({ tx })));
  return {
    ...shown,
    ...tax,
    bank_change: new_last4 === null ? null : { last4: new_last4, at: new_at, by: is_own ? 'You' : by, may_approve },
  };
}

/** The country that the holder entered, while another counts for tax. */
async function countryChangeOf(tx: Tx, actor: Actor, holder: unknown): Promise<HolderDetails['country_change']> {
  const row = await tx.row<NonNullable<HolderDetails['country_change']>>(
    `select h.country_of_staff as counts, h.country_said_at as at,
       case when h.country_said_by = $3 then 'You' else coalesce(p.first_name || ' ' || p.last_name, 'The company') end as by
     from shareholder h left join org_person(h.country_said_by) p on true
     where h.org_id = $1 and h.id = $2 and h.country_said_at is not null`,
    [actor.org_id, holder, actor.account_id],
  );
  return row ?? null;
}
