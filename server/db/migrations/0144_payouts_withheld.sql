-- Functions that answer more than before; the present ones are in server/db/functions.
drop function if exists analytics_payouts(integer, text, text);
