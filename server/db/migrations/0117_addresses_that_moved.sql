-- When the company last changed the address of a record, and when an address of before was last told of it: a bank account that
-- follows such a change counts no sooner than a changed one.
alter table shareholder add column email_changed_at timestamptz;
alter table shareholder add column email_told_at timestamptz;

-- While an address that the holder entered is in force, keeps the one that staff had entered; empty text if they had entered
-- none. Unlinking the account restores it, so that the next invitation does not go to an address that the wrong person entered.
-- Also notes when the company changed it.
create or replace function keep_email_of_staff() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  new.email_of_staff := case when app_role() = 'shareholder' then nullif(coalesce(old.email_of_staff, old.email, ''), coalesce(new.email, '')) end;
  if app_role() is distinct from 'shareholder' then new.email_changed_at := now(); end if;
  return new;
end $$;
