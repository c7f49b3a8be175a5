-- Members of a company: a role until a last day, and invitations to a role. What a person sees of their own sessions.

-- The last day of access, in the company's time zone; null if there is none.
alter table membership add column expires_at date;
-- A company always has an owner, so an owner has no last day.
alter table membership add constraint owner_stays check (role <> 'owner' or expires_at is null);

-- An invitation names either a shareholder or a role. `member_until` becomes the membership's last day. The membership's
-- constraint decides which roles exist.
alter table invitation alter column shareholder_id drop not null;
alter table invitation add column role text;
alter table invitation add column member_until date;
alter table invitation add constraint invitation_names_one check ((role is null) <> (shareholder_id is null));
alter table invitation add constraint invited_owner_stays check (role <> 'owner' or member_until is null);
create index invitation_member on invitation (org_id, created_at desc) where role is not null;

-- Only invite_member() writes invitations to a role, because it checks who may give it.
alter policy inserts on invitation with check (org_id = (select app_org()) and (select app_writes()) and role is null);
alter policy updates on invitation using (org_id = (select app_org()) and (select app_writes()) and role is null)
  with check (org_id = (select app_org()) and (select app_writes()) and role is null);

-- It returns the role as well; PostgreSQL replaces a function only by one with the same columns.
drop function open_invitation(bytea);
-- It takes the network as well; the form without it would stay beside it.
drop function start_session(bytea, uuid, uuid, text);

-- What a person sees of their own sessions: an id that is no secret, and the network from which they signed in.
alter table session add column id uuid not null default gen_random_uuid();
alter table session add column address text;
