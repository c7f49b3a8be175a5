-- Distributions and their payments, documents, tasks, messages and what people did.

create table distribution (
  org_id uuid not null references organization,
  id uuid not null,
  name text not null,
  type text not null check (type in ('dividend', 'return_of_capital', 'liquidation', 'interest', 'other')),
  declared_as text not null check (declared_as in ('per_share', 'pot')),
  amount_per_share ocf_num,
  total_amount ocf_num,
  rounding_difference ocf_num,
  record_date date not null,
  payment_date date not null check (payment_date >= record_date),
  method text not null,
  status text not null default 'pending' check (status in ('pending', 'approved', 'paid', 'cancelled')),
  snapshot_hash text,
  ledger_seq bigint,
  created_by uuid not null,
  approved_by uuid,
  approved_at timestamptz,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (org_id, id),
  check ((declared_as = 'per_share' and amount_per_share > 0) or (declared_as = 'pot' and total_amount > 0))
);

create table distribution_class (
  org_id uuid not null,
  distribution_id uuid not null,
  share_class_id text not null,
  primary key (org_id, distribution_id, share_class_id),
  foreign key (org_id, distribution_id) references distribution (org_id, id) on delete cascade,
  foreign key (org_id, share_class_id) references share_class (org_id, id)
);
call secure_tenant_table('distribution_class');

-- The frozen snapshot: who held what at the end of the record date, also those who receive nothing and why.
create table distribution_line (
  org_id uuid not null,
  distribution_id uuid not null,
  shareholder_id text not null,
  share_class_id text not null,
  shares ocf_num not null,
  gross ocf_num not null,
  tax ocf_num not null,
  net ocf_num not null,
  excluded_reason text,
  primary key (org_id, distribution_id, shareholder_id, share_class_id),
  foreign key (org_id, distribution_id) references distribution (org_id, id),
  foreign key (org_id, shareholder_id) references shareholder (org_id, id),
  foreign key (org_id, share_class_id) references share_class (org_id, id)
);
create trigger distribution_line_append_only before update or delete on distribution_line for each row execute function refuse_change();
call secure_tenant_table('distribution_line', reads => '(select app_reads_all()) or shareholder_id = (select app_shareholder())', updates => 'false', deletes => 'false');

create table payment (
  org_id uuid not null,
  id uuid not null,
  distribution_id uuid not null,
  shareholder_id text not null,
  share_class_id text not null,
  shares ocf_num not null,
  amount ocf_qty not null,
  method text not null check (method in ('bank_transfer', 'wire', 'cheque', 'other')),
  status text not null default 'pending' check (status in ('pending', 'processing', 'completed', 'failed')),
  scheduled_date date,
  reference text,
  failure_reason text,
  attempts integer not null default 0,
  completed_at timestamptz,
  version integer not null default 1,
  primary key (org_id, id),
  unique (org_id, distribution_id, shareholder_id, share_class_id),
  foreign key (org_id, distribution_id) references distribution (org_id, id),
  foreign key (org_id, shareholder_id) references shareholder (org_id, id),
  foreign key (org_id, share_class_id) references share_class (org_id, id)
);
create index payment_holder on payment (org_id, shareholder_id);
call secure_tenant_table('payment', reads => '(select app_reads_all()) or shareholder_id = (select app_shareholder())', deletes => 'false');
-- What is owed never changes once it is approved; only how and whether it was paid.
create function payment_amount_frozen() returns trigger language plpgsql as $$
begin
  if (new.amount, new.shares, new.shareholder_id, new.distribution_id, new.share_class_id) is distinct from
     (old.amount, old.shares, old.shareholder_id, old.distribution_id, old.share_class_id) then
    raise exception 'the amount of a payment is fixed at approval' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger payment_frozen before update on payment for each row execute function payment_amount_frozen();

call secure_tenant_table('distribution',
  reads => '(select app_reads_all()) or exists (select 1 from payment p where p.org_id = distribution.org_id and p.distribution_id = distribution.id and p.shareholder_id = (select app_shareholder()))');

create table payment_event (
  org_id uuid not null,
  id uuid not null,
  payment_id uuid not null,
  verb text not null,
  note text,
  account_id uuid not null,
  at timestamptz not null default now(),
  primary key (org_id, id),
  foreign key (org_id, payment_id) references payment (org_id, id)
);
create trigger payment_event_append_only before update or delete on payment_event for each row execute function refuse_change();
call secure_tenant_table('payment_event',
  reads => '(select app_reads_all()) or exists (select 1 from payment p where p.org_id = payment_event.org_id and p.id = payment_event.payment_id and p.shareholder_id = (select app_shareholder()))',
  updates => 'false', deletes => 'false');

create table document (
  org_id uuid not null references organization,
  id uuid not null,
  name text not null,
  type text not null,
  file_size bigint not null,
  content_type text not null,
  sha256 text not null,
  storage_key text not null,
  status text not null default 'available',
  shareholder_id text,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  primary key (org_id, id),
  foreign key (org_id, shareholder_id) references shareholder (org_id, id)
);
call secure_tenant_table('document', reads => '(select app_reads_all()) or shareholder_id = (select app_shareholder())', updates => 'false');

create table download_link (
  org_id uuid not null,
  token_hash bytea not null,
  document_id uuid not null,
  account_id uuid not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (org_id, token_hash),
  foreign key (org_id, document_id) references document (org_id, id) on delete cascade
);
call secure_tenant_table('download_link',
  reads => 'account_id = (select app_account())', inserts => 'account_id = (select app_account())',
  updates => 'account_id = (select app_account())', deletes => '(select app_writes())');

create table task (
  org_id uuid not null references organization,
  id uuid not null,
  title text not null,
  description text,
  priority text not null check (priority in ('urgent', 'high', 'medium', 'low')),
  status text not null check (status in ('pending', 'in_progress', 'completed', 'cancelled')),
  due_date date,
  assignee_id text,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (org_id, id)
);
create index task_due on task (org_id, status, due_date);
call secure_tenant_table('task',
  reads => '(select app_reads_all()) or (app_role() is not null and assignee_id in ((select app_shareholder()), (select app_account())::text))',
  updates => '(select app_writes()) or (app_role() is not null and assignee_id in ((select app_shareholder()), (select app_account())::text))');

create table thread (
  org_id uuid not null references organization,
  id uuid not null,
  subject text not null,
  is_closed boolean not null default false,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (org_id, id)
);
create table thread_participant (
  org_id uuid not null,
  thread_id uuid not null,
  shareholder_id text not null,
  primary key (org_id, thread_id, shareholder_id),
  foreign key (org_id, thread_id) references thread (org_id, id) on delete cascade,
  foreign key (org_id, shareholder_id) references shareholder (org_id, id)
);
create index thread_participant_holder on thread_participant (org_id, shareholder_id);
call secure_tenant_table('thread_participant',
  reads => '(select app_reads_all()) or shareholder_id = (select app_shareholder())',
  inserts => '(select app_writes()) or shareholder_id = (select app_shareholder())', updates => 'false');
call secure_tenant_table('thread',
  reads => '(select app_reads_all()) or exists (select 1 from thread_participant p where p.org_id = thread.org_id and p.thread_id = thread.id and p.shareholder_id = (select app_shareholder()))',
  inserts => '(select app_writes()) or ((select app_shareholder()) is not null and created_by = (select app_account()))',
  updates => '(select app_writes()) or exists (select 1 from thread_participant p where p.org_id = thread.org_id and p.thread_id = thread.id and p.shareholder_id = (select app_shareholder()))');
create table message (
  org_id uuid not null,
  id uuid not null,
  thread_id uuid not null,
  account_id uuid not null,
  author text not null,
  body text not null,
  at timestamptz not null default now(),
  primary key (org_id, id),
  foreign key (org_id, thread_id) references thread (org_id, id) on delete cascade
);
create index message_thread on message (org_id, thread_id, at);
call secure_tenant_table('message',
  reads => '(select app_reads_all()) or exists (select 1 from thread_participant p where p.org_id = message.org_id and p.thread_id = message.thread_id and p.shareholder_id = (select app_shareholder()))',
  inserts => 'account_id = (select app_account()) and ((select app_writes()) or exists (select 1 from thread_participant p where p.org_id = message.org_id and p.thread_id = message.thread_id and p.shareholder_id = (select app_shareholder())))',
  updates => 'false');

-- What people did, in words, for the dashboard. `shareholder_id` names the holder it concerns, who may see it too.
create table activity (
  org_id uuid not null references organization,
  id uuid not null,
  at timestamptz not null default now(),
  account_id uuid not null,
  actor text not null,
  text text not null,
  resource text not null,
  resource_id text not null,
  shareholder_id text,
  primary key (org_id, id)
);
create index activity_recent on activity (org_id, at desc);
call secure_tenant_table('activity',
  reads => '(select app_reads_all()) or shareholder_id = (select app_shareholder())',
  inserts => 'account_id = (select app_account()) and app_role() is not null', updates => 'false', deletes => 'false');

create view payment_view with (security_invoker = true) as
  select p.org_id, p.id, p.distribution_id, d.name as distribution, p.shareholder_id, h.name as shareholder, p.share_class_id, c.name as share_class,
         p.shares::numeric, p.amount::numeric, p.method, p.status, p.scheduled_date, p.reference, p.failure_reason, p.attempts, p.completed_at, p.version
  from payment p
  join distribution d on d.org_id = p.org_id and d.id = p.distribution_id
  join shareholder h on h.org_id = p.org_id and h.id = p.shareholder_id
  left join share_class c on c.org_id = p.org_id and c.id = p.share_class_id;

create view document_view with (security_invoker = true) as
  select d.org_id, d.id, d.name, d.type, d.file_size, d.status, d.created_at, d.shareholder_id, h.name as shareholder, d.sha256
  from document d left join shareholder h on h.org_id = d.org_id and h.id = d.shareholder_id;

create view task_view with (security_invoker = true) as
  select t.org_id, t.id, t.title, t.description, t.priority, t.status, t.due_date, t.assignee_id,
         coalesce(h.name, (select a.first_name || ' ' || a.last_name from account a join membership m on m.account_id = a.id and m.org_id = t.org_id where a.id::text = t.assignee_id)) as assignee,
         t.created_at, t.version
  from task t left join shareholder h on h.org_id = t.org_id and h.id = t.assignee_id;

-- Takes a sample company away without a trace. Refuses any organisation that is not marked as one, and anyone but its
-- owner. Answers the storage keys of its documents, whose bytes the caller removes.
create function remove_sample_organization() returns setof text
language plpgsql security definer set search_path = public as $$
declare
  target uuid := app_org(); t text; people uuid[];
begin
  if app_role() is distinct from 'owner' or not exists (select 1 from organization where id = target and is_sample) then
    raise exception 'not the owner of a sample company' using errcode = 'insufficient_privilege';
  end if;
  return query select d.storage_key from document d where d.org_id = target;
  select array_agg(account_id) into people from membership where org_id = target;
  perform set_config('app.removing_sample', target::text, true);
  foreach t in array array['activity', 'message', 'thread_participant', 'thread', 'task', 'download_link', 'document', 'payment_event', 'payment',
      'distribution_line', 'distribution_class', 'distribution', 'plan_pool', 'pool_return', 'split', 'ratio_change', 'repricing', 'vesting_fact', 'acceptance',
      'stakeholder_change', 'issuer_authorized', 'class_authorized', 'reduction', 'resulting', 'termination',
      'security', 'membership', 'invitation', 'join_request', 'share_class', 'shareholder', 'ocf_object', 'ledger_tx', 'finding', 'import_package', 'import_batch'] loop
    execute format('delete from %I where org_id = $1', t) using target;
  end loop;
  delete from idempotency_key where org_id = target;
  delete from organization where id = target;
  delete from session where org_id = target or account_id in (select id from account where is_demo and id = any (people));
  delete from account a where a.is_demo and a.id = any (people) and not exists (select 1 from membership m where m.account_id = a.id);
  perform set_config('app.removing_sample', '', true);
end $$;

-- Uses up a download link and answers its document; the link was made for somebody who may see it.
create function use_download_link(hash bytea, document text) returns table (name text, content_type text, storage_key text, sha256 text)
language plpgsql security definer set search_path = public as $$
begin
  return query with used as (
    update download_link l set used_at = now() where l.token_hash = hash and l.document_id::text = document and l.used_at is null and l.expires_at > now()
      and exists (select 1 from membership m where m.org_id = l.org_id and m.account_id = l.account_id and m.status = 'active'
                  and (m.role <> 'shareholder' or exists (select 1 from document d where d.org_id = l.org_id and d.id = l.document_id and d.shareholder_id = m.shareholder_id)))
    returning l.org_id, l.document_id)
  select d.name, d.content_type, d.storage_key, d.sha256 from document d join used u on u.org_id = d.org_id and u.document_id = d.id;
end $$;
