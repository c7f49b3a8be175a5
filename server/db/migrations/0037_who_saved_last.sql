-- Saving says yes to the whole: who saved a distribution last is the one who cannot approve it.
alter table distribution add column changed_by uuid;
update distribution d set changed_by = coalesce((
  select a.account_id from activity a
  where a.org_id = d.org_id and a.resource = 'distributions' and a.resource_id = d.id::text and a.text like 'changed distribution %'
  order by a.at desc, a.id desc limit 1), d.created_by);
alter table distribution alter column changed_by set not null;
comment on column distribution.ledger_seq is
  'The position of the ledger when it was saved last, so that its version alone cannot stand for other lines; from its approval on, that of the approval.';
