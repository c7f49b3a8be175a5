-- What reads the seals; migrations 0002, 0004 and 0016 have the functions that write them.

-- The head of the company's chain, for exports.
create or replace function chain_head() returns table (seq bigint, hash bytea)
language sql stable security definer set search_path = public, pg_temp as $$
  select h.seq, h.hash from sealed_head h where h.org_id = app_org() and app_reads_all()
$$;

-- The seal computed from a row as it is read. The time zone is set to UTC, so that an instant is always written as the same
-- text.
create or replace function read_seal(written anyelement) returns bytea language plpgsql stable set timezone = 'UTC' as $$
begin
  return row_seal(to_jsonb(written));
end $$;
