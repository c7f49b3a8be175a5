-- Whether a security was accepted is asked of every verb that acts on it.
create index acceptance_security on acceptance (org_id, security_id, effective_date);
