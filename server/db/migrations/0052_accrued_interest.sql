-- What a note has earned by the day follows from its terms, which SQL does not read: the repository computes it.

create or replace view convertible_view with (security_invoker = true) as
  select s.org_id, s.security_id as id, s.custom_id as convertible_number, s.stakeholder_id as shareholder_id, h.name as shareholder, s.security_type as kind,
         s.amount::numeric as amount, s.currency::text as currency, coalesce(s.first_issued_on, s.issued_on) as date,
         ocf_decimal(m.mechanism#>>'{conversion_valuation_cap,amount}') as valuation_cap,
         case when m.mechanism->'conversion_valuation_cap' is null then null
              else coalesce(m.mechanism->>'conversion_timing', case m.mechanism#>>'{capitalization_definition_rules,include_this_security}' when 'true' then 'POST_MONEY' when 'false' then 'PRE_MONEY' end)
         end as cap_basis,
         ocf_decimal(m.mechanism->>'conversion_discount') as discount, coalesce(m.mechanism->>'conversion_mfn' = 'true', false) as mfn,
         ocf_decimal(m.mechanism#>>'{interest_rates,0,rate}') as interest_rate, m.mechanism->>'compounding_type' as compounding, m.mechanism->>'day_count_convention' as day_count,
         ocf_day(jsonb_path_query_first(l.ocf, '$.conversion_triggers[*] ? (@.type == "AUTOMATIC_ON_DATE").trigger_date')#>>'{}') as maturity_date,
         case when s.issued_on > (select app_as_of()) then 'upcoming' when t.on_date <= (select app_as_of()) then t.verb else 'outstanding' end as status,
         s.issued_on, null::numeric as accrued_interest
  from security s
  left join shareholder h on h.org_id = s.org_id and h.id = s.stakeholder_id
  left join termination t on t.org_id = s.org_id and t.security_id = s.security_id
  left join ledger_tx l on l.org_id = s.org_id and l.seq = s.issue_seq
  left join lateral (select jsonb_path_query_first(l.ocf, '$.conversion_triggers[*].conversion_right.conversion_mechanism') as mechanism) m on true
  where s.kind = 'CONVERTIBLE';
