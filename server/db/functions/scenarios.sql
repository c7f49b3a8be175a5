-- What a link to a scenario shows.

-- By the hash of the link's token; nothing once the link ended or was withdrawn.
create or replace function shared_scenario(wanted bytea, at timestamptz)
returns table (result text, expires_at timestamptz)
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query
  select s.result::text, s.expires_at from scenario_share s
  where s.token_hash = wanted and s.withdrawn_at is null and s.expires_at > at;
end $$;
