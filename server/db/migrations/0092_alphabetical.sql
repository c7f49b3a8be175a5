-- The order in which people look things up: capitals beside small letters, accents beside the letters that carry them, CS-9
-- before CS-10. The same on every machine, whatever its locale and its version of ICU, so that an index of it stays true.
create function letters_in_order(value text) returns text language sql immutable parallel safe
  return case when octet_length(value) = char_length(value) then lower(value)
              else lower(regexp_replace(normalize(value, nfd), U&'[\0300-\036F]', '', 'g')) end;
-- Each number counts with twenty digits.
create function alphabetical(value text) returns text language sql immutable parallel safe
  return case when value ~ '[0-9]'
              then regexp_replace(regexp_replace(letters_in_order(value), '([0-9]+)', '00000000000000000000\1', 'g'), '[0-9]*([0-9]{20})', '\1', 'g')
              else letters_in_order(value) end;
create index shareholder_alphabetical on shareholder (org_id, alphabetical(name), id);
drop index shareholder_name;
