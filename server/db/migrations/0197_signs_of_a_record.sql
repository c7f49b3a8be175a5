-- A relationship or a country that said a holder is abroad, and that the company took away, stays a sign until it records a country
-- (docs/decisions/0223-signs-that-stay.md).
create or replace function tax_country(h shareholder) returns text immutable language sql as $$
  select case when h.country_said_at is null then h.country else h.country_of_staff end
$$;
create or replace function keep_signs_of_record() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if old.relationship = 'non_us_employee' and new.relationship is distinct from old.relationship then
    perform note_sign(new.org_id, new.id, 'employee abroad');
  end if;
  if tax_country(new) is null then
    perform note_sign(new.org_id, new.id, 'recorded ' || tax_country(old));
  end if;
  return null;
end $$;
create trigger shareholder_record_signs after update of relationship, country, country_said_at, country_of_staff on shareholder
  for each row when ((old.relationship, old.country, old.country_of_staff) is distinct from (new.relationship, new.country, new.country_of_staff))
  execute function keep_signs_of_record();
