-- What finds documents by a part of their name or of their holder's, at any number. Certificates, grants, convertibles, warrants and
-- payments need no index of their own for a search: see server/db/functions/search.sql.
create index document_search on document using gin (search_grams(org_id, search_key(name)));
create index document_rare_letters on document (org_id) where has_rare_letters(name);
create index document_holder on document (org_id, shareholder_id) where shareholder_id is not null;
-- A page of the list is read off this index.
create index document_listed on document (org_id, created_at desc nulls last, id);

-- The same key as before, made in two fifths of the time for what most numbers are: ASCII, with digits at the end alone. A list of 300,000
-- certificates in the order of their numbers makes as many keys.
create or replace function alphabetical(value text) returns text language sql immutable parallel safe
  return case when value !~ '[0-9]' then letters_in_order(value)
              when octet_length(value) = char_length(value) and translate(rtrim(value, '0123456789'), '0123456789', '') = rtrim(value, '0123456789')
                   and length(value) - length(rtrim(value, '0123456789')) <= 20
              then lower(rtrim(value, '0123456789')) || lpad(substr(value, length(rtrim(value, '0123456789')) + 1), 20, '0')
              else regexp_replace(regexp_replace(letters_in_order(value), '([0-9]+)', '00000000000000000000\1', 'g'), '[0-9]*([0-9]{20})', '\1', 'g') end;

-- Payments without a day come last in both directions, so each direction has an index.
create index payment_by_date on payment (org_id, scheduled_date, id);
