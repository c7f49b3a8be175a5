-- What the company asked a holder for, so that they can be paid: shown to them until it is there.
alter table shareholder add column details_asked text[] not null default '{}'
  check (details_asked <@ array['bank_details', 'tax_form', 'country']);
