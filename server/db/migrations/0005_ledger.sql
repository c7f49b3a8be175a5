-- The ledger, its objects, imports, and what is kept to read it fast.

-- An import: what was uploaded, by whom, and what was found in it.
create table import_batch (
  org_id uuid references organization,
  id uuid,
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
  seal bytea,
  primary key (org_id, id)
);
call secure_tenant_table('import_batch',
  reads => '(select app_administers())',
  inserts => '(select app_administers())',
  updates => 'false',
  deletes => 'false'
);
create trigger import_batch_sealed before insert on import_batch for each row execute function seal_row();

-- The package as it came, for ever.
create table import_package (
  org_id uuid,
  import_id uuid,
  bytes bytea not null,
  primary key (org_id, import_id),
  foreign key (org_id, import_id) references import_batch (org_id, id)
);
call secure_tenant_table('import_package',
  reads => '(select app_administers())',
  inserts => '(select app_administers())',
  updates => 'false',
  deletes => 'false',
  sealed => false
);

-- What became of an import after it was read: applied or undone. `choices` are the objects of which the package's version was
-- taken; `organization_before` and `organization_after` are what the application changed of the company's own facts, for its
-- undoing.
create table import_step (
  org_id uuid,
  import_id uuid,
  position integer,
  step text not null check (step in ('applied', 'undone')),
  accepted_findings boolean not null default false,
  choices jsonb not null default '[]',
  organization_before jsonb,
  entries bigint not null,
  actor_id uuid not null,
  actor text not null,
  at timestamptz not null,
  -- The findings that belong to this step; 0 are those of reading.
  findings_step integer not null default 0,
  -- Its place among all applications of a company, from 1, so that imports can be undone in any order; `changes` is false
  -- where nothing was written, as in a repeat of what is there, which stands in no other's way. `left_alone` are objects that
  -- were there already with equal content, ids by object type: they are this import's as well.
  place integer,
  changes boolean not null default true,
  left_alone jsonb not null default '{}',
  organization_after jsonb,
  seal bytea,
  primary key (org_id, import_id, position),
  unique (org_id, place),
  foreign key (org_id, import_id) references import_batch (org_id, id)
);
call secure_tenant_table('import_step',
  reads => '(select app_administers())',
  inserts => '(select app_administers())',
  updates => 'false',
  deletes => 'false'
);
create trigger import_step_sealed before insert on import_step for each row execute function seal_row();

-- How far an import has come, for whoever waits before a screen, in whichever process. Written outside of the import's own
-- transaction, which holds the company's row, so no key refers to that. It means nothing once the import has ended.
create table import_progress (
  org_id uuid,
  name text check (length(name) <= 100),
  stage text not null,
  done bigint,
  total bigint,
  reported_at timestamptz not null default now(),
  primary key (org_id, name)
);
call secure_tenant_table('import_progress', inserts => 'false', updates => 'false', deletes => 'false', sealed => false);

-- What an import found: errors that stop it, and warnings that somebody accepts.
create table finding (
  org_id uuid,
  import_id uuid,
  position integer,
  rule text not null,
  severity text not null check (severity in ('error', 'warning')),
  object_type text not null,
  object_id text not null,
  message text not null,
  -- 0 when it was read, otherwise the step of its application.
  step integer default 0,
  -- A finding may stand for all others of its rule that are left out: how many they are.
  times integer not null default 1 check (times > 0),
  seal bytea,
  primary key (org_id, import_id, step, position),
  foreign key (org_id, import_id) references import_batch (org_id, id)
);
call secure_tenant_table('finding',
  reads => '(select app_administers())',
  inserts => '(select app_administers())',
  updates => 'false',
  deletes => 'false'
);
create trigger finding_sealed before insert on finding for each row execute function seal_row();

-- The ledger: whole Open Cap Format transactions, append-only and chained by hashes. Their facts stand in the tables of
-- securities, classes and plans, which follow from it and which verify replays.
create table ledger_tx (
  org_id uuid,
  seq bigint,
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
  -- The entry that this one takes back.
  voids_seq bigint,
  -- The entries of one command stand and fall together: `command_seq` is the seq of the first of them.
  command_seq bigint not null,
  primary key (org_id, seq)
);
create index ledger_tx_security on ledger_tx (org_id, security_id, seq);
create index ledger_tx_date on ledger_tx (org_id, effective_date, seq);
create index ledger_tx_stakeholder on ledger_tx (org_id, stakeholder_id, seq) where stakeholder_id is not null;
-- Not unique: what was voided may be written again under its id (ledger_id_once).
create index ledger_tx_id on ledger_tx (org_id, id);
create unique index ledger_tx_voids on ledger_tx (org_id, voids_seq) where voids_seq is not null;
-- The history of a class and of a plan shows a split as one line: its command is found without reading the ledger, and so are
-- the entries that were written with it.
create index ledger_tx_split on ledger_tx (org_id, command_seq) where object_type = 'TX_STOCK_CLASS_SPLIT';
create index ledger_tx_command on ledger_tx (org_id, command_seq, seq);
-- The first page of a ledger costs the same however long it is: its entries are read in their order, and only those of the
-- page.
create index ledger_tx_listed on ledger_tx (org_id, seq desc nulls last);
call secure_tenant_table('ledger_tx',
  reads => '(select app_reads_all()) or stakeholder_id = (select app_shareholder())',
  updates => 'false',
  deletes => 'false',
  sealed => false
);
call refer_by_statement('ledger_tx', '', 'organization', 'id');
call refer_by_statement('ledger_tx', 'import_id', 'import_batch', 'id');
create trigger ledger_tx_append_only before delete or update on ledger_tx for each row execute function refuse_change();
create trigger ledger_tx_no_truncate before truncate on ledger_tx for each statement execute function refuse_change();

-- Objects that are no transactions (holders, classes, plans and others): a change is a new version, the old ones stay. The seal
-- covers the whole row: from which entry on a version counts and which import brought it decide what a table as it was known
-- says, and what an undo takes back. Of the objects, whoever reads a cap table reads plans alone.
create table ocf_object (
  org_id uuid references organization,
  object_type text,
  id ocf_id,
  version integer,
  ocf jsonb not null,
  ocf_version text,
  import_id uuid,
  valid_from_seq bigint not null,
  is_deleted boolean not null default false,
  recorded_at timestamptz not null default now(),
  actor_id uuid not null,
  seal bytea not null,
  primary key (org_id, object_type, id, version),
  foreign key (org_id, import_id) references import_batch (org_id, id)
);
call secure_tenant_table('ocf_object',
  reads => '(select app_reads_all()) or (object_type = ''STAKEHOLDER'' and (id::text = (select app_shareholder()))) or (object_type = ''STOCK_PLAN'' and (select app_reads_table()))',
  inserts => '(select app_writes()) or (object_type = ''STAKEHOLDER'' and (id::text = (select app_shareholder())))',
  updates => 'false',
  deletes => 'false'
);
create trigger ocf_object_append_only before delete or update on ocf_object for each row execute function refuse_change();
create trigger ocf_object_no_truncate before truncate on ocf_object for each statement execute function refuse_change();
create trigger ocf_object_sealed before insert on ocf_object for each row execute function seal_row();

-- What every holder had at the end of `as_of`, by the entries up to `known_seq`: kept for large ledgers only, made and thrown
-- away by server/db/functions/cap_table.sql, and compared with a replay by verify.
create table cap_table_checkpoint (
  org_id uuid references organization on delete cascade,
  as_of date,
  known_seq bigint not null,
  primary key (org_id, as_of)
);
call secure_tenant_table('cap_table_checkpoint',
  reads => '(select app_reads_table())',
  inserts => 'false',
  updates => 'false',
  deletes => 'false',
  sealed => false
);

create table cap_table_checkpoint_row (
  org_id uuid not null references organization on delete cascade,
  as_of date not null,
  stakeholder_id text not null,
  kind text not null,
  stock_class_id text,
  quantity numeric not null
);
create index cap_table_checkpoint_row_day on cap_table_checkpoint_row (org_id, as_of);
call secure_tenant_table('cap_table_checkpoint_row',
  reads => '(select app_reads_table())',
  inserts => 'false',
  updates => 'false',
  deletes => 'false',
  sealed => false
);

-- The changes by day that the checkpoints know, so that what came after one is read in a row and joined with nothing.
create table cap_table_change (
  org_id uuid not null references organization on delete cascade,
  on_date date not null,
  stakeholder_id text not null,
  kind text not null,
  stock_class_id text,
  change numeric not null
);
create index cap_table_change_day on cap_table_change (org_id, on_date);
call secure_tenant_table('cap_table_change',
  reads => '(select app_reads_table())',
  inserts => 'false',
  updates => 'false',
  deletes => 'false',
  sealed => false
);

-- What changed of the outstanding shares of a class, by day: the rule of authorised shares needs it for every later day before
-- each entry. Only triggers write it.
create table outstanding_change (
  org_id uuid references organization on delete cascade,
  stock_class_id text,
  on_date date,
  change numeric not null,
  primary key (org_id, stock_class_id, on_date)
);
call secure_tenant_table('outstanding_change', inserts => 'false', updates => 'false', deletes => 'false', sealed => false);

-- For a table whose rows only triggers make. Skips rows that a restore inserts as the owner of the tables, because the restored
-- securities have made these rows already.
create function only_by_trigger() returns trigger language plpgsql as $$
begin
  return case when pg_trigger_depth() > 1 or row_security_active('outstanding_change') then new end;
end $$;

-- Moves the ledger's head to the last of the new entries. The serving login writes entries, but never the head.
create function advance_ledger() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  org uuid; first_seq bigint; final_seq bigint; entries bigint;
begin
  select min(c.org_id::text)::uuid, min(c.seq), max(c.seq), count(*) into org, first_seq, final_seq, entries from came c;
  if entries = 0 then return null; end if;
  update organization o set last_seq = final_seq, last_hash = (select c.hash from came c where c.seq = final_seq)
    where o.id = org and o.last_seq = first_seq - 1 and entries = final_seq - first_seq + 1
      and o.last_hash = (select c.prev_hash from came c where c.seq = first_seq)
      and not exists (select 1 from came c where c.org_id <> org);
  if not found then raise exception 'these entries do not follow the last one of the ledger' using errcode = 'check_violation'; end if;
  return null;
end $$;

-- Among the entries that are not voided, an id belongs to only one, also where all entries arrive at once, as in a restore. A
-- voided entry may have the same id as the one that was written in its place. Entries with the same id are looked up first, one
-- by one by key, even while the table is being filled and the planner knows nothing about it. Only these are checked for being
-- voided or voiding.
create function ledger_id_once() returns trigger language plpgsql
set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  pairs text[]; taken text;
begin
  execute $q$
    select array_agg(l.org_id || ' ' || l.seq || ' ' || a.seq) from added a join ledger_tx l on l.org_id = a.org_id and l.id = a.id and l.seq <> a.seq
    where a.voids_seq is null $q$ into pairs;
  if pairs is null then return null; end if;
  select l.id into taken from unnest(pairs) as p (pair)
    join ledger_tx l on l.org_id = split_part(p.pair, ' ', 1)::uuid and l.seq = split_part(p.pair, ' ', 2)::bigint
    where l.voids_seq is null
      and not exists (select 1 from ledger_tx v where v.org_id = l.org_id and v.voids_seq in (l.seq, split_part(p.pair, ' ', 3)::bigint)) limit 1;
  if taken is not null then
    raise exception 'entry % is in the ledger already', taken using errcode = 'unique_violation';
  end if;
  return null;
end $$;

create trigger ledger_tx_id_once after insert on ledger_tx referencing new table as added for each statement execute function ledger_id_once();
create trigger ledger_advances after insert on ledger_tx referencing new table as came for each statement execute function advance_ledger();
create trigger sealed_insert after insert on ledger_tx referencing new table as came for each statement execute function note_ledger();
create trigger outstanding_change_follows before insert on outstanding_change for each row execute function only_by_trigger();
