-- The ledger: whole Open Cap Format objects, append-only and chained, and the tables that are folded from them.

create table import_batch (
  org_id uuid not null references organization,
  id uuid not null,
  file_name text not null,
  sha256 text not null,
  ocf_version text,
  issuer_name text,
  as_of date,
  applied boolean not null,
  accepted_findings boolean not null,
  counts jsonb not null,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  primary key (org_id, id)
);
call secure_tenant_table('import_batch', reads => '(select app_administers())', inserts => '(select app_administers())', updates => 'false', deletes => 'false');

-- The package as it came, for ever.
create table import_package (
  org_id uuid not null,
  import_id uuid not null,
  bytes bytea not null,
  primary key (org_id, import_id),
  foreign key (org_id, import_id) references import_batch
);
call secure_tenant_table('import_package', reads => '(select app_administers())', inserts => '(select app_administers())', updates => 'false', deletes => 'false');

create table finding (
  org_id uuid not null,
  import_id uuid not null,
  position integer not null,
  rule text not null,
  severity text not null check (severity in ('error', 'warning')),
  object_type text not null,
  object_id text not null,
  message text not null,
  primary key (org_id, import_id, position),
  foreign key (org_id, import_id) references import_batch
);
call secure_tenant_table('finding', reads => '(select app_administers())', inserts => '(select app_administers())', updates => 'false', deletes => 'false');

create table ledger_tx (
  org_id uuid not null references organization,
  seq bigint not null,
  id ocf_id not null,
  object_type text not null,
  effective_date date,
  recorded_at timestamptz not null,
  actor_id uuid not null,
  actor text not null,
  security_id text,
  stakeholder_id text,
  summary text not null,
  ocf jsonb not null,
  prev_hash bytea not null,
  hash bytea not null,
  import_id uuid,
  voids_seq bigint,
  primary key (org_id, seq),
  unique (org_id, voids_seq),
  foreign key (org_id, import_id) references import_batch (org_id, id)
);
create unique index ledger_tx_id on ledger_tx (org_id, id) where voids_seq is null;
create index ledger_tx_security on ledger_tx (org_id, security_id, seq);
create index ledger_tx_date on ledger_tx (org_id, effective_date, seq);
create index ledger_tx_stakeholder on ledger_tx (org_id, stakeholder_id, seq) where stakeholder_id is not null;
create trigger ledger_tx_append_only before update or delete on ledger_tx for each row execute function refuse_change();
create trigger ledger_tx_no_truncate before truncate on ledger_tx for each statement execute function refuse_change();
call secure_tenant_table('ledger_tx',
  reads => '(select app_reads_all()) or stakeholder_id = (select app_shareholder())', updates => 'false', deletes => 'false');

-- Static objects (holders, classes, plans, …): a change is a new version, the old ones stay.
create table ocf_object (
  org_id uuid not null references organization,
  object_type text not null,
  id ocf_id not null,
  version integer not null,
  ocf jsonb not null,
  ocf_version text,
  import_id uuid,
  valid_from_seq bigint not null,
  is_deleted boolean not null default false,
  recorded_at timestamptz not null default now(),
  actor_id uuid not null,
  primary key (org_id, object_type, id, version),
  foreign key (org_id, import_id) references import_batch (org_id, id)
);
create trigger ocf_object_append_only before update or delete on ocf_object for each row execute function refuse_change();
create trigger ocf_object_no_truncate before truncate on ocf_object for each statement execute function refuse_change();
call secure_tenant_table('ocf_object',
  reads => '(select app_reads_all()) or (object_type = ''STAKEHOLDER'' and id = (select app_shareholder()))',
  inserts => '(select app_writes()) or (object_type = ''STAKEHOLDER'' and id = (select app_shareholder()))',
  updates => 'false', deletes => 'false');

create table shareholder (
  org_id uuid not null references organization,
  id ocf_id not null,
  type text not null check (type in ('individual', 'entity')),
  name text not null,
  first_name text,
  last_name text,
  entity_name text,
  email text,
  relationship text,
  street_1 text,
  street_2 text,
  city text,
  state text,
  postal_code text,
  country text,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (org_id, id)
);
create index shareholder_name on shareholder (org_id, name);
call secure_tenant_table('shareholder',
  reads => '(select app_reads_all()) or id = (select app_shareholder())',
  updates => '(select app_writes()) or id = (select app_shareholder())',
  deletes => '(select app_administers())');
alter table membership add foreign key (org_id, shareholder_id) references shareholder (org_id, id);
alter table invitation add foreign key (org_id, shareholder_id) references shareholder (org_id, id);
alter table join_request add foreign key (org_id, shareholder_id) references shareholder (org_id, id);
alter table join_request add foreign key (org_id, invitation_shareholder_id) references shareholder (org_id, id);

create table share_class (
  org_id uuid not null references organization,
  id ocf_id not null,
  name text not null,
  class_type text not null check (class_type in ('COMMON', 'PREFERRED')),
  prefix text not null,
  initial_authorized ocf_num,
  authorized_kind text not null check (authorized_kind in ('FIXED', 'UNLIMITED', 'NOT_APPLICABLE')),
  par_value ocf_num,
  price_per_share ocf_num,
  currency ccy not null default 'USD',
  votes_per_share ocf_num not null default 0,
  seniority ocf_num not null default 1,
  liquidation_preference_multiple ocf_num,
  participation_cap_multiple ocf_num,
  conversion_ratio ocf_num,
  converts_to_share_class_id text,
  allows_fractions boolean not null default false,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (org_id, id),
  foreign key (org_id, converts_to_share_class_id) references share_class (org_id, id),
  check ((authorized_kind = 'FIXED') = (initial_authorized is not null))
);

create table security (
  org_id uuid not null,
  security_id ocf_id not null,
  kind text not null check (kind in ('STOCK', 'CONVERTIBLE', 'WARRANT', 'EQUITY_COMPENSATION')),
  stakeholder_id text not null,
  stock_class_id text,
  stock_plan_id text,
  quantity ocf_qty,
  amount ocf_num,
  currency ccy,
  security_type text,
  custom_id text not null,
  issued_on date not null,
  issue_seq bigint not null,
  share_price ocf_num,
  share_price_currency ccy,
  accepted boolean not null default false,
  primary key (org_id, security_id),
  unique (org_id, security_id, kind),
  unique (org_id, issue_seq),
  foreign key (org_id, issue_seq) references ledger_tx (org_id, seq),
  foreign key (org_id, stakeholder_id) references shareholder (org_id, id),
  foreign key (org_id, stock_class_id) references share_class (org_id, id),
  check (kind <> 'STOCK' or (stock_class_id is not null and quantity is not null))
);
create index security_holder on security (org_id, stakeholder_id, issued_on);
create index security_class on security (org_id, stock_class_id, issued_on) include (quantity, stakeholder_id);
-- A page of the list of certificates is read off this index, whatever their number.
create index security_listed on security (org_id, issued_on desc nulls last, security_id) where kind = 'STOCK';
create index security_number on security (org_id, custom_id);
call secure_tenant_table('security',
  reads => '(select app_reads_all()) or stakeholder_id = (select app_shareholder())', updates => 'false');

call secure_tenant_table('share_class',
  reads => '(select app_reads_all()) or exists (select 1 from security s where s.org_id = share_class.org_id and s.stock_class_id = share_class.id and s.stakeholder_id = (select app_shareholder()))',
  deletes => '(select app_administers())');

-- A security that is the shareholder's own: what happened to it is theirs to see too.
create function app_owns_security(security text) returns boolean stable language sql as $$
  select exists (select 1 from security s where s.org_id = app_org() and s.security_id = security and s.stakeholder_id = app_shareholder())
$$;

create table termination (
  org_id uuid not null,
  security_id text not null,
  kind text not null,
  verb text not null check (verb in ('transferred', 'cancelled', 'repurchased', 'converted', 'reissued', 'consolidated', 'retracted', 'exercised')),
  tx_seq bigint not null,
  on_date date not null,
  quantity ocf_num,
  balance_security_id text,
  accepted boolean not null default false,
  primary key (org_id, security_id),
  foreign key (org_id, security_id, kind) references security (org_id, security_id, kind) deferrable initially deferred,
  foreign key (org_id, balance_security_id, kind) references security (org_id, security_id, kind) deferrable initially deferred,
  foreign key (org_id, tx_seq) references ledger_tx (org_id, seq)
);
create index termination_entry on termination (org_id, tx_seq);
create index termination_balance on termination (org_id, balance_security_id) where balance_security_id is not null;
call secure_tenant_table('termination', reads => '(select app_reads_all()) or app_owns_security(security_id)', updates => 'false');

create table resulting (
  org_id uuid not null,
  result_security_id text not null,
  from_security_id text not null,
  tx_seq bigint not null,
  is_balance boolean not null,
  accepted boolean not null default false,
  primary key (org_id, result_security_id, from_security_id),
  foreign key (org_id, result_security_id) references security (org_id, security_id) deferrable initially deferred,
  foreign key (org_id, from_security_id) references security (org_id, security_id) deferrable initially deferred,
  foreign key (org_id, tx_seq) references ledger_tx (org_id, seq)
);
-- One security comes of one transaction only; a consolidation alone has several sources for its one result.
create function resulting_of_one_transaction() returns trigger language plpgsql as $$
begin
  if not new.accepted and exists (select 1 from resulting r where r.org_id = new.org_id and r.result_security_id = new.result_security_id
             and r.tx_seq <> new.tx_seq and not r.accepted) then
    raise exception 'security % is already the result of another transaction', new.result_security_id using errcode = 'unique_violation';
  end if;
  return new;
end $$;
create trigger resulting_once before insert on resulting for each row execute function resulting_of_one_transaction();
create index resulting_entry on resulting (org_id, tx_seq);
create index resulting_from on resulting (org_id, from_security_id);
call secure_tenant_table('resulting', reads => '(select app_reads_all()) or app_owns_security(result_security_id)', updates => 'false');

create table reduction (
  org_id uuid not null,
  tx_seq bigint not null,
  security_id text not null,
  on_date date not null,
  quantity ocf_qty not null,
  why text not null,
  accepted boolean not null default false,
  primary key (org_id, tx_seq),
  foreign key (org_id, tx_seq) references ledger_tx (org_id, seq),
  foreign key (org_id, security_id) references security (org_id, security_id) deferrable initially deferred
);
create index reduction_security on reduction (org_id, security_id, on_date);
call secure_tenant_table('reduction', reads => '(select app_reads_all()) or app_owns_security(security_id)', updates => 'false');

-- Effective-dated facts, from transactions only. `shares_authorized` is null unless the kind is FIXED.
create table class_authorized (
  org_id uuid not null, tx_seq bigint not null, accepted boolean not null default false,
  stock_class_id text not null, effective_date date not null, shares_authorized ocf_num,
  authorized_kind text not null check (authorized_kind in ('FIXED', 'UNLIMITED', 'NOT_APPLICABLE')),
  foreign key (org_id, stock_class_id) references share_class (org_id, id),
  primary key (org_id, tx_seq),
  foreign key (org_id, tx_seq) references ledger_tx (org_id, seq)
);
call secure_tenant_table('class_authorized', updates => 'false');
create table issuer_authorized (
  org_id uuid not null, tx_seq bigint not null, accepted boolean not null default false,
  effective_date date not null, shares_authorized ocf_num,
  authorized_kind text not null check (authorized_kind in ('FIXED', 'UNLIMITED', 'NOT_APPLICABLE')),
  primary key (org_id, tx_seq),
  foreign key (org_id, tx_seq) references ledger_tx (org_id, seq)
);
call secure_tenant_table('issuer_authorized', updates => 'false');
create table plan_pool (
  org_id uuid not null, tx_seq bigint not null, accepted boolean not null default false,
  stock_plan_id text not null, effective_date date not null, shares_reserved ocf_num not null,
  primary key (org_id, tx_seq),
  foreign key (org_id, tx_seq) references ledger_tx (org_id, seq)
);
call secure_tenant_table('plan_pool', updates => 'false');
create table pool_return (
  org_id uuid not null, tx_seq bigint not null, accepted boolean not null default false,
  stock_plan_id text not null, security_id text not null, effective_date date not null, quantity ocf_num not null,
  primary key (org_id, tx_seq),
  foreign key (org_id, tx_seq) references ledger_tx (org_id, seq)
);
call secure_tenant_table('pool_return', updates => 'false');
create table split (
  org_id uuid not null, tx_seq bigint not null, accepted boolean not null default false,
  stock_class_id text not null, effective_date date not null, numerator ocf_num not null, denominator ocf_num not null,
  primary key (org_id, tx_seq),
  foreign key (org_id, tx_seq) references ledger_tx (org_id, seq)
);
call secure_tenant_table('split', updates => 'false');
create table ratio_change (
  org_id uuid not null, tx_seq bigint not null, accepted boolean not null default false,
  stock_class_id text not null, effective_date date not null, numerator ocf_num not null, denominator ocf_num not null,
  rounding_type text, conversion_price ocf_num, conversion_price_currency ccy,
  primary key (org_id, tx_seq),
  foreign key (org_id, tx_seq) references ledger_tx (org_id, seq)
);
call secure_tenant_table('ratio_change', updates => 'false');
create table repricing (
  org_id uuid not null, tx_seq bigint not null, accepted boolean not null default false,
  security_id text not null, effective_date date not null, exercise_price ocf_num not null, currency ccy,
  primary key (org_id, tx_seq),
  foreign key (org_id, tx_seq) references ledger_tx (org_id, seq)
);
call secure_tenant_table('repricing', updates => 'false');
create table vesting_fact (
  org_id uuid not null, tx_seq bigint not null, accepted boolean not null default false,
  security_id text not null, effective_date date not null, fact text not null check (fact in ('START', 'EVENT', 'ACCELERATION')),
  vesting_condition_id text, quantity ocf_num,
  primary key (org_id, tx_seq),
  foreign key (org_id, tx_seq) references ledger_tx (org_id, seq)
);
call secure_tenant_table('vesting_fact', updates => 'false');
create table acceptance (
  org_id uuid not null, tx_seq bigint not null, accepted boolean not null default false,
  security_id text not null, effective_date date not null,
  primary key (org_id, tx_seq),
  foreign key (org_id, tx_seq) references ledger_tx (org_id, seq)
);
call secure_tenant_table('acceptance', updates => 'false');
create table stakeholder_change (
  org_id uuid not null, tx_seq bigint not null, accepted boolean not null default false,
  stakeholder_id text not null, effective_date date not null, new_status text, relationship_started text, relationship_ended text,
  primary key (org_id, tx_seq),
  foreign key (org_id, tx_seq) references ledger_tx (org_id, seq)
);
call secure_tenant_table('stakeholder_change', updates => 'false');

-- Conservation, checked when the transaction commits: what a transfer, reissuance or consolidation moves arrives
-- whole, and a balance keeps class and holder. Rows of accepted faults are marked and left out.
create function check_conservation() returns trigger language plpgsql as $$
declare
  source security; moved numeric; arrived numeric; balance security;
begin
  if new.accepted then return null; end if;
  select * into source from security s where s.org_id = new.org_id and s.security_id = new.security_id;
  if source.kind <> 'STOCK' or source.accepted then return null; end if;
  if exists (select 1 from resulting r where r.org_id = new.org_id and r.tx_seq = new.tx_seq and r.accepted) then return null; end if;
  if new.balance_security_id is not null then
    select * into balance from security s where s.org_id = new.org_id and s.security_id = new.balance_security_id;
    if balance.stock_class_id <> source.stock_class_id or balance.stakeholder_id <> source.stakeholder_id then
      raise exception 'balance % of % belongs to another holder or class', balance.security_id, source.security_id using errcode = 'check_violation';
    end if;
  end if;
  if new.quantity + coalesce(balance.quantity, 0) <> source.quantity
     - (select coalesce(sum(d.quantity), 0) from reduction d where d.org_id = new.org_id and d.security_id = new.security_id) then
    raise exception 'shares of % do not add up at its end', source.security_id using errcode = 'check_violation';
  end if;
  if new.verb in ('transferred', 'consolidated') then
    select coalesce(sum(t.quantity), 0) into moved from termination t where t.org_id = new.org_id and t.tx_seq = new.tx_seq;
    -- One lookup a result, whatever the planner knows: this plan is kept for a connection's life, and made when the
    -- tables were small a join reads a whole organisation for every row.
    -- A consolidation names its one result once for each source: it arrives once.
    select coalesce(sum((select s.quantity from security s where s.org_id = new.org_id and s.security_id = r.result_security_id)), 0) into arrived
      from (select distinct result_security_id from resulting where org_id = new.org_id and tx_seq = new.tx_seq and not is_balance) r;
    if moved <> arrived then
      raise exception '% shares left % and % arrived', moved, source.security_id, arrived using errcode = 'check_violation';
    end if;
  end if;
  return null;
end $$;
create constraint trigger termination_conserves after insert on termination deferrable initially deferred
  for each row execute function check_conservation();
create function check_reductions() returns trigger language plpgsql as $$
begin
  if not new.accepted and (select sum(d.quantity) from reduction d where d.org_id = new.org_id and d.security_id = new.security_id)
     > (select s.quantity from security s where s.org_id = new.org_id and s.security_id = new.security_id) then
    raise exception 'more is taken from % than it holds', new.security_id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger reduction_conserves after insert on reduction deferrable initially deferred
  for each row execute function check_reductions();

-- After a large import the planner knows nothing of its rows until the database's own statistics catch up, a minute in
-- which a list takes seconds. The application may have these tables counted, and nothing more of their owner's rights.
create function count_ledger_anew() returns void language plpgsql security definer set search_path = public as $$
begin
  analyze ledger_tx, security, termination, resulting, reduction, shareholder, share_class;
end $$;

-- The specification's certificate: one stock security.
-- Every security has its class and holder (foreign keys); outer joins let a count leave them unread.
create view certificate with (security_invoker = true) as
  select s.org_id, s.security_id as id, s.custom_id as certificate_number, s.stock_class_id as share_class_id, c.name as share_class,
         s.stakeholder_id as shareholder_id, h.name as shareholder, s.quantity::numeric as num_shares, s.quantity::numeric as quantity,
         s.issued_on as issue_date, s.share_price::numeric as price_per_share, coalesce(t.verb, 'active') as status
  from security s
  left join share_class c on c.org_id = s.org_id and c.id = s.stock_class_id
  left join shareholder h on h.org_id = s.org_id and h.id = s.stakeholder_id
  left join termination t on t.org_id = s.org_id and t.security_id = s.security_id
  where s.kind = 'STOCK';

create view share_class_view with (security_invoker = true) as
  select c.org_id, c.id, c.name, c.class_type, c.prefix,
         coalesce((select coalesce(trim_scale(a.shares_authorized)::text, replace(a.authorized_kind, '_', ' ')) from class_authorized a
                   where a.org_id = c.org_id and a.stock_class_id = c.id and a.effective_date <= current_date
                   order by a.effective_date desc, a.tx_seq desc limit 1),
                  trim_scale(c.initial_authorized)::text, replace(c.authorized_kind, '_', ' ')) as authorized_shares,
         case when (select app_reads_all()) then
           (select coalesce(sum(s.quantity), 0) from security s
            where s.org_id = c.org_id and s.stock_class_id = c.id and s.kind = 'STOCK' and s.issued_on <= current_date
              and not exists (select 1 from termination t where t.org_id = s.org_id and t.security_id = s.security_id and t.on_date <= current_date))
           - (select coalesce(sum(d.quantity), 0) from reduction d join security s on s.org_id = d.org_id and s.security_id = d.security_id
              where s.org_id = c.org_id and s.stock_class_id = c.id and s.kind = 'STOCK' and d.on_date <= current_date and s.issued_on <= current_date
                and not exists (select 1 from termination t where t.org_id = s.org_id and t.security_id = s.security_id and t.on_date <= current_date))
         end as outstanding,
         c.par_value::numeric, c.price_per_share::numeric, c.votes_per_share::numeric, c.seniority::numeric,
         c.liquidation_preference_multiple::numeric, c.participation_cap_multiple::numeric, c.conversion_ratio::numeric,
         c.converts_to_share_class_id, o.name as converts_to_share_class, c.allows_fractions, c.version
  from share_class c
  left join share_class o on o.org_id = c.org_id and o.id = c.converts_to_share_class_id;

create view transaction_view with (security_invoker = true) as
  select l.org_id, l.id, l.seq, l.object_type, l.effective_date as date, l.security_id, l.summary, l.recorded_at, l.actor, l.stakeholder_id
  from ledger_tx l;

create view join_request_view with (security_invoker = true) as
  select j.org_id, j.id, a.first_name || ' ' || a.last_name as name, a.first_name, a.last_name, a.email, right(a.phone, 4) as phone_last4,
         j.invitation_shareholder_id, j.shareholder_id, j.requested_at, j.status
  from join_request j join account a on a.id = j.account_id;

create view assignee_view with (security_invoker = true) as
  select m.org_id, m.account_id::text as id, a.first_name || ' ' || a.last_name as name, 'member' as kind
  from membership m join account a on a.id = m.account_id where m.status = 'active' and m.role <> 'shareholder'
  union all
  select h.org_id, h.id, h.name, 'shareholder' from shareholder h where h.is_active;

create view import_view with (security_invoker = true) as
  select b.org_id, b.id, b.file_name, b.issuer_name, b.ocf_version, b.as_of, b.applied,
         (select coalesce(sum(value::bigint), 0) from jsonb_each_text(b.counts)) as objects,
         (select count(*) from finding f where f.org_id = b.org_id and f.import_id = b.id and f.severity = 'error') as errors,
         (select count(*) from finding f where f.org_id = b.org_id and f.import_id = b.id and f.severity = 'warning') as warnings,
         b.created_at, a.first_name || ' ' || a.last_name as actor
  from import_batch b join account a on a.id = b.created_by;
