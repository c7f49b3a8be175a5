-- What the company asked a holder for, so that they can be paid: shown to them until it is there. A list of bank_details,
-- tax_form and country.
alter table shareholder add column details_asked jsonb not null default '[]' check (jsonb_typeof(details_asked) = 'array');
