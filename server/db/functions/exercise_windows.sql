-- The last day on which somebody who left may exercise: by the windows of the grant, else of its plan, else the usual one. For cause
-- the usual one ends on the last day of service. The same as src/domain/exerciseWindows.ts.
create or replace function exercise_window_told(windows jsonb, reason text, left_on date) returns date
language sql immutable as $$
  select min(case w.value->>'period_type' when 'DAYS' then left_on + (w.value->>'period')::int
                  when 'MONTHS' then (left_on + make_interval(months => (w.value->>'period')::int))::date
                  when 'YEARS' then (left_on + make_interval(years => (w.value->>'period')::int))::date end)
  from jsonb_array_elements(case when jsonb_typeof(windows) = 'array' then windows else '[]' end) w
  where w.value->>'reason' = reason and (w.value->>'period') ~ '^\d{1,4}$'
$$;

create or replace function exercise_window_end(own jsonb, plan jsonb, reason text, left_on date) returns date
language sql immutable as $$
  select case when reason in ('VOLUNTARY_OTHER', 'VOLUNTARY_GOOD_CAUSE', 'VOLUNTARY_RETIREMENT', 'INVOLUNTARY_OTHER', 'INVOLUNTARY_DEATH',
                              'INVOLUNTARY_DISABILITY', 'INVOLUNTARY_WITH_CAUSE')
    then coalesce(exercise_window_told(own, reason, left_on), exercise_window_told(plan, reason, left_on),
      case when reason in ('INVOLUNTARY_DEATH', 'INVOLUNTARY_DISABILITY') then (left_on + interval '12 months')::date
           when reason = 'INVOLUNTARY_WITH_CAUSE' then left_on
           when reason = 'VOLUNTARY_RETIREMENT' then coalesce(exercise_window_told(own, 'VOLUNTARY_OTHER', left_on), exercise_window_told(plan, 'VOLUNTARY_OTHER', left_on)) end,
      (left_on + interval '3 months')::date) end
$$;
