// Who of a distribution's holders lacks what is needed to pay them, and asking them all at once.
import type { AskedDetail, AskedHolders, LackingHolders } from '#src/contract/missingDetails.ts';
import { plural } from '#src/domain/plural.ts';
import { orgOf } from '#server/auth/actor.ts';
import { addNotices } from '#server/data/notices.ts';
import { recordActivity } from '../core/context.ts';
import type { CommandContext } from '../core/context.ts';
import { computeDistribution, readDistribution } from './distributionPreview.ts';
import type { LockedDistribution } from './distributionPreview.ts';
import { taxesOf } from './withheld.ts';

interface Lacking {
  id: string;
  name: string;
  lacks: AskedDetail[];
  is_linked: boolean;
  is_asked: boolean;
}

const LISTED = 100;

/** Refuses: not_found (404). */
export async function lackingHolders(context: CommandContext, id: string): Promise<LackingHolders> {
  const org = orgOf(context.actor);
  const found = await lackingOf(context, org, await readDistribution(context, org, id));
  const rows = found.slice(0, LISTED).map(({ id: shareholder_id, name, lacks, is_asked, is_linked }) => ({
    shareholder_id,
    shareholder: name,
    lacks,
    is_asked,
    is_reached: is_linked,
  }));
  return { count: found.length, to_ask: found.filter(({ is_asked }) => !is_asked).length, rows };
}

/** Each is told of what they lack, and sees it until it is there. Refuses: not_found (404). */
export async function askHolders(context: CommandContext, id: string): Promise<AskedHolders> {
  const org = orgOf(context.actor);
  const distribution = await readDistribution(context, org, id);
  const found = await lackingOf(context, org, distribution);
  await context.tx.write(
    `update shareholder h set details_asked = (select jsonb_agg(distinct d) from
       (select jsonb_array_elements_text(h.details_asked) union select unnest(string_to_array(r.lacks, ' '))) asked (d))
     from unnest($2::text[], $3::text[]) as r (id, lacks) where h.org_id = $1 and h.id = r.id`,
    [org, found.map((each) => each.id), found.map(({ lacks }) => lacks.join(' '))],
  );
  const reached = found.filter(({ is_linked }) => is_linked);
  await addNotices(context, {
    kind: 'details_asked',
    resource: 'shareholders',
    event: context.deps.newId(),
    told: reached.map(({ id: holder, lacks }) => ({
      id: holder,
      holder,
      words: { details: lacks.join(', ') },
    })),
  });
  if (found.length > 0)
    recordActivity(context, {
      text: `asked ${plural(reached.length, 'holder')} of ${distribution.name} for what is missing to pay them`,
      resource: 'distributions',
      id: distribution.id,
    });
  return { asked: reached.length, not_reached: found.length - reached.length };
}

/** By name. Who did their part, and waits for the company, lacks nothing. */
async function lackingOf(context: CommandContext, org: string, distribution: LockedDistribution): Promise<Lacking[]> {
  const { tx } = context;
  const ids = await holdersOf(context, org, distribution);
  const taxes = await taxesOf(tx, org, ids, distribution);
  const asksAccount = distribution.method === 'bank_transfer' || distribution.method === 'wire';
  const { missing_tax_form } = (await tx.row<{ missing_tax_form: string }>(
    'select missing_tax_form from organization where id = $1',
    [org],
  ))!;
  const standings = await tx.rows<{
    id: string;
    name: string;
    has_account: boolean;
    sent_form: boolean;
    country: string | null;
    asked: string[];
  }>(
    `select h.id, h.name, h.country, h.details_asked as asked, coalesce(d.bank_account is not null or d.new_bank_account is not null, false) as has_account,
            exists (select 1 from tax_profile t where t.org_id = h.org_id and t.shareholder_id = h.id and t.form is not null and t.confirmed_at is null)
              or exists (select 1 from tax_profile_change c where c.org_id = h.org_id and c.shareholder_id = h.id and c.is_open and c.form is not null) as sent_form
     from shareholder h left join holder_detail d on d.org_id = h.org_id and d.shareholder_id = h.id
     where h.org_id = $1 and h.id = any ($2) order by alphabetical(h.name), h.id`,
    [org, ids],
  );
  const linked = new Set(
    (
      await tx.rows<{ id: string }>(`select holder as id from portals_of($1::text[]) where state = 'linked'`, [ids])
    ).map((each) => each.id),
  );
  return standings.flatMap(({ id, name, has_account, sent_form, country, asked }) => {
    const lacks: AskedDetail[] = [
      ...(asksAccount && !has_account ? (['bank_details'] as const) : []),
      ...(missing_tax_form !== 'ignore' && !sent_form && !taxes.hasForm(id) ? (['tax_form'] as const) : []),
      ...(country === null && taxes.countrylessOf(id) !== null ? (['country'] as const) : []),
    ];
    const is_asked = lacks.every((each) => asked.includes(each));
    return lacks.length > 0 ? [{ id, name, lacks, is_linked: linked.has(id), is_asked }] : [];
  });
}

/** Of an approved one, who is still to be paid. */
async function holdersOf(context: CommandContext, org: string, distribution: LockedDistribution): Promise<string[]> {
  if (distribution.status !== 'pending') {
    const open = await context.tx.rows<{ id: string }>(
      `select distinct shareholder_id as id from payment where org_id = $1 and distribution_id = $2 and status in ('pending', 'failed')`,
      [org, distribution.id],
    );
    return open.map(({ id }) => id);
  }
  const { preview } = await computeDistribution(context, org, distribution);
  return [...new Set(preview.rows.map(({ shareholder_id }) => shareholder_id))];
}
