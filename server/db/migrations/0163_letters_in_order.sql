-- Texts are sorted without case in every alphabet: the database's own small letters may be those of English alone
-- (docs/decisions/0184-search-knows-letters.md). The index has the new keys.
drop index shareholder_alphabetical;
create or replace function letters_in_order(value text) returns text language sql immutable parallel safe
  return case when octet_length(value) = char_length(value) then lower(value)
              when value !~ '[ŁłĐđØøǾǿĦħŦŧıÐðŊŋſẛŒœÆæǼǽǢǣßẞÞþ　０-９Ａ-Ｚａ-ｚ]'
              then lower(regexp_replace(normalize(value, nfd), U&'[\0300-\036F]', '', 'g') collate "und-x-icu") collate "default"
              else replace(replace(replace(replace(translate(
                     lower(regexp_replace(normalize(value, nfd), U&'[\0300-\036F]', '', 'g') collate "und-x-icu"),
                     'łđøħŧıðŋſ　０１２３４５６７８９ａｂｃｄｅｆｇｈｉｊｋｌｍｎｏｐｑｒｓｔｕｖｗｘｙｚ',
                     'ldohtidns 0123456789abcdefghijklmnopqrstuvwxyz'), 'œ', 'oe'), 'æ', 'ae'), 'ß', 'ss'), 'þ', 'th') collate "default" end;
create index shareholder_alphabetical on shareholder (org_id, alphabetical(name), id);
