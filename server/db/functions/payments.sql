-- Payments: what holds them back, and how their holders are taxed.

-- The shares that are disputed, and not settled by the company: holder and class. An option or a warrant is paid nothing.
create or replace function disputed_holdings(org uuid) returns table (shareholder_id text, share_class_id text) stable language sql as $$
  select a.shareholder_id, s.stock_class_id
  from acknowledgement a join security s on s.org_id = a.org_id and s.security_id = a.security_id
  where a.org_id = org and a.state = 'disputed' and s.kind = 'STOCK'
    and not exists (select 1 from acknowledgement l where l.org_id = a.org_id and l.security_id = a.security_id
                    and l.shareholder_id = a.shareholder_id and l.number > a.number)
$$;

-- Whether a holder disputes shares of the class.
create or replace function is_disputed(org uuid, holder text, class text) returns boolean stable language sql as $$
  select exists (select 1 from disputed_holdings(org) h where h.shareholder_id = holder and h.share_class_id = class)
$$;

-- Why a pending payment waits. The reasons in words, and the same rules for a preview, are in
-- src/domain/distribution/holdReasons.ts.
create or replace function payment_holds(p payment, o organization, d holder_detail, is_disputed boolean) returns text[] stable language sql as $$
  select array_remove(array[
      case when o.require_bank_details and p.method in ('bank_transfer', 'wire') and d.bank_account is null then 'no_bank_details' end,
      case when p.awaits_tax_form and o.missing_tax_form = 'hold' then 'no_tax_form' end,
      case when p.amount < o.minimum_payment then 'below_minimum' end,
      case when p.block_reason is not null then 'blocked' end,
      case when is_disputed then 'disputed' end,
      case when d.new_bank_account is not null or d.bank_account_counts_from > now() then 'bank_change' end], null)
$$;

-- The same of one payment, for who reads it.
create or replace function hold_reasons_of(payment uuid) returns text[]
language sql stable security definer set search_path = public, pg_temp as $$
  select payment_holds(p, o, d, is_disputed(p.org_id, p.shareholder_id, p.share_class_id))
  from payment p join organization o on o.id = p.org_id
  left join holder_detail d on d.org_id = p.org_id and d.shareholder_id = p.shareholder_id
  where p.org_id = app_org() and p.id = payment and p.status = 'pending'
    and (app_reads_all() or p.shareholder_id = app_shareholder())
$$;

-- The same of several at once, which costs little more than of one.
create or replace function holds_of(payments uuid[]) returns table (id uuid, hold_reasons text[])
language sql stable security definer set search_path = public, pg_temp as $$
  select p.id, payment_holds(p, o, d, w.shareholder_id is not null)
  from payment p join organization o on o.id = p.org_id
  left join holder_detail d on d.org_id = p.org_id and d.shareholder_id = p.shareholder_id
  left join (select distinct h.shareholder_id, h.share_class_id from disputed_holdings(app_org()) h) w
    on w.shareholder_id = p.shareholder_id and w.share_class_id = p.share_class_id
  where p.org_id = app_org() and p.id = any (payments) and p.status = 'pending'
    and (app_reads_all() or p.shareholder_id = app_shareholder())
$$;

-- The payments that wait for any reason, for who reads them: all at once, where the function above would be asked for each.
create or replace function held_payments() returns table (id uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select p.id from payment p join organization o on o.id = p.org_id
  left join holder_detail d on d.org_id = p.org_id and d.shareholder_id = p.shareholder_id
  left join (select distinct h.shareholder_id, h.share_class_id from disputed_holdings(app_org()) h) w
    on w.shareholder_id = p.shareholder_id and w.share_class_id = p.share_class_id
  where p.org_id = app_org() and p.status = 'pending' and cardinality(payment_holds(p, o, d, w.shareholder_id is not null)) > 0
    and (app_reads_all() or p.shareholder_id = app_shareholder())
$$;

-- What withholding depends on, for who reads the whole company: each standing once, with the ids of those of the holders who
-- have it, one a line. Of many holders few have a standing of their own. Without holders, of all, because looking for most of many one by
-- one takes longer than reading them; the ids of the most common standing are then left out: it is everybody else's.
create or replace function tax_standings(among text[]) returns table (
  holders text, type text, country text, has_profile boolean, profile_country text, form text, form_valid_until date, is_confirmed boolean,
  withholding_rate text, treaty_country text, backup_withholding boolean,
  said_country text, unconfirmed_form text, account_country text, is_employed_abroad boolean,
  earlier_signs jsonb)
language sql stable security definer set search_path = public, pg_temp as $$
  select case when among is not null or row_number() over (order by count(*) desc) > 1 then string_agg(h.id, e'\n') end, h.type, tax_country(h), coalesce(t.form is not null or t.confirmed_at is not null, false), t.country, t.form,
         t.form_valid_until, t.confirmed_at is not null, trim_scale(t.withholding_rate)::text, t.treaty_country, coalesce(t.backup_withholding, false),
         case when h.country_said_at is not null then h.country end, coalesce(w.form, case when t.confirmed_at is null then t.form end),
         d.bank_account_country, h.relationship is not distinct from 'non_us_employee',
         case when d.new_bank_account_country is null then '[]' else jsonb_build_array('asks ' || d.new_bank_account_country) end || coalesce(d.earlier_signs, '[]')
  from shareholder h left join tax_profile t on t.org_id = h.org_id and t.shareholder_id = h.id
  left join tax_profile_change w on w.org_id = h.org_id and w.shareholder_id = h.id and w.is_open
  left join holder_detail d on d.org_id = h.org_id and d.shareholder_id = h.id
  where h.org_id = (select app_org()) and (among is null or h.id = any (among)) and app_reads_all()
  group by 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16
$$;

-- Whether each of these holders has a bank account, and whether it is being changed, for who reads the whole company. Without holders,
-- of all.
create or replace function account_standings(among text[]) returns table (shareholder_id text, has_bank_account boolean, is_bank_changing boolean)
language sql stable security definer set search_path = public, pg_temp as $$
  select d.shareholder_id, d.bank_account is not null, d.new_bank_account is not null or coalesce(d.bank_account_counts_from > now(), false)
  from holder_detail d where d.org_id = (select app_org()) and (among is null or d.shareholder_id = any (among)) and app_reads_all()
$$;

-- What a share of a payment's class was given in each step of the distribution, for who reads the payment. The totals stay with
-- the company: with them a holder could work out how many shares others hold.
create or replace function payment_steps(payment uuid) returns table (kind text, per_share text)
language sql stable security definer set search_path = public, pg_temp as $$
  select s.step ->> 'kind', trim_scale(round(coalesce((c.part ->> 'per_share')::numeric, (c.part ->> 'amount')::numeric / t.shares), 10))::text
  from payment p join distribution d on d.org_id = p.org_id and d.id = p.distribution_id
  cross join lateral jsonb_array_elements(coalesce(d.steps, '[]')) with ordinality s(step, position)
  cross join lateral jsonb_array_elements(s.step -> 'classes') c(part)
  cross join lateral (select nullif(sum(l.shares::numeric), 0) as shares from distribution_line l
    where l.org_id = p.org_id and l.distribution_id = p.distribution_id and l.share_class_id = p.share_class_id) t
  where p.org_id = app_org() and p.id = payment and c.part ->> 'share_class_id' = p.share_class_id and t.shares is not null
    and (app_reads_all() or p.shareholder_id = app_shareholder())
  order by s.position
$$;
