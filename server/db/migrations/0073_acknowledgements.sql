-- What a holder says of a holding: that what is recorded is right, or what is wrong with it, and when a dispute was settled by
-- the company. Only ever added to. The reason of a dispute is the first message of its thread, which its own account and the
-- company read, whoever has the holder's record later.
create table acknowledgement (
  org_id uuid not null references organization,
  -- A security may be taken back: what was said of it stays.
  security_id text not null,
  number integer not null check (number > 0),
  state text not null check (state in ('agreed', 'disputed', 'settled')),
  at timestamptz not null,
  account_id uuid not null,
  actor text not null,
  shareholder_id text not null,
  -- The last entry about the security that was agreed to: what is recorded later was not.
  ledger_seq bigint,
  thread_id uuid,
  message_id uuid,
  -- Tasks may be deleted.
  task_id uuid,
  -- Counted for each holder: one who holds it by a corrected entry begins anew, and sees nothing of what another said.
  primary key (org_id, security_id, shareholder_id, number),
  foreign key (org_id, shareholder_id) references shareholder (org_id, id),
  foreign key (org_id, thread_id) references thread (org_id, id),
  foreign key (org_id, message_id) references message (org_id, id),
  constraint acknowledgement_of_entries check ((state = 'agreed') = (ledger_seq is not null)),
  constraint acknowledgement_with_thread check ((state = 'disputed') = (thread_id is not null and message_id is not null and task_id is not null))
);
create index acknowledgement_disputed on acknowledgement (org_id, at) where state = 'disputed';
create index acknowledgement_thread on acknowledgement (org_id, thread_id) where thread_id is not null;
create trigger acknowledgement_append_only before update or delete on acknowledgement for each row execute function refuse_change();
create trigger acknowledgement_no_truncate before truncate on acknowledgement for each statement execute function refuse_change();
call secure_tenant_table('acknowledgement',
  reads => '(select app_reads_all()) or shareholder_id = (select app_shareholder())',
  inserts => 'account_id = (select app_account()) and case state when ''settled'' then (select app_writes()) else shareholder_id = (select app_shareholder()) and app_owns_security(security_id) end',
  updates => 'false', deletes => 'false');

-- The last entry about a security: one that closes several, and what takes that back, name the first of them alone.
create function last_entry_of(security text) returns bigint stable language sql set search_path = public, pg_temp as $$
  select greatest(
    (select max(l.seq) from ledger_tx l where l.org_id = app_org() and l.security_id = security),
    (select max(t.tx_seq) from termination t where t.org_id = app_org() and t.security_id = security),
    (select max(v.seq) from ledger_tx v join ledger_tx e on e.org_id = v.org_id and e.seq = v.voids_seq
       where v.org_id = app_org() and v.voids_seq is not null and e.ocf->'security_ids' ? security))
$$;

-- The company's task to settle a dispute: made for the account that disputes, which neither reads nor writes the company's
-- tasks, and once for each.
create function add_dispute_task(security text, dispute integer, title text, description text) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into task (org_id, id, title, description, priority, status, created_by)
  select a.org_id, a.task_id, add_dispute_task.title, add_dispute_task.description, 'high', 'pending', a.account_id
  from acknowledgement a
  where a.org_id = app_org() and a.security_id = security and a.number = dispute and a.state = 'disputed'
    and a.account_id = app_account() and a.shareholder_id = app_shareholder();
  if not found then
    raise exception 'no dispute of this account' using errcode = 'insufficient_privilege';
  end if;
end $$;

-- Completes it with the dispute. Answers its title, where it was open.
create function complete_dispute_task(security text, holder text, dispute integer) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  done text;
begin
  update task t set status = 'completed', version = t.version + 1
  from acknowledgement a
  where a.org_id = app_org() and a.security_id = security and a.shareholder_id = holder and a.number = dispute and a.state = 'disputed'
    and (app_writes() or a.shareholder_id = app_shareholder())
    and t.org_id = a.org_id and t.id = a.task_id and t.status in ('pending', 'in_progress')
  returning t.title into done;
  return done;
end $$;
