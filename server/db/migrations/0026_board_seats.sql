-- The seats of the board of directors. A seat that has ended stays: the board of a day is who was elected on or before it and had not
-- ended on or before it.
create table board_seat (
  org_id uuid not null references organization on delete cascade,
  id uuid not null,
  name text not null,
  email text not null,
  -- The class that elects it; null: all stockholders.
  share_class_id ocf_id,
  elected_on date not null,
  ended_on date,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (org_id, id),
  foreign key (org_id, share_class_id) references share_class (org_id, id),
  check (ended_on > elected_on)
);
create index board_seat_listed on board_seat (org_id, elected_on, name, id);
create unique index board_seat_once on board_seat (org_id, lower(email)) where ended_on is null;
call secure_tenant_table('board_seat',
  inserts => '(select app_administers())', updates => '(select app_administers())', deletes => '(select app_administers())');
