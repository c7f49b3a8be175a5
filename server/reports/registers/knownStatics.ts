// Holders and classes as known after an entry: by the version of their objects, so that renamed or removed ones have the name
// they had. A version written after the entry has the number of that entry or of a later one.
import { parseExactly } from '#src/domain/ledger/core/exactJson.ts';
import { classFactsOf } from '#src/domain/ledger/core/staticObjects.ts';
import type { ClassFacts, OcfObject } from '#src/domain/ledger/core/types.ts';
import type { Tx } from '#server/db/database.ts';

const latest = (type: string, known: string) => `
  select distinct on (o.id) o.org_id, o.id, o.ocf, o.recorded_at from ocf_object o
  where o.org_id = $1 and o.object_type = '${type}' and o.valid_from_seq < ${known} order by o.id, o.version desc`;

const textOf = (value: string) =>
  `nullif(case when jsonb_typeof(${value}) in ('string', 'number') then ${value} #>> '{}' end, '')`;

/**
 * Adds `shareholder` and `share_class` as known then to a statement that reads them. `known`: the parameter with the
 * entry's number.
 */
export function knownTables(known: string): string[] {
  const street = textOf(`a.address -> 'street_suite'`);
  const country = textOf(`a.address -> 'country'`);
  const email = textOf(
    `coalesce(v.ocf -> 'contact_info', v.ocf -> 'primary_contact') -> 'emails' -> 0 -> 'email_address'`,
  );
  return [
    `shareholder as (
       select v.org_id, v.id::text as id, coalesce(${textOf(`v.ocf -> 'name' -> 'legal_name'`)}, v.id::text) as name, ${email} as email,
              nullif(split_part(${street}, e'\\n', 1), '') as street_1, nullif(split_part(${street}, e'\\n', 2), '') as street_2,
              ${textOf(`a.address -> 'city'`)} as city, ${textOf(`a.address -> 'country_subdivision'`)} as state,
              ${textOf(`a.address -> 'postal_code'`)} as postal_code, case when ${country} ~ '^[A-Z]{2}$' then ${country} end as country
       from (${latest('STAKEHOLDER', known)}) v, lateral (select v.ocf -> 'addresses' -> 0 as address) a)`,
    `share_class as (
       select v.org_id, v.id::text as id, coalesce(${textOf(`v.ocf -> 'name'`)}, v.id::text) as name,
              case when v.ocf ->> 'class_type' = 'PREFERRED' then 'PREFERRED' else 'COMMON' end as class_type,
              case when v.ocf ->> 'seniority' ~ '^[0-9]{1,9}$' then (v.ocf ->> 'seniority')::integer else 0 end as seniority,
              coalesce(c.created_at, v.recorded_at) as created_at
       from (${latest('STOCK_CLASS', known)}) v left join share_class c on c.org_id = v.org_id and c.id = v.id)`,
  ];
}

/** The classes that existed after the entry, including deleted ones, in the order of every list of classes. */
export async function knownClassFacts(tx: Tx, org: string, known: string): Promise<ClassFacts[]> {
  const rows = await tx.rows<{ ocf: string; allows_fractions: boolean; ratio: string | null }>(
    `select o.ocf::text as ocf, coalesce(c.allows_fractions, false) as allows_fractions,
            trim_scale(c.conversion_ratio)::text as ratio
     from (select distinct on (v.id) v.id, v.ocf, v.is_deleted, v.recorded_at from ocf_object v
           where v.org_id = $1 and v.object_type = 'STOCK_CLASS' and v.valid_from_seq < $2::bigint order by v.id, v.version desc) o
     left join share_class c on c.org_id = $1 and c.id = o.id
     where not o.is_deleted
     order by coalesce(c.class_type, case when o.ocf ->> 'class_type' = 'PREFERRED' then 'PREFERRED' else 'COMMON' end),
              coalesce(c.seniority, 0), coalesce(c.created_at, o.recorded_at), o.id`,
    [org, known],
  );
  return rows.map(({ ocf, allows_fractions, ratio }) => {
    const object = parseExactly(ocf) as OcfObject;
    const rights = object['conversion_rights'] ?? (ratio === null ? null : [ratioRight(ratio)]);
    return { ...classFactsOf({ ...object, conversion_rights: rights }), allows_fractions };
  });
}

/** OCF has no ratio without a class to convert into, but such a ratio counts anyway. */
const ratioRight = (numerator: string) => ({
  conversion_mechanism: { type: 'RATIO_CONVERSION', ratio: { numerator, denominator: '1' } },
});
