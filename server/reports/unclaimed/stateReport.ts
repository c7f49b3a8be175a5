// What is to be reported to a state: the payments of its holders that are dormant, with what the state asks of each.
import { addDays } from '#src/domain/dates.ts';
import { dormancyOf, ruleOf } from '#src/domain/unclaimed/dormancy.ts';
import { orgOf } from '#server/auth/actor.ts';
import { today } from '#server/commands/core/context.ts';
import type { CommandContext } from '#server/commands/core/context.ts';
import { dormancyRules } from '#server/data/dormancy/rules.ts';
import { notFound } from '#server/data/refusals.ts';

/** Codes of the National Association of Unclaimed Property Administrators. */
const PROPERTY_CODES: Record<string, string> = {
  dividend: 'SC01',
  interest: 'SC02',
  return_of_capital: 'SC04',
  liquidation: 'SC13',
};
/** Equity payments. */
const OTHER_CODE = 'SC04';

const HEADINGS = [
  'owner_name',
  'owner_type',
  'street_1',
  'street_2',
  'city',
  'state',
  'postal_code',
  'country',
  'tax_id_last4',
  'property_type_code',
  'amount',
  'currency',
  'date_due',
  'dormant_on',
  'date_of_last_contact',
  'payment_reference',
  'distribution',
];

interface Owed {
  id: string;
  name: string;
  type: string;
  street_1: string | null;
  street_2: string | null;
  city: string | null;
  state: string | null;
  postal_code: string | null;
  country: string | null;
  tax_id_last4: string | null;
  distribution_type: string;
  distribution: string;
  amount: string;
  currency: string;
  unpaid_days: number;
  last_contact: string | null;
}

/** Lines of a CSV, headings first. `day`: dormant by then; today by default. Refuses: not_found (404) for another state. */
export async function stateReport(context: CommandContext, state: string, day?: string): Promise<string[][]> {
  const { tx, actor, deps } = context;
  const table = dormancyRules(deps.config.dataDir);
  const rule = table.rules.find((each) => each.state === state);
  if (!rule) throw notFound();
  const as_of = today(context);
  const owed = await tx.rows<Owed>(
    `select v.id, h.name, h.type, h.street_1, h.street_2, h.city, h.state, h.postal_code, h.country, t.tax_id_last4, d.type as distribution_type,
            d.name as distribution, round(v.amount, 2)::text as amount, v.currency, v.unpaid_days, c.last_contact
     from payment_view v join shareholder h on h.org_id = v.org_id and h.id = v.shareholder_id
     join distribution d on d.org_id = v.org_id and d.id = v.distribution_id
     left join holder_detail t on t.org_id = v.org_id and t.shareholder_id = v.shareholder_id
     left join (select payment_id, max(date)::text as last_contact from payment_contact where org_id = $1 group by payment_id) c on c.payment_id = v.id
     where v.org_id = $1 and v.unpaid_days is not null and lower(replace(trim(h.state), '.', '')) = any ($2::text[])
     order by h.name, v.unpaid_days desc, v.id`,
    [orgOf(actor), [rule.state.toLowerCase(), rule.name.toLowerCase()]],
  );
  const lines = owed.flatMap((each) => {
    if (ruleOf(table, each)?.state !== rule.state) return [];
    const date_due = addDays(as_of, -each.unpaid_days);
    const { dormant_on } = dormancyOf(table, rule, date_due);
    if (dormant_on > (day ?? as_of)) return [];
    return [
      [
        each.name,
        each.type,
        each.street_1,
        each.street_2,
        each.city,
        rule.state,
        each.postal_code,
        each.country,
        each.tax_id_last4,
        PROPERTY_CODES[each.distribution_type] ?? OTHER_CODE,
        each.amount,
        each.currency,
        date_due,
        dormant_on,
        each.last_contact,
        each.id,
        each.distribution,
      ].map((value) => value ?? ''),
    ];
  });
  return [HEADINGS, ...lines];
}
