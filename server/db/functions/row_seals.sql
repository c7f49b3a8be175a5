-- Append-only rows carry a seal that is set once, when they are written, so that a later change by hand is noticed.

create or replace function row_seal(written jsonb) returns bytea language sql immutable as $$
  select sha256(convert_to(jsonb_strip_nulls(written - 'seal')::text, 'UTF8'))
$$;

create or replace function seal_row() returns trigger language plpgsql set timezone = 'UTC' as $$
begin
  new.seal := row_seal(to_jsonb(new));
  return new;
end $$;

-- The seal computed from a row as it is read. The time zone is set to UTC, so that an instant is always written as the same
-- text.
create or replace function read_seal(written anyelement) returns bytea language plpgsql stable set timezone = 'UTC' as $$
begin
  return row_seal(to_jsonb(written));
end $$;
