-- Securities: certificates of stock, grants, convertibles and warrants.

-- One row for each stock security. Its class and holder always exist (foreign keys); the outer joins let PostgreSQL skip them
-- when it only counts. The price is null if none was entered and the class had none: the format requires a price, so the entry
-- has the par value and a comment that says so (docs/decisions/0129-a-price-that-nobody-entered.md;
-- src/domain/ledger/core/enteredPrice.ts has the text).
create or replace view certificate with (security_invoker = true) as
  select s.org_id, s.security_id as id, s.custom_id as certificate_number, s.stock_class_id as share_class_id, c.name as share_class,
         s.stakeholder_id as shareholder_id, h.name as shareholder, s.quantity::numeric as num_shares, s.quantity::numeric as quantity,
         s.issued_on as issue_date,
         case when (select l.ocf->'comments' ? 'No price was entered, and the class had none. The share price is its par value, else nought.'
                         from ledger_tx l where l.org_id = s.org_id and l.seq = s.issue_seq)
              then null else nullif(s.share_price::numeric, 0) end as price_per_share,
         status_today(s.issued_on, t.verb, t.on_date) as status,
         coalesce(s.share_price_currency, c.currency)::text as currency
  from security s
  left join share_class c on c.org_id = s.org_id and c.id = s.stock_class_id
  left join shareholder h on h.org_id = s.org_id and h.id = s.stakeholder_id
  left join termination t on t.org_id = s.org_id and t.security_id = s.security_id
  where s.kind = 'STOCK';

-- One row for each grant of equity compensation, at the end of the day asked about. The repository computes `vested` and
-- `unvested` from the vesting terms, which SQL does not read. `last_day`: after it nothing of the grant is exercised or released.
create or replace view grant_view with (security_invoker = true) as
  select g.org_id, g.id, g.grant_number, g.shareholder_id, g.shareholder, g.compensation_type, g.equity_plan_id, g.equity_plan, g.share_class_id, g.share_class,
         g.quantity, g.exercise_price, g.currency, g.date,
         case when g.ended is not null or g.issued_on > (select app_as_of()) then 0 else g.quantity - g.gone end as outstanding,
         g.exercised, null::numeric as vested, null::numeric as unvested, g.vesting_start, g.expiration_date, g.exercise_until, g.vesting_terms_id, g.early_exercisable,
         case when g.issued_on > (select app_as_of()) then 'upcoming'
              -- Exercised in part, and the rest lapsed: what its holder says of it.
              when coalesce(g.ended = 'cancelled', g.gone >= g.quantity) and was_exercised(g.org_id, g.id, app_as_of())
                then case when g.compensation_type = 'RSU' then 'released' else 'exercised' end
              when g.ended is not null then g.ended
              when g.gone >= g.quantity then 'cancelled'
              when least(g.expiration_date, g.exercise_until) < (select app_as_of()) then 'expired'
              else 'active' end as status,
         g.issued_on, g.issue_seq, g.shown_form_id, least(g.expiration_date, g.exercise_until) as last_day
  from (
    select s.org_id, s.security_id as id, s.custom_id as grant_number, s.stakeholder_id as shareholder_id, h.name as shareholder, s.security_type as compensation_type,
           s.stock_plan_id as equity_plan_id, p.name as equity_plan, s.stock_class_id as share_class_id, c.name as share_class, s.quantity::numeric as quantity,
           coalesce((select r.exercise_price from repricing r where r.org_id = s.org_id and r.security_id = s.security_id and r.effective_date <= (select app_as_of())
                     order by r.effective_date desc, r.tx_seq desc limit 1), s.share_price)::numeric as exercise_price,
           s.share_price_currency::text as currency, coalesce(s.first_issued_on, s.issued_on) as date, s.issued_on, s.issue_seq,
           (select t.verb from termination t where t.org_id = s.org_id and t.security_id = s.security_id and t.on_date <= (select app_as_of())) as ended,
           coalesce((select r.gone from taken_out(s.org_id, app_as_of()) r where r.security_id = s.security_id), 0) as gone,
           coalesce((select r.exercised from taken_out(s.org_id, app_as_of()) r where r.security_id = s.security_id), 0) as exercised,
           (select min(v.effective_date) from vesting_fact v where v.org_id = s.org_id and v.security_id = s.security_id and v.fact = 'START') as vesting_start,
           ocf_day(l.ocf->>'expiration_date') as expiration_date,
           -- The last day of the exercise window that opened when the holder left, for the reason they left. Units are owed as they vested.
           (select min(exercise_window_end(l.ocf->'termination_exercise_windows', p.exercise_windows, substr(e.new_status, 13), e.effective_date))
            from stakeholder_change e
            where e.org_id = s.org_id and e.stakeholder_id = s.stakeholder_id and e.effective_date >= coalesce(s.first_issued_on, s.issued_on) and e.effective_date <= (select app_as_of())
              and e.new_status like 'TERMINATION\_%' and s.security_type <> 'RSU'
              and not exists (select 1 from stakeholder_change b where b.org_id = e.org_id and b.stakeholder_id = e.stakeholder_id and b.new_status = 'ACTIVE'
                              and b.effective_date > e.effective_date and b.effective_date <= (select app_as_of()))) as exercise_until,
           l.ocf->>'vesting_terms_id' as vesting_terms_id, coalesce(l.ocf->>'early_exercisable' = 'true', false) as early_exercisable,
           (select f.security_id from shown_form(s.org_id, s.security_id, s.kind, s.stakeholder_id, s.issued_on, app_as_of()) f) as shown_form_id
    from security s
    left join share_class c on c.org_id = s.org_id and c.id = s.stock_class_id
    left join shareholder h on h.org_id = s.org_id and h.id = s.stakeholder_id
    left join equity_plan p on p.org_id = s.org_id and p.id = s.stock_plan_id
    left join ledger_tx l on l.org_id = s.org_id and l.seq = s.issue_seq
    where s.kind = 'EQUITY_COMPENSATION'
  ) g;

-- One row for each SAFE or note, at the end of the day asked about. The terms come from the first conversion mechanism of the
-- issuance; the repository computes the interest.
create or replace view convertible_view with (security_invoker = true) as
  select s.org_id, s.security_id as id, s.custom_id as convertible_number, s.stakeholder_id as shareholder_id, h.name as shareholder, s.security_type as kind,
         s.amount::numeric as amount, s.currency::text as currency, coalesce(s.first_issued_on, s.issued_on) as date,
         ocf_decimal(m.mechanism#>>'{conversion_valuation_cap,amount}') as valuation_cap,
         case when m.mechanism->'conversion_valuation_cap' is null then null
              else coalesce(m.mechanism->>'conversion_timing', case m.mechanism#>>'{capitalization_definition_rules,include_this_security}' when 'true' then 'POST_MONEY' when 'false' then 'PRE_MONEY' end)
         end as cap_basis,
         ocf_decimal(m.mechanism->>'conversion_discount') as discount, coalesce(m.mechanism->>'conversion_mfn' = 'true', false) as mfn,
         ocf_decimal(m.mechanism#>>'{interest_rates,0,rate}') as interest_rate, m.mechanism->>'compounding_type' as compounding, m.mechanism->>'day_count_convention' as day_count,
         ocf_day(jsonb_path_query_first(l.ocf, '$.conversion_triggers[*] ? (@.type == "AUTOMATIC_ON_DATE").trigger_date')#>>'{}') as maturity_date,
         case when s.issued_on > (select app_as_of()) then 'upcoming' when t.on_date <= (select app_as_of()) then t.verb else 'outstanding' end as status,
         s.issued_on, null::numeric as accrued_interest,
         (select f.security_id from shown_form(s.org_id, s.security_id, s.kind, s.stakeholder_id, s.issued_on, app_as_of()) f) as shown_form_id
  from security s
  left join shareholder h on h.org_id = s.org_id and h.id = s.stakeholder_id
  left join termination t on t.org_id = s.org_id and t.security_id = s.security_id
  left join ledger_tx l on l.org_id = s.org_id and l.seq = s.issue_seq
  left join lateral (select jsonb_path_query_first(l.ocf, '$.conversion_triggers[*].conversion_right.conversion_mechanism') as mechanism) m on true
  where s.kind = 'CONVERTIBLE';

-- One row for each warrant, at the end of the day asked about.
create or replace view warrant_view with (security_invoker = true) as
  select w.org_id, w.id, w.warrant_number, w.shareholder_id, w.shareholder, w.share_class_id, w.share_class, w.quantity, w.exercise_price, w.currency, w.date, w.expiration_date,
         case when w.ended is not null or w.issued_on > (select app_as_of()) then 0 else w.quantity - w.gone end as outstanding,
         case when w.issued_on > (select app_as_of()) then 'upcoming' when coalesce(w.ended = 'cancelled', w.gone >= w.quantity) and was_exercised(w.org_id, w.id, app_as_of()) then 'exercised'
              when w.ended is not null then w.ended when w.gone >= w.quantity then 'cancelled' when w.expiration_date < (select app_as_of()) then 'expired' else 'active' end as status,
         w.issued_on, w.purchase_price, w.issue_seq, w.shown_form_id, w.expiration_date as last_day,
         -- An exercise in part ends a warrant too: what it took is what the rest lacks.
         case when w.ended = 'exercised' then w.quantity - w.cancelled - w.continued else w.exercised end as exercised
  from (
    select s.org_id, s.security_id as id, s.custom_id as warrant_number, s.stakeholder_id as shareholder_id, h.name as shareholder, s.stock_class_id as share_class_id, c.name as share_class,
           s.quantity::numeric as quantity, s.share_price::numeric as exercise_price, s.share_price_currency::text as currency, coalesce(s.first_issued_on, s.issued_on) as date, s.issued_on, s.issue_seq,
           nullif(ocf_decimal(l.ocf#>>'{purchase_price,amount}'), 0) as purchase_price,
           ocf_day(l.ocf->>'warrant_expiration_date') as expiration_date,
           (select t.verb from termination t where t.org_id = s.org_id and t.security_id = s.security_id and t.on_date <= (select app_as_of())) as ended,
           coalesce((select r.gone from taken_out(s.org_id, app_as_of()) r where r.security_id = s.security_id), 0) as gone,
           coalesce((select r.exercised from taken_out(s.org_id, app_as_of()) r where r.security_id = s.security_id), 0) as exercised,
           coalesce((select r.gone - r.exercised from taken_out(s.org_id, app_as_of()) r where r.security_id = s.security_id), 0) as cancelled,
           continued(s.org_id, s.security_id, s.kind, s.stakeholder_id) as continued,
           (select f.security_id from shown_form(s.org_id, s.security_id, s.kind, s.stakeholder_id, s.issued_on, app_as_of()) f) as shown_form_id
    from security s
    left join share_class c on c.org_id = s.org_id and c.id = s.stock_class_id
    left join shareholder h on h.org_id = s.org_id and h.id = s.stakeholder_id
    left join ledger_tx l on l.org_id = s.org_id and l.seq = s.issue_seq
    where s.kind = 'WARRANT'
  ) w;
