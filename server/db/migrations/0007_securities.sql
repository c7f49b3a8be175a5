-- Securities, and what entries of the ledger made of them. All rows follow from the ledger.

-- Securities of all kinds, from their issuances.
create table security (
  org_id uuid,
  security_id ocf_id,
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
  -- The number without its counter, and the counter, so that the highest of a prefix and one given by hand are each one
  -- lookup: "CS-12" is "cs-" and 12.
  number_head text generated always as (rtrim(lower(btrim(custom_id)), '0123456789')) stored,
  number_counter numeric generated always as (coalesce(nullif(substr(lower(btrim(custom_id)), length(rtrim(lower(btrim(custom_id)), '0123456789')) + 1), ''), '-1')::numeric) stored,
  -- What replaces a holder's own security, as after a split, keeps the day on which the first of them was issued.
  first_issued_on date,
  primary key (org_id, security_id),
  unique (org_id, issue_seq),
  check (kind <> 'STOCK' or (stock_class_id is not null and quantity is not null))
);
create index security_holder on security (org_id, stakeholder_id, issued_on);
create index security_class on security (org_id, stock_class_id, issued_on) include (quantity, stakeholder_id);
-- A page of the list of certificates is read off this index, whatever their number.
create index security_listed on security (org_id, issued_on desc nulls last, security_id) where kind = 'STOCK';
create index security_plan on security (org_id, stock_plan_id, issued_on) where stock_plan_id is not null;
-- For the cap table at any date: what was issued on which day.
create index security_issued on security (org_id, issued_on);
-- Convertibles and warrants without a number are few and have no place in the sums of shares.
create index security_without_shares on security (org_id, stakeholder_id) where quantity is null;
create index security_counter on security (org_id, number_head, number_counter);
create index security_convertibles_listed on security (org_id, coalesce(first_issued_on, issued_on) desc nulls last, security_id) where kind = 'CONVERTIBLE';
create index security_grants_listed on security (org_id, issued_on desc nulls last, issue_seq desc nulls last, security_id) where kind = 'EQUITY_COMPENSATION';
create index security_warrants_listed on security (org_id, issued_on desc nulls last, issue_seq desc nulls last, security_id) where kind = 'WARRANT';
call secure_tenant_table('security',
  reads => '(select app_reads_table()) or stakeholder_id = (select app_shareholder())',
  updates => 'false',
  sealed => false
);
call refer_by_statement('security', 'issue_seq', 'ledger_tx', 'seq');
call refer_by_statement('security', 'stakeholder_id', 'shareholder', 'id');

-- How a security ended. `balance_security_id` is what was left of it.
create table termination (
  org_id uuid,
  security_id text,
  kind text not null,
  verb text not null check (verb in ('transferred', 'cancelled', 'repurchased', 'converted', 'reissued', 'consolidated', 'retracted', 'exercised')),
  tx_seq bigint not null,
  on_date date not null,
  quantity ocf_num,
  balance_security_id text,
  accepted boolean not null default false,
  primary key (org_id, security_id),
  foreign key (org_id, security_id) references security (org_id, security_id) deferrable initially deferred,
  foreign key (org_id, balance_security_id) references security (org_id, security_id) deferrable initially deferred
);
create index termination_entry on termination (org_id, tx_seq);
create index termination_balance on termination (org_id, balance_security_id) where balance_security_id is not null;
create index termination_day on termination (org_id, on_date);
call secure_tenant_table('termination',
  reads => '(select app_reads_table()) or app_owns_security(security_id)',
  updates => 'false',
  sealed => false
);
call refer_by_statement('termination', 'tx_seq', 'ledger_tx', 'seq');

-- Which security came of which.
create table resulting (
  org_id uuid,
  result_security_id text,
  from_security_id text,
  tx_seq bigint not null,
  is_balance boolean not null,
  accepted boolean not null default false,
  primary key (org_id, result_security_id, from_security_id),
  foreign key (org_id, result_security_id) references security (org_id, security_id) deferrable initially deferred,
  foreign key (org_id, from_security_id) references security (org_id, security_id) deferrable initially deferred
);
create index resulting_entry on resulting (org_id, tx_seq);
create index resulting_from on resulting (org_id, from_security_id);
call secure_tenant_table('resulting',
  reads => '(select app_reads_table()) or app_owns_security(result_security_id)',
  updates => 'false',
  sealed => false
);
call refer_by_statement('resulting', 'tx_seq', 'ledger_tx', 'seq');

-- What was taken out of a security that goes on, such as an exercise in part.
create table reduction (
  org_id uuid,
  tx_seq bigint,
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
create index reduction_day on reduction (org_id, on_date);
call secure_tenant_table('reduction',
  reads => '(select app_reads_table()) or app_owns_security(security_id)',
  updates => 'false',
  sealed => false
);

-- A new exercise price, from a day on.
create table repricing (
  org_id uuid,
  tx_seq bigint,
  accepted boolean not null default false,
  security_id text not null,
  effective_date date not null,
  exercise_price ocf_num not null,
  currency ccy,
  primary key (org_id, tx_seq),
  foreign key (org_id, tx_seq) references ledger_tx (org_id, seq)
);
create index repricing_security on repricing (org_id, security_id, effective_date);
call secure_tenant_table('repricing',
  reads => '(select app_reads_all()) or app_owns_security(security_id)',
  updates => 'false',
  sealed => false
);

-- What a schedule starts from, events, and accelerations.
create table vesting_fact (
  org_id uuid,
  tx_seq bigint,
  accepted boolean not null default false,
  security_id text not null,
  effective_date date not null,
  fact text not null check (fact in ('START', 'EVENT', 'ACCELERATION')),
  vesting_condition_id text,
  quantity ocf_num,
  primary key (org_id, tx_seq),
  foreign key (org_id, tx_seq) references ledger_tx (org_id, seq)
);
create index vesting_fact_security on vesting_fact (org_id, security_id, effective_date);
call secure_tenant_table('vesting_fact',
  reads => '(select app_reads_all()) or app_owns_security(security_id)',
  updates => 'false',
  sealed => false
);

-- Which securities were accepted by their holder.
create table acceptance (
  org_id uuid,
  tx_seq bigint,
  accepted boolean not null default false,
  security_id text not null,
  effective_date date not null,
  primary key (org_id, tx_seq),
  foreign key (org_id, tx_seq) references ledger_tx (org_id, seq)
);
-- Whether a security was accepted is asked of every verb that acts on it.
create index acceptance_security on acceptance (org_id, security_id, effective_date);
call secure_tenant_table('acceptance', updates => 'false', sealed => false);

-- A code of sixty random bits that is printed on a certificate: whoever holds the paper may verify it.
create table certificate_code (
  org_id uuid references organization,
  security_id text,
  code text not null check (code ~ '^[0-9A-HJKMNP-TV-Z]{12}$'),
  created_at timestamptz not null,
  primary key (org_id, security_id)
);
create unique index certificate_code_code on certificate_code (code);
call secure_tenant_table('certificate_code',
  reads => '(select app_reads_all()) or app_owns_security(security_id)',
  inserts => '(select app_reads_all()) or app_owns_security(security_id)',
  updates => 'false',
  deletes => 'false'
);

-- What a holder says of a holding: that what is recorded is right, or what is wrong with it, and when the company settled a
-- dispute. Rows are only added. The reason of a dispute is the first message of its thread, which its own account and the
-- company read, whoever has the holder's record later.
create table acknowledgement (
  org_id uuid references organization,
  -- A security may be taken back: what was said of it stays, so no key refers to it.
  security_id text,
  number integer check (number > 0),
  state text not null check (state in ('agreed', 'disputed', 'settled')),
  at timestamptz not null,
  account_id uuid not null,
  actor text not null,
  shareholder_id text,
  -- The last entry about the security that was agreed to: what is recorded later was not.
  ledger_seq bigint,
  thread_id uuid,
  message_id uuid,
  -- Tasks may be deleted.
  task_id uuid,
  primary key (org_id, security_id, shareholder_id, number),
  foreign key (org_id, shareholder_id) references shareholder (org_id, id),
  constraint acknowledgement_of_entries check ((state = 'agreed') = (ledger_seq is not null)),
  constraint acknowledgement_with_thread check ((state = 'disputed') = (thread_id is not null and message_id is not null and task_id is not null))
);
create index acknowledgement_disputed on acknowledgement (org_id, at) where state = 'disputed';
create index acknowledgement_thread on acknowledgement (org_id, thread_id) where thread_id is not null;
call secure_tenant_table('acknowledgement',
  reads => '(select app_reads_all()) or shareholder_id = (select app_shareholder())',
  inserts => 'account_id = (select app_account()) and case state when ''settled'' then (select app_writes()) else shareholder_id = (select app_shareholder()) and app_owns_security(security_id) end',
  updates => 'false',
  deletes => 'false'
);
create trigger acknowledgement_append_only before delete or update on acknowledgement for each row execute function refuse_change();
create trigger acknowledgement_no_truncate before truncate on acknowledgement for each statement execute function refuse_change();

-- Updates outstanding_change from the rows that a statement inserted or deleted. The planner settings make PostgreSQL look
-- securities up one by one by their key, even while tables are being filled and its statistics are out of date. `offset 0`
-- makes it look a security up before it tests the kind; otherwise it might use an index on the days of one kind.
create function follow_outstanding() returns trigger language plpgsql security definer
set search_path = public, pg_temp set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  came integer := case tg_op when 'INSERT' then 1 else -1 end;
  changes text;
begin
  changes := case tg_table_name
    when 'security' then 'select org_id, stock_class_id, issued_on as on_date, quantity::numeric as change from changed where kind = ''STOCK'''
    when 'termination' then
      'select t.org_id, s.stock_class_id, t.on_date,
              coalesce((select sum(d.quantity) from reduction d where d.org_id = t.org_id and d.security_id = t.security_id), 0) - s.quantity::numeric as change
       from changed t cross join lateral (select * from security o where o.org_id = t.org_id and o.security_id = t.security_id offset 0) s where s.kind = ''STOCK'''
    else
      'select d.org_id, s.stock_class_id, d.on_date, -d.quantity::numeric as change
       from changed d cross join lateral (select * from security o where o.org_id = d.org_id and o.security_id = d.security_id offset 0) s where s.kind = ''STOCK''
       union all
       select d.org_id, s.stock_class_id, t.on_date, d.quantity::numeric
       from changed d cross join lateral (select * from security o where o.org_id = d.org_id and o.security_id = d.security_id offset 0) s
       join termination t on t.org_id = d.org_id and t.security_id = d.security_id where s.kind = ''STOCK'''
  end;
  execute format(
    'insert into outstanding_change as o (org_id, stock_class_id, on_date, change)
     select org_id, stock_class_id, on_date, %s * sum(change) from (%s) c group by org_id, stock_class_id, on_date
     on conflict (org_id, stock_class_id, on_date) do update set change = o.change + excluded.change', came, changes);
  return null;
end $$;

-- When an entry is taken back, its rows leave the projections. If a checkpoint includes the entry, all checkpoints of the
-- company are deleted, to be made again later. Most entries that are taken back are newer than the checkpoints, which then
-- stay.
create function forget_checkpoints() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  stale uuid[];
begin
  -- What they know they know by the number of its entry, which is the row's own in each of the tables.
  if tg_table_name = 'security' then
    select array_agg(distinct c.org_id) into stale from gone g join cap_table_checkpoint c on c.org_id = g.org_id and c.known_seq >= g.issue_seq;
  else
    select array_agg(distinct c.org_id) into stale from gone g join cap_table_checkpoint c on c.org_id = g.org_id and c.known_seq >= g.tx_seq;
  end if;
  if stale is null then return null; end if;
  delete from cap_table_change where org_id = any (stale);
  delete from cap_table_checkpoint_row where org_id = any (stale);
  delete from cap_table_checkpoint where org_id = any (stale);
  return null;
end $$;

-- A termination has the same kind as its security and its balance security.
create function check_kinds() returns trigger language plpgsql security definer
set search_path = public, pg_temp set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
declare
  other text;
begin
  -- Securities come before what ends them.
  select s.security_id into other from added t
    join security s on s.org_id = t.org_id and s.security_id in (t.security_id, t.balance_security_id)
    where s.kind <> t.kind limit 1;
  if other is not null then
    raise exception 'security % is of another kind than its end', other using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;

-- A security results from only one transaction. Only a consolidation has several sources for its one result.
create function resulting_of_one_transaction() returns trigger language plpgsql security definer
set search_path = public, pg_temp set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
declare
  again text;
begin
  select a.result_security_id into again from added a
    join resulting r on r.org_id = a.org_id and r.result_security_id = a.result_security_id and r.tx_seq <> a.tx_seq and not r.accepted
    where not a.accepted limit 1;
  if again is not null then
    raise exception 'security % is already the result of another transaction', again using errcode = 'unique_violation';
  end if;
  return null;
end $$;

-- Checked for stock when the transaction commits: the shares that a termination moves and its balance are all that was left of
-- the security; a transfer or consolidation produces as many shares as it moves; and a balance keeps class and holder. Rows of
-- accepted faults are marked and not checked.
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

-- No more is taken out of a security than it holds.
create function check_reductions() returns trigger language plpgsql as $$
begin
  if not new.accepted and (select sum(d.quantity) from reduction d where d.org_id = new.org_id and d.security_id = new.security_id)
     > (select s.quantity from security s where s.org_id = new.org_id and s.security_id = new.security_id) then
    raise exception 'more is taken from % than it holds', new.security_id using errcode = 'check_violation';
  end if;
  return null;
end $$;

create trigger security_forgets after delete on security referencing old table as gone for each statement execute function forget_checkpoints();
create trigger security_came after insert on security referencing new table as changed for each statement execute function follow_outstanding();
create trigger security_went after delete on security referencing old table as changed for each statement execute function follow_outstanding();
create constraint trigger termination_conserves after insert on termination deferrable initially deferred for each row execute function check_conservation();
create trigger termination_forgets after delete on termination referencing old table as gone for each statement execute function forget_checkpoints();
create trigger termination_came after insert on termination referencing new table as changed for each statement execute function follow_outstanding();
create trigger termination_went after delete on termination referencing old table as changed for each statement execute function follow_outstanding();
create trigger termination_kinds after insert on termination referencing new table as added for each statement execute function check_kinds();
create trigger resulting_once after insert on resulting referencing new table as added for each statement execute function resulting_of_one_transaction();
create constraint trigger reduction_conserves after insert on reduction deferrable initially deferred for each row execute function check_reductions();
create trigger reduction_forgets after delete on reduction referencing old table as gone for each statement execute function forget_checkpoints();
create trigger reduction_came after insert on reduction referencing new table as changed for each statement execute function follow_outstanding();
create trigger reduction_went after delete on reduction referencing old table as changed for each statement execute function follow_outstanding();
