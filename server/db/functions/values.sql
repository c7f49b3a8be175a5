-- Values of imported objects, the status of a security on a day, and the sort order of texts.

-- A date, number or currency of an imported object. A date or number that cannot be read is null; a currency that cannot be
-- read is USD.
create or replace function ocf_day(value text) returns date immutable strict language sql as $$
  select case when value ~ '^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$' and value > '0001' then
    case when substr(value, 9, 2)::int <= extract(day from (make_date(substr(value, 1, 4)::int, substr(value, 6, 2)::int, 1) + interval '1 month' - interval '1 day'))
      then make_date(substr(value, 1, 4)::int, substr(value, 6, 2)::int, substr(value, 9, 2)::int) end end
$$;

create or replace function ocf_decimal(value text) returns numeric immutable strict language sql as $$
  select case when value ~ '^[+-]?\d{1,28}(\.\d{1,10})?$' then value::numeric end
$$;

create or replace function ocf_currency(value text) returns text immutable language sql as $$
  select case when value ~ '^[A-Z]{3}$' then value else 'USD' end
$$;

-- The status of a stock security on a day.
create or replace function status_on(day date, issued_on date, ended text, ended_on date) returns text immutable language sql as $$
  select case when issued_on > day then 'upcoming' when ended_on <= day then ended else 'active' end
$$;

create or replace function status_today(issued_on date, ended text, ended_on date) returns text stable language sql as $$
  select status_on(current_date, issued_on, ended, ended_on)
$$;

-- The key by which texts are sorted: capitals next to small letters in every alphabet, and accented letters next to plain ones.
-- alphabetical() also puts CS-9 before CS-10 (docs/decisions/database-and-migrations.md). The small form of a letter never changes
-- between versions of Unicode, so indexes of the key stay valid (docs/decisions/database-and-migrations.md#searching-texts).
create or replace function letters_in_order(value text) returns text language sql immutable parallel safe
  return case when octet_length(value) = char_length(value) then lower(value)
              when value !~ '[ŁłĐđØøǾǿĦħŦŧıÐðŊŋſẛŒœÆæǼǽǢǣßẞÞþ　０-９Ａ-Ｚａ-ｚ]'
              then lower(regexp_replace(normalize(value, nfd), U&'[\0300-\036F]', '', 'g') collate "und-x-icu") collate "default"
              else replace(replace(replace(replace(translate(
                     lower(regexp_replace(normalize(value, nfd), U&'[\0300-\036F]', '', 'g') collate "und-x-icu"),
                     'łđøħŧıðŋſ　０１２３４５６７８９ａｂｃｄｅｆｇｈｉｊｋｌｍｎｏｐｑｒｓｔｕｖｗｘｙｚ',
                     'ldohtidns 0123456789abcdefghijklmnopqrstuvwxyz'), 'œ', 'oe'), 'æ', 'ae'), 'ß', 'ss'), 'þ', 'th') collate "default" end;

-- The same key with each number written in twenty digits.
create or replace function alphabetical(value text) returns text language sql immutable parallel safe
  return case when value ~ '[0-9]'
              then regexp_replace(regexp_replace(letters_in_order(value), '([0-9]+)', '00000000000000000000\1', 'g'), '[0-9]*([0-9]{20})', '\1', 'g')
              else letters_in_order(value) end;

-- Whether a text contains what is searched for. Texts of ASCII are compared in small letters, with `plain`; null where no such
-- text can contain it. All others are compared with a regular expression that knows the letters (src/domain/searchPattern.ts).
create or replace function contains_text(value text, plain text, pattern text) returns boolean language sql immutable parallel safe
  return case when octet_length(value) = char_length(value) then plain is not null and strpos(lower(value collate "C"), plain) > 0
              else value ~ pattern end;
