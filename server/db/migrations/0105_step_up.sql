-- Step-up: a session is confirmed by a fresh code for the calls that ask for it. Sessions from before confirm at the first one.
alter table session add column confirmed_at timestamptz;
-- The code that was sent for this session, and how often a wrong one was entered.
alter table session add column step_up_code bytea;
alter table session add column step_up_sent_at timestamptz;
alter table session add column step_up_expires_at timestamptz;
alter table session add column step_up_tries integer not null default 0;
