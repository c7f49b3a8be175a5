// Made-up distributions through HTTP and the database: the preview is what the rules say, the snapshot is the preview, and the
// payments are the snapshot. DISTRIBUTIONS=1000 DISTRIBUTIONS_SEED=7 tries more of them from another seed.
import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { canonicalJson } from '#server/data/canonicalJson.ts';
import type { Row } from '#server/db/database.ts';
import { decimal, toFixed } from '#src/domain/figures/decimal.ts';
import { previewMadeUp, randomDistribution } from '#tests/support/distributions/randomDistribution.ts';
import { recordMadeUp } from '#tests/support/distributions/recordMadeUp.ts';
import * as given from '#tests/support/given.ts';
import { approveSeen } from '#tests/support/given.ts';
import { signUpCompany } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';
import { often } from '#tests/support/time/often.ts';

const server = useTestServer();
const RUNS = often('DISTRIBUTIONS', 12, 100);
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

it(
  `${RUNS} made-up distributions from seed ${SEED} are previewed, frozen and paid as the rules say`,
  { timeout: RUNS * 3000 },
  async () => {
    console.log(`Distributions through the database from seed ${SEED}`);
    const owner = await signUpCompany(server);
    let paid = 0;
    for (let seed = SEED; seed < SEED + RUNS; seed += 1) {
      const made = await recordMadeUp(owner, randomDistribution(seed));
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
