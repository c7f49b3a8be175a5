-- What the search over everything asks: securities and payments by an equal quantity or amount. Row-level security lets no index
-- serve a comparison of figures, so functions of the owner ask (server/db/functions/search.sql).
create index security_quantity on security (org_id, quantity) where quantity is not null;
create index security_amount on security (org_id, amount) where amount is not null;
create index payment_amount on payment (org_id, amount);
