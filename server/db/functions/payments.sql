-- Distributions and payments: what never changes, what is checked before a commit, and what holds a payment back.

-- The amount of an approved payment never changes. Only how it is paid, and whether it was, may change. One exception: a payment
-- that waits for a tax form is computed anew once, with the same gross amount, and keeps what it was.
create or replace function payment_amount_frozen() returns trigger language plpgsql as $$
begin
  if old.awaits_tax_form and not new.awaits_tax_form and old.status = 'pending' and old.tax_at_approval is null
     and new.tax_at_approval = old.tax and new.net_at_approval = old.amount and new.amount = new.gross - new.tax
     and (new.gross, new.shares, new.shareholder_id, new.distribution_id, new.share_class_id) is not distinct from
         (old.gross, old.shares, old.shareholder_id, old.distribution_id, old.share_class_id) then
    return new;
  end if;
  if (new.amount, new.shares, new.shareholder_id, new.distribution_id, new.share_class_id, new.gross, new.tax, new.tax_at_approval, new.net_at_approval) is distinct from
     (old.amount, old.shares, old.shareholder_id, old.distribution_id, old.share_class_id, old.gross, old.tax, old.tax_at_approval, old.net_at_approval) then
    raise exception 'the amount of a payment is fixed at approval' using errcode = 'check_violation';
  end if;
  return new;
end $$;

-- Before a transaction that approved a distribution commits: its lines add up to its total, each line adds up, and its payments
-- are the lines that are paid, to the cent.
create or replace function check_approval() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  lines record; paid record;
begin
  select coalesce(sum(l.gross::numeric), 0) as gross, bool_and(l.gross = l.tax + l.net) as adds_up,
         coalesce(sum(l.net::numeric) filter (where l.excluded_reason is null), 0) as net, count(*) filter (where l.excluded_reason is null) as number
    into lines from distribution_line l where l.org_id = new.org_id and l.distribution_id = new.id;
  select coalesce(sum(p.amount::numeric), 0) as net, count(*) as number, coalesce(bool_and(p.amount = p.gross - p.tax), true) as adds_up
    into paid from payment p where p.org_id = new.org_id and p.distribution_id = new.id;
  if lines.gross <> new.total_amount::numeric then
    raise exception 'The lines sum to %, the total is %', trim_scale(lines.gross), trim_scale(new.total_amount::numeric) using errcode = 'check_violation';
  end if;
  if not (lines.adds_up and paid.adds_up) then
    raise exception 'A line or payment of distribution % is not tax plus net', new.id using errcode = 'check_violation';
  end if;
  if (lines.net, lines.number) is distinct from (paid.net, paid.number) then
    raise exception 'The lines pay % in % payments, the payments are % of %', trim_scale(lines.net), lines.number, paid.number, trim_scale(paid.net)
      using errcode = 'check_violation';
  end if;
  return null;
end $$;

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

-- The country of a holder that counts for tax where no confirmed profile names one: what a holder says of themselves counts once
-- the company confirmed it.
create or replace function tax_country(h shareholder) returns text immutable language sql as $$
  select case when h.country_said_at is null then h.country else h.country_of_staff end
$$;

-- A sign that a holder is of another country stays until the company decides (answerSigns), whoever takes away what it came from.
create or replace function note_sign(org uuid, holder text, sign text) returns void
language sql set search_path = public, pg_temp as $$
  insert into holder_detail as d (org_id, shareholder_id, earlier_signs) select org, holder, jsonb_build_array(sign) where sign is not null
  on conflict (org_id, shareholder_id) do update set earlier_signs = d.earlier_signs || excluded.earlier_signs
    where not d.earlier_signs @> excluded.earlier_signs
$$;

-- An account that is replaced or removed; one that waited only where its holder takes it back: the company decided otherwise.
create or replace function keep_signs_of_account() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  gone text;
begin
  foreach gone in array array_remove(array[old.bank_account_country, case when app_role() = 'shareholder' then old.new_bank_account_country end], null) loop
    if not coalesce(gone in (new.bank_account_country, new.new_bank_account_country), false) and not new.earlier_signs ? ('account ' || gone) then
      new.earlier_signs := new.earlier_signs || to_jsonb('account ' || gone);
    end if;
  end loop;
  return new;
end $$;

-- What a holder says waits. A profile that is emptied says nothing new.
create or replace function keep_signs_of_profile() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' or new.form is not null or new.country is distinct from old.country then
    perform note_sign(new.org_id, new.shareholder_id, 'country ' || new.country);
    perform note_sign(new.org_id, new.shareholder_id, case when new.form like 'W-8%' then 'form ' || new.form end);
  end if;
  return null;
end $$;

-- What the company has of a holder, and takes away without recording where else they are: that they are an employee outside the United
-- States, or their country.
create or replace function keep_signs_of_record() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if old.relationship = 'non_us_employee' and new.relationship is distinct from old.relationship then
    perform note_sign(new.org_id, new.id, 'employee abroad');
  end if;
  if tax_country(new) is null then
    perform note_sign(new.org_id, new.id, 'recorded ' || tax_country(old));
  end if;
  return null;
end $$;

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

-- The last digits of the account that a payment goes to are kept when it is started: the holder's account may be another one later.
create or replace function payment_keeps_account() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  new.paid_to_last4 := (select d.bank_account_last4 from holder_detail d
    where d.org_id = new.org_id and d.shareholder_id = new.shareholder_id and new.method in ('bank_transfer', 'wire'));
  return new;
end $$;
