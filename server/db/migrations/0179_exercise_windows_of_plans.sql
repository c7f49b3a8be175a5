-- How long holders who left may exercise grants of a plan, for each reason: the format has it for grants alone.
alter table equity_plan add column exercise_windows jsonb not null default '[]' check (jsonb_typeof(exercise_windows) = 'array');
