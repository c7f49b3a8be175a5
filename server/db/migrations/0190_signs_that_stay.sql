-- Signs that a holder is abroad count until the company decides, also after the holder took them back: what a holder said of a country,
-- which form they sent, and where an account was (docs/decisions/0223-signs-that-stay.md). Each is a word and a country or form.
alter table holder_detail add column earlier_signs jsonb not null default '[]' check (jsonb_typeof(earlier_signs) = 'array');
-- It answers these signs too.
drop function if exists tax_standings(text[]);
create function note_sign(org uuid, holder text, sign text) returns void
language sql set search_path = public, pg_temp as $$
  insert into holder_detail as d (org_id, shareholder_id, earlier_signs) select org, holder, jsonb_build_array(sign) where sign is not null
  on conflict (org_id, shareholder_id) do update set earlier_signs = d.earlier_signs || excluded.earlier_signs
    where not d.earlier_signs @> excluded.earlier_signs
$$;
create function keep_signs_of_account() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  gone text;
begin
  foreach gone in array array_remove(array[old.bank_account_country, case when app_role() = 'shareholder' then old.new_bank_account_country end], null) loop
    if not coalesce(gone in (new.bank_account_country, new.new_bank_account_country), false) and not new.earlier_signs ? ('account ' || gone) then
      new.earlier_signs := new.earlier_signs || to_jsonb('account ' || gone);
    end if;
  end loop;
  return new;
end $$;
create function keep_signs_of_profile() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' or new.form is not null or new.country is distinct from old.country then
    perform note_sign(new.org_id, new.shareholder_id, 'country ' || new.country);
    perform note_sign(new.org_id, new.shareholder_id, case when new.form like 'W-8%' then 'form ' || new.form end);
  end if;
  return null;
end $$;
create or replace function keep_country_of_staff() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if app_role() = 'shareholder' and old.country_said_at is null then
    new.country_of_staff := old.country;
  elsif app_role() is distinct from 'shareholder' or new.country is not distinct from old.country_of_staff then
    new.country_of_staff := null;
    new.country_said_at := null;
    new.country_said_by := null;
    return new;
  end if;
  new.country_said_at := date_trunc('milliseconds', now());
  new.country_said_by := app_account();
  perform note_sign(new.org_id, new.id, 'country ' || new.country);
  return new;
end $$;
create trigger holder_detail_signs before update of bank_account_country, new_bank_account_country on holder_detail
  for each row execute function keep_signs_of_account();
create trigger tax_profile_signs after insert or update on tax_profile for each row
  when (new.confirmed_at is null) execute function keep_signs_of_profile();
create trigger tax_profile_change_signs after insert or update on tax_profile_change for each row
  when (new.is_open) execute function keep_signs_of_profile();
-- What waits today.
insert into holder_detail (org_id, shareholder_id, earlier_signs)
  select h.org_id, h.id, jsonb_agg(distinct s.sign)
  from shareholder h left join tax_profile t on t.org_id = h.org_id and t.shareholder_id = h.id and t.confirmed_at is null and t.form is not null
  left join tax_profile_change w on w.org_id = h.org_id and w.shareholder_id = h.id and w.is_open
  cross join lateral (values (case when h.country_said_at is not null then 'country ' || h.country end), ('country ' || t.country), ('country ' || w.country),
    (case when t.form like 'W-8%' then 'form ' || t.form end), (case when w.form like 'W-8%' then 'form ' || w.form end)) s(sign)
  where s.sign is not null group by h.org_id, h.id
on conflict (org_id, shareholder_id) do update set earlier_signs = excluded.earlier_signs;
