-- The seal of an object's version covers its whole row: from which entry on it counts and which import brought it decide
-- what a table as it was known says, and what an undo takes back. What did not fit its seal before does not fit the new one.
alter table ocf_object disable trigger ocf_object_append_only;
update ocf_object r set seal = read_seal(r) where seal = object_seal(r);
alter table ocf_object enable trigger ocf_object_append_only;
drop trigger ocf_object_sealed on ocf_object;
drop function seal_object();
drop function object_seal(ocf_object);
create trigger ocf_object_sealed before insert on ocf_object for each row execute function seal_row();
