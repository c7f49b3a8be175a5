// Records a made-up distribution's classes, holders, holdings and rules in a company, through the API.
import { expect } from 'vitest';
import * as given from '../given.ts';
import { unique } from '../people.ts';
import type { Person } from '../people.ts';
import type { MadeUpDistribution, MadeUpHolder } from './randomDistribution.ts';

/** Out: the same with the ids of the recorded classes and holders as keys. */
export async function recordMadeUp(owner: Person, made: MadeUpDistribution): Promise<MadeUpDistribution> {
  const classes = new Map<string, string>();
  const common = made.classes.find(({ terms }) => !terms)!;
  for (const each of [common, ...made.classes.filter((one) => one !== common)]) {
    const { conversion_ratio, ...terms } = each.terms ?? { conversion_ratio: null };
    const { id } = await given.shareClass(owner, {
      name: `Class ${unique()}`,
      authorized_shares: 'UNLIMITED',
      seniority: each.seniority,
      ...terms,
      ...(each.terms
        ? { class_type: 'PREFERRED', conversion_ratio, converts_to_share_class_id: classes.get(common.key) }
        : {}),
    });
    classes.set(each.key, String(id));
  }
  const holders = new Map<string, string>();
  for (const each of made.holders) holders.set(each.key, await recordHolder(owner, each));
  for (const { holder, share_class, shares } of made.holdings)
    await given.certificate(owner, {
      shareholder_id: holders.get(holder),
      share_class_id: classes.get(share_class),
      quantity: shares,
      issue_date: '2018-01-01',
    });
  const { rules: withholding_rules, missing_tax_form } = made;
  expect((await owner.put('/api/organization', { withholding_rules, missing_tax_form })).status).toBe(200);
  return {
    ...made,
    classes: made.classes.map((each) => ({ ...each, key: classes.get(each.key)! })),
    holders: made.holders.map((each) => ({ ...each, key: holders.get(each.key)! })),
    holdings: made.holdings.map((each) => ({
      ...each,
      holder: holders.get(each.holder)!,
      share_class: classes.get(each.share_class)!,
    })),
  };
}

async function recordHolder(owner: Person, { type, country, profile }: MadeUpHolder): Promise<string> {
  const names =
    type === 'entity' ? { entity_name: `Fund ${unique()}`, first_name: null, last_name: null } : { entity_name: null };
  const { id } = await given.shareholder(owner, { type, country, ...names });
  if (profile) expect((await owner.put(`/api/shareholders/${String(id)}`, { tax_profile: profile })).status).toBe(200);
  return String(id);
}
