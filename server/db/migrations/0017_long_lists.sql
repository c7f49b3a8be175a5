-- What finds documents by a part of their name or of their holder's, at any number. Certificates, grants, convertibles, warrants and
-- payments need no index of their own for a search: see server/db/functions/search.sql.
create index document_search on document using gin (search_grams(org_id, search_key(name)));
create index document_rare_letters on document (org_id) where has_rare_letters(name);
create index document_holder on document (org_id, shareholder_id) where shareholder_id is not null;
-- A page of the list is read off this index.
create index document_listed on document (org_id, created_at desc nulls last, id);
