// What waits for approval: pending distributions and changed bank accounts, each with whether the reader entered it, so that another
// administrator has to approve it; and what holders said about their taxes.
import { administrators, editors } from '#src/resources/kit/access.ts';
import type { Actor } from '#src/resources/kit/access.ts';
import { orgOf } from '#server/auth/actor.ts';
import { needsSecondPerson } from '#server/commands/company/twoPersonRule.ts';
import type { WaitingRows } from '#src/contract/dashboard.ts';
import type { Distribution } from '#src/resources/distributions.ts';
import type { Tx } from '#server/db/database.ts';

/** The same distributions, each with `needs_other`. */
export async function withApprover(
  tx: Tx,
  actor: Actor,
  distributions: readonly Distribution[],
): Promise<WaitingRows['distribution'][]> {
  const entered = await tx.rows<{ id: string }>(
    'select id from distribution where org_id = $1 and id = any ($2::uuid[]) and $3 in (created_by, changed_by)',
    [orgOf(actor), distributions.map(({ id }) => id), actor.account_id],
  );
  const own = new Set(entered.map(({ id }) => id));
  const isRuled = own.size > 0 && (await needsSecondPerson({ tx }));
  return distributions.map((row) => ({ ...row, needs_other: isRuled && own.has(row.id) }));
}

/** Oldest first; none for those who do not decide. `id` is the holder's. */
export async function waitingBankChanges(tx: Tx, actor: Actor): Promise<WaitingRows['bank_change'][]> {
  if (!administrators.includes(actor.role)) return [];
  const rows = await tx.rows<Omit<WaitingRows['bank_change'], 'needs_other'> & { is_own: boolean }>(
    `select d.shareholder_id as id, h.name as shareholder, d.new_bank_account_last4 as last4, d.new_bank_account_at as at,
       d.new_bank_account_by = $2 as is_own, coalesce(p.first_name || ' ' || p.last_name, 'the company') as by
     from holder_detail d join shareholder h on h.org_id = d.org_id and h.id = d.shareholder_id
     left join org_person(d.new_bank_account_by) p on true
     where d.org_id = $1 and d.new_bank_account is not null order by d.new_bank_account_at, d.shareholder_id`,
    [orgOf(actor), actor.account_id],
  );
  const isRuled = rows.some(({ is_own }) => is_own) && (await needsSecondPerson({ tx }));
  return rows.map(({ is_own, ...row }) => ({ ...row, needs_other: isRuled && is_own }));
}

/** Oldest first; none for those who do not keep the books. `id` is the holder's. A country counts only where rules name some. */
export async function waitingTaxChanges(tx: Tx, actor: Actor): Promise<WaitingRows['tax_change'][]> {
  if (!editors.includes(actor.role)) return [];
  return tx.rows(
    `select h.id, h.name as shareholder, t.form, w.form as new_form, w.asked_at is not null as is_change
     from shareholder h join organization o on o.id = h.org_id
     left join tax_profile_change w on w.org_id = h.org_id and w.shareholder_id = h.id and w.is_open
     left join tax_profile t on t.org_id = h.org_id and t.shareholder_id = h.id and t.confirmed_at is null and t.form is not null
     where h.org_id = $1 and (w.asked_at is not null or t.form is not null or h.country_said_at is not null and o.withholding_rules <> '[]')
     order by coalesce(w.asked_at, h.country_said_at), alphabetical(h.name), h.id`,
    [orgOf(actor)],
  );
}
