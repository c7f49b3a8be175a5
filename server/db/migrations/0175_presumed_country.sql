-- As of which country a holder is presumed to be of whom none is recorded and who shows no foreign sign, and which rule says so
-- (docs/decisions/0206-a-country-that-is-presumed.md). Who took the rules of the United States gets what belongs to them.
alter table organization add column presumed_country text check (presumed_country ~ '^[A-Z]{2}$');
alter table organization add column presumed_source text;
update organization set presumed_country = 'US', presumed_source = '26 CFR 1.1441-1(b)(3)(iii)'
  where withholding_rules @> '[{"country": "US", "form": "missing"}]';
-- The country of a bank account stands in the clear: it is a sign of where its holder is.
alter table holder_detail add column bank_account_country text check (bank_account_country ~ '^[A-Z]{2}$');
alter table holder_detail add column new_bank_account_country text check (new_bank_account_country ~ '^[A-Z]{2}$');
-- It answers these signs too.
drop function if exists tax_standings(text[]);
