-- What is left of a security. Views, functions and reports use these functions instead of computing it themselves.
--
-- PostgreSQL inlines them, so a call costs no more than the query in its body. Pass only columns, parameters and plain function
-- calls as arguments, no subquery. `day` is the last day and `known` the last entry that count; without them everything counts.
-- The cap table of an earlier state copies these bodies into its statements, over the tables of a replay
-- (server/data/definitionText.ts). So the bodies name their arguments by number, and their columns as they are declared.

-- The quantity taken out of each security without ending it: `exercised` by exercises and releases, `cancelled` by
-- cancellations and repurchases in part, `gone` by all of these and by transfers and conversions in part; `last_on` is the last
-- day of them. For one security: (select r.gone from taken_out(s.org_id) r where r.security_id = s.security_id).
create or replace function taken_out(org uuid, day date default 'infinity', known bigint default 9223372036854775807)
returns table (security_id text, gone numeric, exercised numeric, cancelled numeric, last_on date) stable language sql as $$
  select d.security_id, sum(d.quantity) as gone, coalesce(sum(d.quantity) filter (where d.why in ('EXERCISE', 'RELEASE')), 0) as exercised,
         coalesce(sum(d.quantity) filter (where d.why in ('PARTIAL_CANCEL', 'PARTIAL_REPURCHASE')), 0) as cancelled, max(d.on_date) as last_on
  from reduction d where d.org_id = $1 and d.on_date <= $2 and d.tx_seq <= $3 group by d.security_id
$$;

-- The form that a list shows in place of this security on the day; null if it is the one that is shown. Forms are securities of the
-- same kind and holder that splits and changes in part made of each other. It is the later form once its day has come; and of a form
-- that is dated ahead the one that it will continue. One row, so that PostgreSQL puts it into the query: it calls a function that
-- returns a value for every row of a list.
create or replace function shown_form(org uuid, security text, kind text, holder text, issued date, day date) returns table (security_id text) stable language sql as $$
  select case when $5 > $6
    then (select min(r.from_security_id) from resulting r where r.org_id = $1 and r.result_security_id = $2
          and (select f.kind = $3 and f.stakeholder_id = $4 from security f where f.org_id = r.org_id and f.security_id = r.from_security_id))
    else (select min(r.result_security_id) from resulting r where r.org_id = $1 and r.from_security_id = $2
          and (select w.kind = $3 and w.stakeholder_id = $4 and w.issued_on <= $6 from security w where w.org_id = r.org_id and w.security_id = r.result_security_id)) end
$$;

-- How much of it the securities of the same kind and holder have that continue it.
create or replace function continued(org uuid, security text, kind text, holder text) returns numeric stable language sql as $$
  select coalesce((select sum(coalesce(w.quantity, w.amount)::numeric) from resulting r join security w on w.org_id = r.org_id and w.security_id = r.result_security_id
          where r.org_id = $1 and r.from_security_id = $2 and w.kind = $3 and w.stakeholder_id = $4), 0)
$$;

-- Every security that was issued by the end of the day and has not ended. `remaining` is what is left of its quantity, or of
-- its amount if it has no quantity.
create or replace function open_securities(org uuid, day date default 'infinity', known bigint default 9223372036854775807)
returns table (security_id text, kind text, stakeholder_id text, stock_class_id text, security_type text, custom_id text, quantity numeric,
               amount numeric, currency text, share_price numeric, issued_on date, remaining numeric) stable language sql as $$
  select s.security_id, s.kind, s.stakeholder_id, s.stock_class_id, s.security_type, s.custom_id, s.quantity::numeric,
         s.amount::numeric, s.currency::text, s.share_price::numeric, s.issued_on, coalesce(s.quantity, s.amount, 0)::numeric - coalesce(r.gone, 0) as remaining
  from security s
  left join taken_out($1, $2, $3) r on r.security_id = s.security_id
  where s.org_id = $1 and s.issued_on <= $2 and s.issue_seq <= $3
    and not exists (select 1 from termination t where t.org_id = $1 and t.security_id = s.security_id and t.on_date <= $2 and t.tx_seq <= $3)
$$;

-- The same for one holder. Looks up what was taken out for each of the holder's securities; the function above sums it once for
-- all securities of the company.
create or replace function open_securities_of(org uuid, holder text, day date default 'infinity', known bigint default 9223372036854775807)
returns table (security_id text, kind text, stakeholder_id text, stock_class_id text, security_type text, custom_id text, quantity numeric,
               amount numeric, currency text, share_price numeric, issued_on date, remaining numeric) stable language sql as $$
  select s.security_id, s.kind, s.stakeholder_id, s.stock_class_id, s.security_type, s.custom_id, s.quantity::numeric,
         s.amount::numeric, s.currency::text, s.share_price::numeric, s.issued_on, coalesce(s.quantity, s.amount, 0)::numeric
         - coalesce((select r.gone from taken_out($1, $3, $4) r where r.security_id = s.security_id), 0) as remaining
  from security s
  where s.org_id = $1 and s.stakeholder_id = $2 and s.issued_on <= $3 and s.issue_seq <= $4
    and not exists (select 1 from termination t where t.org_id = $1 and t.security_id = s.security_id and t.on_date <= $3 and t.tx_seq <= $4)
$$;
