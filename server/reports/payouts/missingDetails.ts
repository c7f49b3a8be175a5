// What a holder has not supplied, though payments to them wait for it, or the company asked. For the holder.
import type { MissingDetail } from '#src/contract/missingDetails.ts';
import type { Actor } from '#src/resources/kit/access.ts';
import { orgOf } from '#server/auth/actor.ts';
import type { Tx } from '#server/db/database.ts';

/** Pending payments whose tax was worked out as without a valid form; a held one is computed anew once the form is there. */
const WITHOUT_FORM = `(p.awaits_tax_form or p.withholding_reason ~ '^(No tax form|Form .* is valid only until)')`;

/** The bank account first, because nothing can be paid without one. */
export async function missingDetails(tx: Tx, actor: Actor): Promise<MissingDetail[]> {
  const of = [orgOf(actor), actor.shareholder_id ?? ''];
  const lacks = (await tx.row<{ bank_details: boolean; tax_form: boolean; country: boolean; asked: string[] }>(
    `select not exists (select 1 from holder_detail d where d.org_id = h.org_id and d.shareholder_id = h.id
                        and (d.bank_account is not null or d.new_bank_account is not null)) as bank_details,
            not exists (select 1 from tax_profile t where t.org_id = h.org_id and t.shareholder_id = h.id and t.form is not null
                        and (t.confirmed_at is null or coalesce(t.form_valid_until >= current_date, true)))
              and not exists (select 1 from tax_profile_change c where c.org_id = h.org_id and c.shareholder_id = h.id
                              and c.is_open and c.form is not null) as tax_form,
            h.country is null as country, h.details_asked as asked
     from shareholder h where h.org_id = $1 and h.id = $2`,
    of,
  )) ?? { bank_details: false, tax_form: false, country: false, asked: [] };
  const waiting = (condition: string) =>
    tx.rows<{ currency: string; amount: string; rate: string | null }>(
      `select d.currency::text as currency, round(sum(p.amount::numeric), 2)::text as amount, trim_scale(max(p.withholding_rate))::text as rate
       from payment p join distribution d on d.org_id = p.org_id and d.id = p.distribution_id and d.status = 'approved'
       where p.org_id = $1 and p.shareholder_id = $2 and p.status = 'pending' and ${condition} group by 1 order by 1`,
      of,
    );
  const toAccount = lacks.bank_details ? await waiting(`p.method in ('bank_transfer', 'wire')`) : [];
  const untaxed = lacks.tax_form ? await waiting(WITHOUT_FORM) : [];
  const sums = (rows: typeof untaxed) => rows.map(({ currency, amount }) => ({ currency, amount }));
  const isAsked = (detail: 'bank_details' | 'tax_form' | 'country') => lacks[detail] && lacks.asked.includes(detail);
  return [
    ...(toAccount.length > 0 || isAsked('bank_details')
      ? [{ detail: 'bank_details' as const, waiting: sums(toAccount), rate: null }]
      : []),
    ...(untaxed.length > 0 || isAsked('tax_form')
      ? [{ detail: 'tax_form' as const, waiting: sums(untaxed), rate: untaxed[0]?.rate ?? null }]
      : []),
    ...(isAsked('country') ? [{ detail: 'country' as const, waiting: [], rate: null }] : []),
  ];
}
