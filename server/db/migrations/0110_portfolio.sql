-- Until when each account has read a thread. A holder's portfolio counts the threads with newer messages.
create table thread_read (
  org_id uuid not null,
  thread_id uuid not null,
  account_id uuid not null,
  read_at timestamptz not null,
  primary key (org_id, thread_id, account_id),
  foreign key (org_id, thread_id) references thread (org_id, id) on delete cascade,
  foreign key (org_id, account_id) references membership (org_id, account_id) on delete cascade
);
call secure_tenant_table('thread_read',
  reads => 'account_id = (select app_account())', inserts => 'account_id = (select app_account()) and app_role() is not null',
  updates => 'account_id = (select app_account())', deletes => 'false', sealed => false);
