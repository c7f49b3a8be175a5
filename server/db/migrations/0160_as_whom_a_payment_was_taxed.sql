-- As whom the holder was taxed when a payment was approved, or when its tax was computed anew: a later change of their tax profile
-- does not move it to another form of that year. Null of payments from before, and of those that were imported.
alter table payment add column is_foreign boolean;
alter table payment add column treaty_country text;
alter table distribution_line add column is_foreign boolean;
alter table distribution_line add column treaty_country text;
