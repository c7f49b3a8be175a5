-- More authorized shares become a draft too.
alter table scenario_draft drop constraint scenario_draft_kind_check;
alter table scenario_draft add constraint scenario_draft_kind_check check
  (kind in ('shareholder', 'share_class', 'authorize', 'equity_plan', 'reserve', 'convertible', 'grant', 'warrant', 'conversion', 'certificate'));
