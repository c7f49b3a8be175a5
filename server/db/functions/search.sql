-- What finds rows by a part of their texts, with an index that row-level security would otherwise disable: no operator of text may
-- be asked before a policy. Each answers ids of the current company's rows, to whoever reads all of them; the rows themselves are
-- read under the policies, and compared exactly.

-- Up to `at_most` shareholders whose name or address may contain a text, given in small letters. Its key has three letters or digits in
-- a row, or the index is no help.
create or replace function find_shareholders(folded text, at_most integer) returns setof text
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  key text := search_key(folded);
begin
  if not app_reads_all() then return; end if;
  return query execute
    $query$ select f.id from (
              select h.id::text as id from shareholder h where search_grams(h.org_id, h.search_text) @> $2 and h.org_id = $1 and h.search_text like $3
              union all
              select h.id::text from shareholder h where h.org_id = $1 and has_rare_letters(h.name || E'\n' || coalesce(h.email, ''))) f limit $4 $query$
    using app_org(), part_grams(app_org(), key), '%' || replace(replace(replace(key, '\', '\\'), '%', '\%'), '_', '\_') || '%', at_most;
end $$;
