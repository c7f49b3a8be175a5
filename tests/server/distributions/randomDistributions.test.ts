// Made-up distributions through HTTP and the database: the preview is what the rules say, the snapshot is the preview, and the
// payments are the snapshot. DISTRIBUTIONS=1000 DISTRIBUTIONS_SEED=7 tries more of them from another seed.
import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { canonicalJson } from '../../../server/data/canonicalJson.ts';
import type { Row } from '../../../server/db/database.ts';
import { decimal, toFixed } from '../../../src/domain/figures/decimal.ts';
import { previewMadeUp, randomDistribution } from '../../support/distributions/randomDistribution.ts';
import type { MadeUpDistribution, MadeUpHolder } from '../../support/distributions/randomDistribution.ts';
import * as given from '../../support/given.ts';
import { approveSeen } from '../../support/given.ts';
import { signUpCompany, unique } from '../../support/people.ts';
import type { Person } from '../../support/people.ts';
import { useTestServer } from '../../support/testServer.ts';

const server = useTestServer();
const RUNS = Number(process.env.DISTRIBUTIONS ?? 100);
const SEED = Number(process.env.DISTRIBUTIONS_SEED ?? 20_261_126);

const LINE = [
  'shareholder_id',
  'share_class_id',
  'shares',
  'gross',
  'tax',
  'net',
  'withholding_rate',
  'withholding_reason',
];
const pick = (row: object, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, (row as Row)[name]]));
const inOrder = (rows: readonly object[], names = [...LINE, 'excluded_reason']) =>
  rows.map((row) => JSON.stringify(pick(row, names))).sort();

async function record(owner: Person, made: MadeUpDistribution): Promise<MadeUpDistribution> {
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

it(
  `${RUNS} made-up distributions from seed ${SEED} are previewed, frozen and paid as the rules say`,
  { timeout: RUNS * 3000 },
  async () => {
    console.log(`Distributions through the database from seed ${SEED}`);
    const owner = await signUpCompany(server);
    let paid = 0;
    for (let seed = SEED; seed < SEED + RUNS; seed += 1) {
      const made = await record(owner, randomDistribution(seed));
      const wanted = previewMadeUp(made);
      const distribution = await given.distribution(owner, {
        type: made.type,
        share_class_ids: made.classes.map(({ key }) => key),
        record_date: made.record_date,
        payment_date: made.payment_date,
        amount_per_share: undefined,
        ...('total' in made.amount ? { total_amount: made.amount.total } : { amount_per_share: made.amount.per_share }),
      });
      const url = `/api/distributions/${String(distribution.id)}`;
      const preview = (await owner.get(`${url}/preview`)).body as Row & { rows: Row[] };
      expect([seed, inOrder(preview.rows)]).toEqual([seed, inOrder(wanted.rows)]);
      const totals = ['total_gross', 'total_tax', 'total_net', 'rounding_difference'];
      expect([seed, pick(preview, totals)]).toEqual([seed, pick(wanted, totals)]);
      const approved = await approveSeen(owner, distribution);
      const payable = preview.rows.filter(({ excluded_reason }) => excluded_reason === null);
      expect([seed, approved.status]).toEqual([seed, payable.length > 0 ? 200 : 409]);
      if (payable.length === 0) continue;
      paid += 1;
      const snapshot = (await owner.get(`${url}/snapshot`)).body as { rows: Row[]; hash: string };
      expect([seed, inOrder(snapshot.rows)]).toEqual([seed, inOrder(preview.rows)]);
      expect(createHash('sha256').update(canonicalJson(snapshot.rows)).digest('hex')).toBe(snapshot.hash);
      const payments = (
        await owner.get(given.listUrl('/api/payments/', { filter: { distribution_id: distribution.id } }))
      ).rows;
      expect([seed, inOrder(payments, LINE)]).toEqual([seed, inOrder(payable, LINE)]);
      const sum = payments.reduce((total, { amount }) => total + decimal(String(amount)), 0n);
      expect((await owner.get(`${url}/progress`)).body).toMatchObject({ total: toFixed(sum, 2), paid: '0.00' });
    }
    expect(paid).toBeGreaterThan(RUNS * 0.8);
  },
);
