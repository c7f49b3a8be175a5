// Gives a bench company as many payments as it has certificates: ten approved distributions to all holders of its two classes.
import pg from 'pg';
import type { BenchDatabase, Company } from './benchDatabase.ts';

const DISTRIBUTIONS = 10;

/** Written by the schema's owner, because only listing payments is measured. */
export async function givePayments(database: BenchDatabase, company: Company): Promise<void> {
  const client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  try {
    await client.query(
      `insert into distribution (org_id, id, name, type, declared_as, amount_per_share, record_date, payment_date, method, status, created_by, changed_by, currency)
       select $1, gen_random_uuid(), 'Dividend ' || n, 'dividend', 'per_share', 0.01, date '2024-01-01' + 30 * n, date '2024-01-15' + 30 * n,
         'bank_transfer', 'approved', account, account, 'USD'
       from generate_series(1, $2::int) n, (select account_id as account from session where org_id = $1 limit 1) who`,
      [company.id, DISTRIBUTIONS],
    );
    await client.query(
      `insert into payment (org_id, id, distribution_id, shareholder_id, share_class_id, shares, gross, tax, amount, method, scheduled_date)
       select org_id, gen_random_uuid(), distribution.id, shareholder.id, share_class.id, 100, '1.00', '0.00', '1.00', method, payment_date
       from distribution join shareholder using (org_id) join share_class using (org_id) where org_id = $1`,
      [company.id],
    );
    await client.query('analyze payment, distribution');
  } finally {
    await client.end();
  }
}
