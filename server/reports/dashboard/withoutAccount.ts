// Approved distributions with holders who are to be paid to a bank account and have none.
import type { Actor } from '#src/resources/kit/access.ts';
import type { WaitingRows } from '#src/contract/dashboard.ts';
import { orgOf } from '#server/auth/actor.ts';
import type { Tx } from '#server/db/database.ts';

/** The nearest day of payment first. `count`: of holders. */
export const withoutAccount = (tx: Tx, actor: Actor): Promise<WaitingRows['accounts_missing'][]> =>
  tx.rows(
    `select d.id, d.name, d.payment_date, count(distinct p.shareholder_id)::int as count
     from distribution d join payment p on p.org_id = d.org_id and p.distribution_id = d.id and p.status = 'pending' and p.method in ('bank_transfer', 'wire')
     where d.org_id = $1 and d.status = 'approved' and not exists (select 1 from holder_detail h where h.org_id = d.org_id
       and h.shareholder_id = p.shareholder_id and (h.bank_account is not null or h.new_bank_account is not null))
     group by d.org_id, d.id order by d.payment_date, d.id`,
    [orgOf(actor)],
  );
