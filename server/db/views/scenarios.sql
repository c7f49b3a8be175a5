-- Drafts with the name of their scenario.
create or replace view draft_view with (security_invoker = true) as
select d.org_id, d.id, d.summary, d.kind, d.scenario_id, s.name as scenario, d.position, d.result_id, d.posted_at, d.created_at
from scenario_draft d join scenario s on s.org_id = d.org_id and s.id = d.scenario_id;
