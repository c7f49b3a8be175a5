-- The order in which people look names up: capitals beside small letters, accents beside the letters that carry them. The same
-- on every machine, whatever its locale and its version of ICU, so that an index of it stays true.
create function alphabetical(value text) returns text language sql immutable parallel safe as $$
  select case when octet_length(value) = char_length(value) then lower(value)
              else lower(regexp_replace(normalize(value, nfd), U&'[\0300-\036F]', '', 'g')) end
$$;
create index shareholder_alphabetical on shareholder (org_id, alphabetical(name), id);
drop index shareholder_name;
