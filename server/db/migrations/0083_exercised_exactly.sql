-- What was exercised of a plan, or cancelled of it for good, is multiplied exactly by all splits since and rounded down where it
-- is shown (decision 0043). Rows of earlier versions were rounded at each split: plans that were split more than once are
-- counted anew, as planSplits.ts does. A split with nothing to add has no row, and is found by the reserve that it set.
do $$
declare
  plan record;
  split record;
  used numeric;
  gone numeric;
  exact_used numeric[];
  exact_gone numeric[];
  shown_used numeric;
  shown_gone numeric;
begin
  for plan in
    select org_id, stock_plan_id as id from plan_split group by 1, 2 order by 1, 2
  loop
    -- The fractions behind what is shown, as numerator and denominator.
    exact_used := array[0, 1];
    exact_gone := array[0, 1];
    for split in
      select p.tx_seq, p.effective_date as day, p.numerator::numeric as up, p.denominator::numeric as down, l.accepted,
             case when c.allows_fractions then 1e10 else 1 end as parts
      from split p
      join equity_plan_class k on k.org_id = p.org_id and k.equity_plan_id = plan.id and k.share_class_id = p.stock_class_id
      join share_class c on c.org_id = p.org_id and c.id = p.stock_class_id
      join ledger_tx t on t.org_id = p.org_id and t.seq = p.tx_seq
      left join plan_split l on l.org_id = p.org_id and l.stock_plan_id = plan.id and l.tx_seq = p.tx_seq
      where p.org_id = plan.org_id
        and (l.tx_seq is not null or exists (
          select 1 from plan_pool r join ledger_tx w on w.org_id = r.org_id and w.seq = r.tx_seq
          where r.org_id = p.org_id and r.stock_plan_id = plan.id and r.effective_date = p.effective_date and w.command_seq = t.command_seq))
      order by p.effective_date, p.tx_seq
    loop
      with recursive drawn as (
        select s.security_id::text, s.stock_class_id from security s
        where s.org_id = plan.org_id and s.stock_plan_id = plan.id and s.kind = 'EQUITY_COMPENSATION'
          and not exists (select 1 from resulting r where r.org_id = s.org_id and r.result_security_id = s.security_id)
        union
        select s.security_id::text, s.stock_class_id from drawn d
        join resulting r on r.org_id = plan.org_id and r.from_security_id = d.security_id
        join security s on s.org_id = plan.org_id and s.security_id = r.result_security_id and s.kind = 'EQUITY_COMPENSATION'
          and s.stock_class_id is not distinct from d.stock_class_id)
      select coalesce(sum(c.quantity), 0) + coalesce((
        select sum(p.exercised) from plan_split p where p.org_id = plan.org_id and p.stock_plan_id = plan.id and p.effective_date < split.day), 0)
      into used
      from drawn d join reduction c on c.org_id = plan.org_id and c.security_id = d.security_id
      where c.why in ('EXERCISE', 'RELEASE') and c.on_date < split.day;
      select f.retired into gone from plan_figures(plan.org_id, plan.id, split.day - 1) f;
      exact_used := array[(used * exact_used[2] + exact_used[1]) * split.up, exact_used[2] * split.down];
      exact_gone := array[(gone * exact_gone[2] + exact_gone[1]) * split.up, exact_gone[2] * split.down];
      shown_used := div(exact_used[1] * split.parts, exact_used[2]) / split.parts;
      shown_gone := div(exact_gone[1] * split.parts, exact_gone[2]) / split.parts;
      delete from plan_split where org_id = plan.org_id and stock_plan_id = plan.id and tx_seq = split.tx_seq;
      insert into plan_split (org_id, tx_seq, accepted, stock_plan_id, effective_date, exercised, retired)
      select plan.org_id, split.tx_seq, coalesce(split.accepted, false), plan.id, split.day, trim_scale(shown_used - used), trim_scale(shown_gone - gone)
      where shown_used <> used or shown_gone <> gone;
      exact_used[1] := exact_used[1] - shown_used * exact_used[2];
      exact_gone[1] := exact_gone[1] - shown_gone * exact_gone[2];
    end loop;
  end loop;
end $$;
