-- What is deleted by its age is found by it, however much of it there is.
create index in_flight_call_age on in_flight_call (since);
create index import_progress_age on import_progress (reported_at);
create index reset_link_expired on reset_link (expires_at);
