-- The price of a class on a day is that of its last sale up to that day (last_sale_until), and the database knows by itself which
-- prices nobody entered (decision 0202).
drop function if exists last_priced_issue(text);
drop function if exists holding_price_on(uuid, text, text, date, text[]);
