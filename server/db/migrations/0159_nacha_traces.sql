-- The number of the first entry in a NACHA file. Those of later files go on from it, so that a return names one file's entry.
alter table payment_batch add column first_trace integer check (first_trace between 1 and 9999999);
