-- What preferred classes are paid first, and what each approved distribution gave them; which options take part in a distribution.
alter table share_class add column dividend_rate numeric check (dividend_rate >= 0);
alter table share_class add column dividend_is_cumulative boolean not null default false;
alter table share_class add column dividend_accrues_from date;
alter table share_class add column dividend_base text check (dividend_base in ('original_issue_price', 'par'));
alter table share_class add column dividend_participation text check (dividend_participation in ('none', 'as_converted'));

alter table distribution add column ex_date date;
alter table distribution add column includes_unvested_options boolean not null default false;
alter table distribution add column includes_vested_options boolean not null default false;
alter table distribution add column board_document_id uuid;
alter table distribution add constraint distribution_board_document_fkey foreign key (org_id, board_document_id) references document (org_id, id) on delete set null (board_document_id);
create index distribution_board_document on distribution (org_id, board_document_id) where board_document_id is not null;
-- The order in which the amount reached the classes, kept at approval.
alter table distribution add column steps jsonb;

-- Kept at approval: what the class was given under its preference, and a year's dividend of the shares that it had.
alter table distribution_class add column preference_allotted numeric;
alter table distribution_class add column preference_annual numeric;

-- Null of lines that were approved before these were kept.
alter table distribution_line add column option_shares ocf_num;
alter table distribution_line add column withholding_rate numeric;
alter table distribution_line add column withholding_reason text;
