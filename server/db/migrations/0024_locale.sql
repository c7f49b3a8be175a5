-- The language that a person chose; null: that of their browser, and English in mails.
alter table account add column locale text check (locale in ('en', 'de', 'es'));

-- Made again with it from their files.
drop function if exists own_account();
drop function if exists account_by_email(text);
drop function if exists open_sessions(text[], integer, integer);
