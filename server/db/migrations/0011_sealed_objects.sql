-- Objects that are no entries have no link in the chain: each version carries a seal of its own, set once as it is written,
-- so that a byte changed by hand is noticed.
create function object_seal(o ocf_object) returns bytea language sql stable as $$
  select sha256(convert_to(concat_ws(e'\n', o.org_id, o.object_type, o.id, o.version, o.is_deleted, o.ocf::text), 'UTF8'))
$$;
alter table ocf_object add column seal bytea;
create function seal_object() returns trigger language plpgsql as $$
begin
  new.seal := object_seal(new);
  return new;
end $$;
alter table ocf_object disable trigger ocf_object_append_only;
update ocf_object o set seal = object_seal(o);
alter table ocf_object enable trigger ocf_object_append_only;
alter table ocf_object alter column seal set not null;
create trigger ocf_object_sealed before insert on ocf_object for each row execute function seal_object();
