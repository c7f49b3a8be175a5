-- What an import changed of the company's own facts, and in which order, so that imports can be undone in any.
alter table import_step
  -- 1, 2, … over all imports of an organisation; null before there was this column.
  add column place integer,
  -- Whether anything was written: a repeat of what is there already stands in nobody's way.
  add column changes boolean not null default true,
  -- Objects that were there already with equal content, ids by object type: they are this import's as well.
  add column left_alone jsonb not null default '{}',
  add column organization_after jsonb,
  add unique (org_id, place);

-- Rows that are only added to carry a seal, set once as they are written, so that a byte changed by hand is noticed.
create function row_seal(written jsonb) returns bytea language sql immutable as $$
  select sha256(convert_to(jsonb_strip_nulls(written - 'seal')::text, 'UTF8'))
$$;
create function seal_row() returns trigger language plpgsql set timezone = 'UTC' as $$
begin
  new.seal := row_seal(to_jsonb(new));
  return new;
end $$;
-- As the row is read back: an instant is written in one zone only.
create function read_seal(written anyelement) returns bytea language plpgsql stable set timezone = 'UTC' as $$
begin
  return row_seal(to_jsonb(written));
end $$;

alter table import_batch add column seal bytea;
alter table import_step add column seal bytea;
alter table finding add column seal bytea;
alter table distribution_line add column seal bytea;
update import_batch r set seal = read_seal(r);
update import_step r set seal = read_seal(r);
update finding r set seal = read_seal(r);
alter table distribution_line disable trigger distribution_line_append_only;
update distribution_line r set seal = read_seal(r);
alter table distribution_line enable trigger distribution_line_append_only;
create trigger import_batch_sealed before insert on import_batch for each row execute function seal_row();
create trigger import_step_sealed before insert on import_step for each row execute function seal_row();
create trigger finding_sealed before insert on finding for each row execute function seal_row();
create trigger distribution_line_sealed before insert on distribution_line for each row execute function seal_row();
