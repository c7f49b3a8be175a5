-- What sorts shareholders by name, and finds them by a part of the name or address, at any number.

-- It comes with PostgreSQL, and the owner of a database may create it. A schema of its own keeps it apart from what is ours.
create schema if not exists sharebook_search;
do $$
begin
  create extension if not exists pg_trgm schema sharebook_search;
exception when insufficient_privilege then
  raise exception 'The searches need the extension pg_trgm, which comes with PostgreSQL. Let an administrator of the database run: create extension pg_trgm;';
end $$;

-- A text in small letters without accents, as a search compares it, in ASCII alone: trigrams know no other letters in every locale.
create function search_key(value text) returns text language sql immutable parallel safe
return case when octet_length(value) = char_length(value) then replace(lower(value collate "C"), '\', '\\')
            else encode(convert_to(translate(letters_in_order(value), 'ς', 'σ'), 'UTF8'), 'escape') end;

-- Whether a text has a letter for which search_key differs from what the search compares (src/domain/letters.ts): ligatures, Greek
-- with an iota below, letters of the full width, capitals that ICU learned late. tests/server/http/searchKeys.test.ts compares all.
create function has_rare_letters(value text) returns boolean language sql immutable parallel safe
return octet_length(value) <> char_length(value)
  and value ~ '[\u00b5\u0149\u0345\u03d0-\u03d6\u03f0-\u03f5\u0587\u1c80-\u1cbf\u1e9a\u1f80-\u1fff\u2c00-\u2c7f\ua640-\ua7ff\ufb00-\ufb17\uff00-\uffef\U00010000-\U0010ffff]';

-- Stored, because row-level security lets an index serve only comparisons of a column, which leak nothing, and no call of a
-- function. They follow from the row, so the chain of changes leaves them out.
drop trigger sealed_insert on shareholder;
drop trigger sealed_update on shareholder;
drop trigger sealed_delete on shareholder;
alter table shareholder
  add column name_key text not null generated always as (alphabetical(name)) stored,
  add column search_text text not null generated always as (search_key(name || E'\n' || coalesce(email, ''))) stored;
call seal_table('shareholder', 'name_key search_text');

-- shareholder_alphabetical stays: views that show the name of a holder are sorted by alphabetical(name).
create index shareholder_by_name on shareholder (org_id, name_key, id);

-- The trigrams of a text, hashed together with the company: so the index answers one company as fast whatever others have, and
-- nobody learns by the time of a search what they have.
do $$
begin
  execute format($body$
create function search_grams(org uuid, value text) returns integer[] language sql immutable parallel safe
return array(select (hashtextextended(g, uuid_hash_extended(org, 0)) & 2147483647)::integer from unnest(%I.show_trgm(value)) g)
  $body$, (select n.nspname from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_trgm'));
end $$;
-- Those of a text that is a part of another: its first word may begin earlier there, and its last may go on. Like show_trgm, with two
-- spaces before a word and one after it.
create function part_grams(org uuid, value text) returns integer[] language sql immutable parallel safe
return array(select distinct (hashtextextended(substr(w, n, 3), uuid_hash_extended(org, 0)) & 2147483647)::integer
  from (select case when at > 1 then '  ' else '' end || word || case when lead(at) over (order by at) is null then '' else ' ' end as w
        from regexp_split_to_table(value, '[^a-z0-9]+') with ordinality as s (word, at)) padded
  cross join lateral generate_series(1, length(w) - 2) n where substr(w, n, 3) !~ '^ +$' and w !~ '^ *$');
create index shareholder_search on shareholder using gin (search_grams(org_id, search_text));
create index shareholder_rare_letters on shareholder (org_id) where has_rare_letters(name || E'\n' || coalesce(email, ''));
