-- Functions that answer more than before; the present ones are in server/db/functions.
drop function if exists use_download_link(bytea, text);
drop function if exists end_other_sessions(bytea);
drop function if exists choose_notice_mails(text[], boolean);
drop function if exists refuse_notice_mails(uuid, text[]);
