-- It answers more columns now: whose link it was, for the audit trail.
drop function use_download_link(bytea, text);
