-- What finds rows by a part of their texts, with an index that row-level security would otherwise disable: no operator of text may
-- be asked before a policy. Each answers ids of the current company's rows, to whoever reads all of them; the rows themselves are
-- read under the policies, and compared exactly.

-- Trigrams of a text that is a part of another, as part_grams has them, but no more than it takes for each letter to stand in one: an
-- index answers in the time of the trigrams that it is asked for, and what it finds is compared again. A word has the space before
-- or after it where the text has something there; one of one or two letters has all of its spaces.
create or replace function cover_grams(org uuid, value text) returns integer[] language sql immutable parallel safe
return array(select distinct (hashtextextended(substr(w, n, 3), uuid_hash_extended(org, 0)) & 2147483647)::integer
  from (select word, case when at > 1 then '  ' else '' end || word || case when lead(at) over (order by at) is null then '' else ' ' end as padded
        from regexp_split_to_table(value, '[^a-z0-9]+') with ordinality as s (word, at)) words
  cross join lateral (select case when length(word) >= 3 then regexp_replace(padded, '^ ', '') else padded end as w, case when length(word) >= 3 then 3 else 1 end as step) covered
  cross join lateral generate_series(1, length(w) - 2) n
  where ((n - 1) % step = 0 or n = length(w) - 2) and substr(w, n, 3) !~ '^ +$' and w !~ '^ *$');

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
    using app_org(), cover_grams(app_org(), key), '%' || replace(replace(replace(key, '\', '\\'), '%', '\%'), '_', '\_') || '%', at_most;
end $$;

-- Whether a text may contain another, of which this is the key.
create or replace function may_contain(value text, key text) returns boolean language sql immutable parallel safe
return strpos(search_key(value), key) > 0 or has_rare_letters(value);

-- Up to `at_most` securities whose number may contain a text, given in small letters; null where they may be more, or where too many
-- ways to write a number have to be tried. It needs no index of its own, which every issue would pay for: a number is a head, of
-- which a company has few, and a counter ("cs-" and 12), and security_counter has them in order. Spaces around a text and noughts
-- before a counter do not count there, so they do not count here.
create or replace function find_numbers(org uuid, folded text, at_most integer) returns text[]
language plpgsql stable set jit = off as $$
declare
  wanted text := btrim(folded);
  front text := rtrim(wanted, '0123456789');
  front_key text := search_key(front);
  key text := search_key(wanted);
  has_digits boolean := wanted <> front;
  digits text := ltrim(substr(wanted, length(front) + 1), '0');
  len integer := length(digits);
  -- So many heads, and so many parts of a counter's index, are looked at.
  heads_max constant integer := 500;
  tries integer := 12000;
  heads text[]; head text; head_key text;
  low numeric; size integer; free integer;
  found text[] := '{}';
begin
  heads := array(
    with recursive each_head (head) as (
      (select s.number_head from security s where s.org_id = org order by s.number_head limit 1)
      union all
      select (select s.number_head from security s where s.org_id = org and s.number_head > h.head order by s.number_head limit 1)
      from each_head h where h.head is not null)
    select h.head from each_head h where h.head is not null limit heads_max + 1);
  if cardinality(heads) > heads_max then return null; end if;
  foreach head in array heads loop
    head_key := search_key(head);
    if strpos(head_key, key) > 0 or has_rare_letters(head) or (has_digits and len = 0 and right(head_key, length(front_key)) = front_key) then
      found := found || array(select s.security_id::text from security s where s.org_id = org and s.number_head = head limit at_most);
    elsif has_digits and len > 0 and right(head_key, length(front_key)) = front_key then
      -- The counters of each length: those that begin with the digits, after any others if nothing else was asked for.
      low := pow(10::numeric, len - 1);
      loop
        low := (select s.number_counter from security s where s.org_id = org and s.number_head = head and s.number_counter >= low
                order by s.number_counter limit 1);
        exit when low is null;
        size := length(low::text);
        free := case when front = '' then size - len else 0 end;
        if free <= 4 and pow(10, free) <= tries then
          tries := tries - pow(10, free)::integer;
          found := found || array(
            select s.security_id::text
            from generate_series(0, free) before
            cross join lateral generate_series(case before when 0 then 0 else pow(10, before - 1)::bigint end, case before when 0 then 0 else pow(10, before)::bigint - 1 end) other
            cross join lateral (select other * pow(10::numeric, len) + digits::numeric as part, pow(10::numeric, size - len - before) as step) r
            -- With an order and a limit of its own each is read off the index, and not all together.
            cross join lateral (select s.security_id from security s where s.org_id = org and s.number_head = head
              and s.number_counter >= r.part * r.step and s.number_counter < (r.part + 1) * r.step order by s.number_counter limit at_most) s
            limit at_most);
        else
          -- A number of a great length is looked at itself, as long as they are few.
          if (select count(*) from (select from security s where s.org_id = org and s.number_head = head and s.number_counter >= low
              and s.number_counter < pow(10::numeric, size) limit tries + 1) c) > tries then return null; end if;
          found := found || array(select s.security_id::text from security s where s.org_id = org and s.number_head = head
            and s.number_counter >= low and s.number_counter < pow(10::numeric, size) and strpos(s.number_counter::text, digits) > 0 limit at_most);
        end if;
        if cardinality(found) >= at_most then return null; end if;
        low := pow(10::numeric, size);
      end loop;
    end if;
    if cardinality(found) >= at_most then return null; end if;
  end loop;
  return found;
end $$;

-- Securities that may contain a text in their number, in their holder's name, or, if asked for, in that of their class; null where they
-- may be `at_most` or more.
create or replace function find_securities(folded text, of_classes boolean, at_most integer) returns text[]
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  org uuid := app_org();
  key text := search_key(folded);
  found text[]; holders text[];
begin
  if not app_reads_all() then return '{}'; end if;
  found := find_numbers(org, folded, at_most);
  holders := array(select f from find_shareholders(folded, at_most) f);
  if found is null or cardinality(holders) >= at_most then return null; end if;
  found := found || array(select s.security_id::text from unnest(holders) h join security s on s.org_id = org and s.stakeholder_id = h limit at_most);
  if of_classes then
    found := found || array(
      select s.security_id::text from share_class c join security s on s.org_id = org and s.stock_class_id = c.id::text
      where c.org_id = org and may_contain(c.name, key) limit at_most);
  end if;
  return case when cardinality(found) < at_most then found end;
end $$;

-- Payments that may contain a text in the name of their holder or of their distribution; null where they may be `at_most` or more.
create or replace function find_payments(folded text, at_most integer) returns text[]
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  org uuid := app_org();
  key text := search_key(folded);
  found text[]; holders text[];
begin
  if not app_reads_all() then return '{}'; end if;
  holders := array(select f from find_shareholders(folded, at_most) f);
  if cardinality(holders) >= at_most then return null; end if;
  found := array(select p.id::text from unnest(holders) h join payment p on p.org_id = org and p.shareholder_id = h limit at_most)
    || array(select p.id::text from distribution d join payment p on p.org_id = org and p.distribution_id = d.id
             where d.org_id = org and may_contain(d.name, key) limit at_most);
  return case when cardinality(found) < at_most then found end;
end $$;

-- Documents that may contain a text in their name, in that of their holder or in the number of the security to which they belong; null
-- where they may be `at_most` or more. For owners and administrators, from whom no document is hidden.
create or replace function find_documents(folded text, at_most integer) returns text[]
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  org uuid := app_org();
  key text := search_key(folded);
  found text[]; securities text[]; holders text[];
begin
  if not app_administers() then return '{}'; end if;
  securities := find_numbers(org, folded, at_most);
  holders := array(select f from find_shareholders(folded, at_most) f);
  if securities is null or cardinality(holders) >= at_most then return null; end if;
  execute $query$ select array(select f.id from (
            select d.id::text as id from document d
              where search_grams(d.org_id, search_key(d.name)) @> $2 and d.org_id = $1 and strpos(search_key(d.name), $3) > 0
            union all
            select d.id::text from document d where d.org_id = $1 and has_rare_letters(d.name)) f limit $4) $query$
    into found using org, cover_grams(org, key), key, at_most;
  found := found
    || array(select d.id::text from unnest(holders) h join document d on d.org_id = org and d.shareholder_id = h limit at_most)
    || array(select d.id::text from unnest(securities) s join document d on d.org_id = org and d.security_id = s limit at_most);
  return case when cardinality(found) < at_most then found end;
end $$;

-- A condition: the key matches a pattern, or has a sign that is no ASCII, after whose backslash a word may begin elsewhere than it seems.
create or replace function matched(texts text, pattern text) returns text language sql immutable strict as $$
  select format('(%1$s ~ %2$L or position(E''\\'' in %1$s) > 0)', texts, pattern)
$$;

-- What the search over everything reads (server/queries/search), for all its tables at once: each wanted word with what an index is
-- asked for. A word has pairs of pieces: what a word begins with, and what it goes on with after one letter. `whole` is such a pair that
-- only the word itself has, without what it begins. Words come in small letters without accents.
create or replace function search_words(wanted jsonb) returns jsonb language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'any', (select jsonb_agg(cover_grams(app_org(), ' ' || search_key(p->>0)) || cover_grams(app_org(), search_key(p->>1))) from jsonb_array_elements(w->'pieces') p),
    'pattern', w->>'pattern',
    'whole', case when w ? 'whole' then cover_grams(app_org(), ' ' || search_key(w->>'whole')) end,
    'whole_pattern', w->>'whole_pattern',
    -- A sign that is no ASCII is a backslash and three digits in the key, so a word goes on with either.
    'rank_pattern', '(^|[^a-z0-9])' || replace(search_key(rtrim(w->>'whole')), '\', '\\') || '([^a-z0-9\\]|$)') order by n), '[]')
  from jsonb_array_elements(wanted) with ordinality as e (w, n)
$$;

-- Shareholders, documents or messages that may have, for each word, one of its pairs of pieces in their texts, and match its pattern if
-- it has one. Those with the most whole words come first.
create or replace function find_by_words(target text, words jsonb, at_most integer) returns setof text
language plpgsql stable security definer set search_path = public, pg_temp set jit = off as $$
declare
  org uuid := app_org();
  texts text := case target when 'shareholder' then 'r.search_text' when 'document' then 'search_key(r.name)' when 'message' then 'search_key(r.body)' end;
  begun text := ''; whole text := ''; rank text := '0';
  word jsonb; has_whole text;
  -- So many are compared, to find the whole words among them.
  compared constant integer := at_most * 10;
  found text[];
begin
  -- Some documents are hidden from all but administrators.
  if texts is null or not app_reads_all() or (target = 'document' and not app_administers()) then return; end if;
  for word in select w from jsonb_array_elements(words) w loop
    begun := begun || ' and (' || (
      select string_agg(format('search_grams(r.org_id, %s) @> %L::integer[]', texts, translate(g::text, '[]', '{}')), ' or ')
      from jsonb_array_elements(word->'any') g) || ')'
      || coalesce(' and ' || matched(texts, word->>'pattern'), '');
    if jsonb_typeof(word->'whole') = 'array' then
      has_whole := format('search_grams(r.org_id, %s) @> %L::integer[]', texts, translate((word->'whole')::text, '[]', '{}'));
      whole := whole || ' and ' || has_whole || coalesce(' and ' || matched(texts, word->>'whole_pattern'), '');
      rank := rank || format(' + (%s ~ %L)::integer', texts, word->>'rank_pattern');
    end if;
  end loop;
  execute format('select array_agg(f.id order by f.rank desc) from (select r.id::text as id, %s as rank from %I r where r.org_id = $1%s limit $2) f',
    rank, target, begun) into found using org, compared;
  -- There may be more, with the whole words among them.
  if cardinality(found) = compared and whole <> '' then
    return query execute format('select r.id::text from %I r where r.org_id = $1%s limit $2', target, whole) using org, at_most;
  end if;
  return query select f from unnest(found) with ordinality as u (f, n) order by n limit at_most;
end $$;

-- Shareholders, documents or messages with a letter that the index folds otherwise than the search does: any of them may meet it.
create or replace function find_rare(target text, at_most integer) returns setof text
language sql stable security definer set search_path = public, pg_temp as $$
  (select h.id::text from shareholder h where target = 'shareholder' and app_reads_all() and h.org_id = app_org()
    and has_rare_letters(h.name || E'\n' || coalesce(h.email, '')) limit at_most)
  union all
  (select d.id::text from document d where target = 'document' and app_administers() and d.org_id = app_org() and has_rare_letters(d.name) limit at_most)
  union all
  (select m.id::text from message m where target = 'message' and app_reads_all() and m.org_id = app_org() and has_rare_letters(m.body) limit at_most)
$$;

-- Securities whose number begins with a text, given in small letters, or has it after its head: "cs-1" begins CS-1 and CS-12, as "1" does.
create or replace function find_by_number(folded text, at_most integer) returns setof text
language plpgsql stable security definer set search_path = public, pg_temp set jit = off as $$
declare
  org uuid := app_org();
  front text := rtrim(folded, '0123456789');
  digits numeric := nullif(ltrim(substr(folded, length(front) + 1), '0'), '')::numeric;
  heads_max constant integer := 500;
  head text;
begin
  if not app_reads_all() then return; end if;
  for head in
    with recursive each_head (head) as (
      (select s.number_head from security s where s.org_id = org order by s.number_head limit 1)
      union all
      select (select s.number_head from security s where s.org_id = org and s.number_head > h.head order by s.number_head limit 1)
      from each_head h where h.head is not null)
    select h.head from each_head h where h.head is not null limit heads_max
  loop
    if digits is null and folded = front and strpos(head, folded) > 0 then
      return query select s.security_id::text from security s where s.org_id = org and s.number_head = head order by s.number_counter limit at_most;
    elsif digits is not null and right(head, length(front)) = front then
      return query select f.id from (
        select s.security_id::text as id from generate_series(0, 6) more
        cross join lateral (select s.security_id from security s where s.org_id = org and s.number_head = head
          and s.number_counter >= digits * pow(10::numeric, more) and s.number_counter < (digits + 1) * pow(10::numeric, more)
          order by s.number_counter limit at_most) s) f limit at_most;
    end if;
  end loop;
end $$;

-- Securities and payments of which a figure equals one of these.
create or replace function find_by_figures(figures numeric[], at_most integer) returns table (payments boolean, id text)
language sql stable security definer set search_path = public, pg_temp
as $$
  select f.payments, f.id from (
    (select false as payments, s.security_id::text as id from security s where app_reads_all() and s.org_id = app_org() and s.quantity = any (figures) limit at_most)
    union
    (select false, s.security_id::text from security s where app_reads_all() and s.org_id = app_org() and s.amount = any (figures) limit at_most)
    union
    (select true, p.id::text from payment p where app_reads_all() and p.org_id = app_org() and p.amount = any (figures) limit at_most)) f
$$;

-- Messages that may contain a text, given in small letters, for whoever reads all of them. Its key has three letters or digits in a row.
create or replace function find_messages(folded text) returns setof uuid
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  key text := search_key(folded);
begin
  if not app_reads_all() then return; end if;
  return query execute
    $query$ select m.id from message m where search_grams(m.org_id, search_key(m.body)) @> $2 and m.org_id = $1 and strpos(search_key(m.body), $3) > 0
            union
            select m.id from message m where m.org_id = $1 and has_rare_letters(m.body) $query$
    using app_org(), cover_grams(app_org(), key), key;
end $$;

-- Threads with a message that the reader may see and that contains a text: part of the search of their list. Runs as who asks, so that
-- the policies of messages hold too. `has_gram`: whether the index helps. Whoever does not read all messages has few.
create or replace function threads_saying(folded text, plain text, pattern text, has_gram boolean) returns setof uuid
language plpgsql stable as $$
begin
  if app_reads_all() and has_gram then
    return query select m.thread_id from message m
      where m.org_id = app_org() and m.id in (select f from find_messages(folded) f) and contains_text(m.body, plain, pattern);
  else
    return query select m.thread_id from message m join thread t on t.org_id = m.org_id and t.id = m.thread_id
      where m.org_id = app_org() and contains_text(m.body, plain, pattern)
        and (app_reads_all() or t.mode = 'group' or m.for_company or m.account_id = app_account());
  end if;
end $$;
