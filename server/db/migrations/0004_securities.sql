-- Securities besides stock: plans, valuations, vesting terms and legends as rows, and what the lists of each family read.

-- What an imported object says, as far as it can be read; null otherwise.
create function ocf_day(value text) returns date immutable strict language sql as $$
  select case when value ~ '^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$' and value > '0001' then
    case when substr(value, 9, 2)::int <= extract(day from (make_date(substr(value, 1, 4)::int, substr(value, 6, 2)::int, 1) + interval '1 month' - interval '1 day'))
      then make_date(substr(value, 1, 4)::int, substr(value, 6, 2)::int, substr(value, 9, 2)::int) end end
$$;
create function ocf_decimal(value text) returns numeric immutable strict language sql as $$
  select case when value ~ '^[+-]?\d{1,28}(\.\d{1,10})?$' then value::numeric end
$$;
create function ocf_currency(value text) returns text immutable language sql as $$
  select case when value ~ '^[A-Z]{3}$' then value else 'USD' end
$$;

-- The day a list is asked about; today unless the request says another.
create function app_as_of() returns date stable language sql as $$
  select coalesce(nullif(current_setting('app.as_of', true), '')::date, current_date)
$$;

create index security_plan on security (org_id, stock_plan_id, issued_on) where stock_plan_id is not null;
create index security_grants_listed on security (org_id, issued_on desc nulls last, security_id) where kind = 'EQUITY_COMPENSATION';
create index security_convertibles_listed on security (org_id, issued_on desc nulls last, security_id) where kind = 'CONVERTIBLE';
create index security_warrants_listed on security (org_id, issued_on desc nulls last, security_id) where kind = 'WARRANT';
create index vesting_fact_security on vesting_fact (org_id, security_id, effective_date);
create index repricing_security on repricing (org_id, security_id, effective_date);
create index plan_pool_plan on plan_pool (org_id, stock_plan_id, effective_date);
create index pool_return_security on pool_return (org_id, security_id);
create index stakeholder_change_holder on stakeholder_change (org_id, stakeholder_id, effective_date);

create table equity_plan (
  org_id uuid not null references organization on delete cascade,
  id ocf_id not null,
  name text not null,
  initial_reserved ocf_num not null check (initial_reserved >= 0),
  default_cancellation_behavior text,
  board_approval_date date,
  stockholder_approval_date date,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (org_id, id)
);
create index equity_plan_name on equity_plan (org_id, name);
call secure_tenant_table('equity_plan',
  reads => '(select app_reads_all()) or exists (select 1 from security s where s.org_id = equity_plan.org_id and s.stock_plan_id = equity_plan.id and s.stakeholder_id = (select app_shareholder()))',
  deletes => '(select app_administers())');

create table equity_plan_class (
  org_id uuid not null,
  equity_plan_id text not null,
  share_class_id text not null,
  primary key (org_id, equity_plan_id, share_class_id),
  foreign key (org_id, equity_plan_id) references equity_plan (org_id, id) on delete cascade,
  foreign key (org_id, share_class_id) references share_class (org_id, id) on delete cascade
);
create index equity_plan_class_class on equity_plan_class (org_id, share_class_id);
call secure_tenant_table('equity_plan_class',
  reads => '(select app_reads_all()) or exists (select 1 from security s where s.org_id = equity_plan_class.org_id and s.stock_plan_id = equity_plan_class.equity_plan_id and s.stakeholder_id = (select app_shareholder()))');

create table valuation (
  org_id uuid not null references organization on delete cascade,
  id ocf_id not null,
  share_class_id text,
  price_per_share ocf_num not null,
  currency ccy not null,
  effective_date date,
  valuation_type text not null,
  provider text,
  board_approval_date date,
  stockholder_approval_date date,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (org_id, id),
  foreign key (org_id, share_class_id) references share_class (org_id, id) on delete cascade
);
create index valuation_listed on valuation (org_id, effective_date desc nulls last, id);
create index valuation_class on valuation (org_id, share_class_id, effective_date);
call secure_tenant_table('valuation',
  reads => '(select app_reads_all()) or exists (select 1 from security s where s.org_id = valuation.org_id and s.stock_class_id = valuation.share_class_id and s.stakeholder_id = (select app_shareholder()))',
  deletes => '(select app_administers())');

-- `terms` is the whole object: the graph of conditions that schedules are computed from. A holder reads those of own grants.
create table vesting_terms (
  org_id uuid not null references organization on delete cascade,
  id ocf_id not null,
  name text not null,
  description text,
  allocation_type text,
  terms jsonb not null,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (org_id, id)
);
create index vesting_terms_name on vesting_terms (org_id, name);
call secure_tenant_table('vesting_terms',
  reads => '(select app_reads_all()) or exists (select 1 from ledger_tx l where l.org_id = vesting_terms.org_id and l.stakeholder_id = (select app_shareholder()) and l.object_type like ''%\_ISSUANCE'' and l.ocf->>''vesting_terms_id'' = vesting_terms.id)',
  deletes => '(select app_administers())');

-- What is printed on certificates.
create table legend (
  org_id uuid not null references organization on delete cascade,
  id ocf_id not null,
  name text not null,
  text text not null,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (org_id, id)
);
create index legend_name on legend (org_id, name);
call secure_tenant_table('legend', deletes => '(select app_administers())');

-- What happened to a shareholder's own securities, and to their own service, is theirs to see.
alter policy reads on vesting_fact using (org_id = (select app_org()) and ((select app_reads_all()) or app_owns_security(security_id)));
alter policy reads on repricing using (org_id = (select app_org()) and ((select app_reads_all()) or app_owns_security(security_id)));
alter policy reads on stakeholder_change using (org_id = (select app_org()) and ((select app_reads_all()) or stakeholder_id = (select app_shareholder())));

-- Organisations that imported before this version kept the objects; their rows are made from the latest version of each.
create temporary table latest_object on commit drop as
  select * from (select distinct on (org_id, object_type, id) org_id, object_type, id, ocf, is_deleted from ocf_object
    where object_type in ('STOCK_PLAN', 'VALUATION', 'VESTING_TERMS', 'STOCK_LEGEND_TEMPLATE') order by org_id, object_type, id, version desc) o
  where not is_deleted;
insert into equity_plan (org_id, id, name, initial_reserved, default_cancellation_behavior, board_approval_date, stockholder_approval_date)
  select org_id, id, coalesce(nullif(ocf->>'plan_name', ''), id), greatest(coalesce(ocf_decimal(ocf->>'initial_shares_reserved'), 0), 0),
         ocf->>'default_cancellation_behavior', ocf_day(ocf->>'board_approval_date'), ocf_day(ocf->>'stockholder_approval_date')
  from latest_object where object_type = 'STOCK_PLAN';
insert into equity_plan_class (org_id, equity_plan_id, share_class_id)
  select distinct o.org_id, o.id, c.id from latest_object o
  join share_class c on c.org_id = o.org_id and (o.ocf->>'stock_class_id' = c.id or (jsonb_typeof(o.ocf->'stock_class_ids') = 'array' and o.ocf->'stock_class_ids' ? c.id))
  where o.object_type = 'STOCK_PLAN';
insert into valuation (org_id, id, share_class_id, price_per_share, currency, effective_date, valuation_type, provider, board_approval_date, stockholder_approval_date)
  select o.org_id, o.id, c.id, ocf_decimal(o.ocf#>>'{price_per_share,amount}'), ocf_currency(o.ocf#>>'{price_per_share,currency}'), ocf_day(o.ocf->>'effective_date'),
         coalesce(o.ocf->>'valuation_type', '409A'), o.ocf->>'provider', ocf_day(o.ocf->>'board_approval_date'), ocf_day(o.ocf->>'stockholder_approval_date')
  from latest_object o left join share_class c on c.org_id = o.org_id and c.id = o.ocf->>'stock_class_id'
  where o.object_type = 'VALUATION' and ocf_decimal(o.ocf#>>'{price_per_share,amount}') is not null;
insert into vesting_terms (org_id, id, name, description, allocation_type, terms)
  select org_id, id, coalesce(nullif(ocf->>'name', ''), id), ocf->>'description', ocf->>'allocation_type', ocf from latest_object where object_type = 'VESTING_TERMS';
insert into legend (org_id, id, name, text)
  select org_id, id, coalesce(nullif(ocf->>'name', ''), id), coalesce(ocf->>'text', '') from latest_object where object_type = 'STOCK_LEGEND_TEMPLATE';

-- A plan's pool at the end of a day (E14): available = reserved - outstanding - exercised - retired. `exercised` holds the
-- stock issued from the plan itself, less what came back of it. What is cancelled comes back unless the plan retires it; an
-- explicit return replaces that default for its security, and never gives back more than was cancelled.
create function plan_figures(org uuid, plan text, day date)
returns table (reserved numeric, outstanding numeric, exercised numeric, retired numeric) stable language sql as $$
  with plan_row as (select * from equity_plan p where p.org_id = org and p.id = plan),
  issued as (
    select s.security_id, s.kind, s.quantity::numeric as quantity,
           (select t.verb from termination t where t.org_id = org and t.security_id = s.security_id and t.on_date <= day) as ended,
           coalesce((select sum(d.quantity) from reduction d where d.org_id = org and d.security_id = s.security_id and d.on_date <= day), 0) as gone,
           coalesce((select sum(d.quantity) from reduction d where d.org_id = org and d.security_id = s.security_id and d.on_date <= day and d.why in ('EXERCISE', 'RELEASE')), 0) as used,
           coalesce((select sum(d.quantity) from reduction d where d.org_id = org and d.security_id = s.security_id and d.on_date <= day and d.why in ('PARTIAL_CANCEL', 'PARTIAL_REPURCHASE')), 0)
           + coalesce((select t.quantity from termination t where t.org_id = org and t.security_id = s.security_id and t.on_date <= day and t.verb in ('cancelled', 'repurchased')), 0) as cancelled,
           (select sum(b.quantity) from pool_return b where b.org_id = org and b.security_id = s.security_id and b.effective_date <= day) as returned,
           exists (select 1 from resulting r where r.org_id = org and r.result_security_id = s.security_id) as is_result,
           exists (select 1 from resulting r join security f on f.org_id = org and f.security_id = r.from_security_id
                   where r.org_id = org and r.result_security_id = s.security_id and f.kind = 'EQUITY_COMPENSATION') as is_exercised
    from security s where s.org_id = org and s.stock_plan_id = plan and s.issued_on <= day),
  judged as (
    select i.*, case when i.returned is not null then greatest(i.cancelled - i.returned, 0)
                     when coalesce((select default_cancellation_behavior from plan_row), 'RETURN_TO_POOL') = 'RETURN_TO_POOL' then 0
                     else i.cancelled end as kept
    from issued i where not (i.kind = 'STOCK' and i.is_exercised) and i.ended is distinct from 'retracted')
  select coalesce((select a.shares_reserved::numeric from plan_pool a where a.org_id = org and a.stock_plan_id = plan and a.effective_date <= day order by a.effective_date desc, a.tx_seq desc limit 1),
                  (select case when p.board_approval_date is null or p.board_approval_date <= day then p.initial_reserved::numeric else 0 end from plan_row p), 0),
         coalesce((select sum(j.quantity - j.gone) from judged j where j.kind = 'EQUITY_COMPENSATION' and j.ended is null), 0),
         coalesce((select sum(j.used) from judged j where j.kind = 'EQUITY_COMPENSATION'), 0)
         + coalesce((select sum(case when j.is_result then 0 else j.quantity end - j.cancelled + j.kept) from judged j where j.kind = 'STOCK'), 0),
         coalesce((select sum(j.kept) from judged j where j.kind = 'EQUITY_COMPENSATION'), 0)
$$;

create view equity_plan_view with (security_invoker = true) as
  select p.org_id, p.id, p.name,
         (select string_agg(c.name, ', ' order by c.name) from equity_plan_class k join share_class c on c.org_id = k.org_id and c.id = k.share_class_id
          where k.org_id = p.org_id and k.equity_plan_id = p.id) as share_classes,
         f.reserved, f.outstanding, f.exercised, f.reserved - f.outstanding - f.exercised - f.retired as available,
         p.board_approval_date as date, p.stockholder_approval_date, p.default_cancellation_behavior, p.version
  from equity_plan p
  left join lateral plan_figures(p.org_id, p.id, (select app_as_of())) f on (select app_reads_all());

create view valuation_view with (security_invoker = true) as
  select v.org_id, v.id, v.share_class_id, c.name as share_class, v.price_per_share::numeric, v.currency::text as currency, v.effective_date, v.valuation_type, v.provider,
         v.board_approval_date, v.stockholder_approval_date, v.version
  from valuation v left join share_class c on c.org_id = v.org_id and c.id = v.share_class_id;

-- One grant of equity compensation at the end of the day asked about. `vested` and `unvested` follow from its terms, which
-- SQL does not read: the repository computes them.
create view grant_view with (security_invoker = true) as
  select g.org_id, g.id, g.grant_number, g.shareholder_id, g.shareholder, g.compensation_type, g.equity_plan_id, g.equity_plan, g.share_class_id, g.share_class,
         g.quantity, g.exercise_price, g.currency, g.date,
         case when g.ended is not null or g.date > (select app_as_of()) then 0 else g.quantity - g.gone end as outstanding,
         g.exercised, null::numeric as vested, null::numeric as unvested, g.vesting_start, g.expiration_date, g.exercise_until, g.vesting_terms_id, g.early_exercisable,
         case when g.ended is not null then g.ended
              when g.gone >= g.quantity and g.exercised > 0 then case when g.compensation_type = 'RSU' then 'released' else 'exercised' end
              when g.gone >= g.quantity then 'cancelled'
              when least(g.expiration_date, g.exercise_until) < (select app_as_of()) then 'expired'
              else 'active' end as status
  from (
    select s.org_id, s.security_id as id, s.custom_id as grant_number, s.stakeholder_id as shareholder_id, h.name as shareholder, s.security_type as compensation_type,
           s.stock_plan_id as equity_plan_id, p.name as equity_plan, s.stock_class_id as share_class_id, c.name as share_class, s.quantity::numeric as quantity,
           coalesce((select r.exercise_price from repricing r where r.org_id = s.org_id and r.security_id = s.security_id and r.effective_date <= (select app_as_of())
                     order by r.effective_date desc, r.tx_seq desc limit 1), s.share_price)::numeric as exercise_price,
           s.share_price_currency::text as currency, s.issued_on as date,
           (select t.verb from termination t where t.org_id = s.org_id and t.security_id = s.security_id and t.on_date <= (select app_as_of())) as ended,
           coalesce((select sum(d.quantity) from reduction d where d.org_id = s.org_id and d.security_id = s.security_id and d.on_date <= (select app_as_of())), 0) as gone,
           coalesce((select sum(d.quantity) from reduction d where d.org_id = s.org_id and d.security_id = s.security_id and d.on_date <= (select app_as_of()) and d.why in ('EXERCISE', 'RELEASE')), 0) as exercised,
           (select min(v.effective_date) from vesting_fact v where v.org_id = s.org_id and v.security_id = s.security_id and v.fact = 'START') as vesting_start,
           ocf_day(l.ocf->>'expiration_date') as expiration_date,
           -- The window that opened when the holder left, for the reason they left.
           (select min(case w.value->>'period_type' when 'DAYS' then e.effective_date + (w.value->>'period')::int
                            when 'MONTHS' then (e.effective_date + make_interval(months => (w.value->>'period')::int))::date
                            when 'YEARS' then (e.effective_date + make_interval(years => (w.value->>'period')::int))::date end)
            from stakeholder_change e
            cross join lateral jsonb_array_elements(case when jsonb_typeof(l.ocf->'termination_exercise_windows') = 'array' then l.ocf->'termination_exercise_windows' else '[]' end) w
            where e.org_id = s.org_id and e.stakeholder_id = s.stakeholder_id and e.effective_date >= s.issued_on and e.effective_date <= (select app_as_of())
              and e.new_status = 'TERMINATION_' || (w.value->>'reason') and (w.value->>'period') ~ '^\d{1,4}$'
              and not exists (select 1 from stakeholder_change b where b.org_id = e.org_id and b.stakeholder_id = e.stakeholder_id and b.new_status = 'ACTIVE'
                              and b.effective_date > e.effective_date and b.effective_date <= (select app_as_of()))) as exercise_until,
           l.ocf->>'vesting_terms_id' as vesting_terms_id, coalesce(l.ocf->>'early_exercisable' = 'true', false) as early_exercisable
    from security s
    left join share_class c on c.org_id = s.org_id and c.id = s.stock_class_id
    left join shareholder h on h.org_id = s.org_id and h.id = s.stakeholder_id
    left join equity_plan p on p.org_id = s.org_id and p.id = s.stock_plan_id
    left join ledger_tx l on l.org_id = s.org_id and l.seq = s.issue_seq
    where s.kind = 'EQUITY_COMPENSATION'
  ) g;

-- One SAFE or note at the end of the day asked about, its first mechanism read from the issuance.
create view convertible_view with (security_invoker = true) as
  select s.org_id, s.security_id as id, s.custom_id as convertible_number, s.stakeholder_id as shareholder_id, h.name as shareholder, s.security_type as kind,
         s.amount::numeric as amount, s.currency::text as currency, s.issued_on as date,
         ocf_decimal(m.mechanism#>>'{conversion_valuation_cap,amount}') as valuation_cap,
         case when m.mechanism->'conversion_valuation_cap' is null then null
              else coalesce(m.mechanism->>'conversion_timing', case m.mechanism#>>'{capitalization_definition_rules,include_this_security}' when 'true' then 'POST_MONEY' when 'false' then 'PRE_MONEY' end)
         end as cap_basis,
         ocf_decimal(m.mechanism->>'conversion_discount') as discount, coalesce(m.mechanism->>'conversion_mfn' = 'true', false) as mfn,
         ocf_decimal(m.mechanism#>>'{interest_rates,0,rate}') as interest_rate, m.mechanism->>'compounding_type' as compounding, m.mechanism->>'day_count_convention' as day_count,
         ocf_day(jsonb_path_query_first(l.ocf, '$.conversion_triggers[*] ? (@.type == "AUTOMATIC_ON_DATE").trigger_date')#>>'{}') as maturity_date,
         case when coalesce(t.on_date <= (select app_as_of()), false) then t.verb else 'outstanding' end as status
  from security s
  left join shareholder h on h.org_id = s.org_id and h.id = s.stakeholder_id
  left join termination t on t.org_id = s.org_id and t.security_id = s.security_id
  left join ledger_tx l on l.org_id = s.org_id and l.seq = s.issue_seq
  left join lateral (select jsonb_path_query_first(l.ocf, '$.conversion_triggers[*].conversion_right.conversion_mechanism') as mechanism) m on true
  where s.kind = 'CONVERTIBLE';

create view warrant_view with (security_invoker = true) as
  select w.org_id, w.id, w.warrant_number, w.shareholder_id, w.shareholder, w.share_class_id, w.share_class, w.quantity, w.exercise_price, w.currency, w.date, w.expiration_date,
         case when w.ended is not null or w.date > (select app_as_of()) then 0 else w.quantity - w.gone end as outstanding,
         case when w.ended is not null then w.ended when w.gone >= w.quantity then 'cancelled' when w.expiration_date < (select app_as_of()) then 'expired' else 'active' end as status
  from (
    select s.org_id, s.security_id as id, s.custom_id as warrant_number, s.stakeholder_id as shareholder_id, h.name as shareholder, s.stock_class_id as share_class_id, c.name as share_class,
           s.quantity::numeric as quantity, s.share_price::numeric as exercise_price, s.share_price_currency::text as currency, s.issued_on as date,
           ocf_day(l.ocf->>'warrant_expiration_date') as expiration_date,
           (select t.verb from termination t where t.org_id = s.org_id and t.security_id = s.security_id and t.on_date <= (select app_as_of())) as ended,
           coalesce((select sum(d.quantity) from reduction d where d.org_id = s.org_id and d.security_id = s.security_id and d.on_date <= (select app_as_of())), 0) as gone
    from security s
    left join share_class c on c.org_id = s.org_id and c.id = s.stock_class_id
    left join shareholder h on h.org_id = s.org_id and h.id = s.stakeholder_id
    left join ledger_tx l on l.org_id = s.org_id and l.seq = s.issue_seq
    where s.kind = 'WARRANT'
  ) w;
