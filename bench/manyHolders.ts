// A ledger of a hundred thousand holders with a certificate each, written by SQL as the schema's owner, because only reading is
// measured. Most hold common stock, in about two thousand different sizes; every tenth holds preferred stock.
import pg from 'pg';
import type { BenchDatabase, Company } from './benchDatabase.ts';

export const HOLDERS = 100_000;
const DAY = `date '2020-01-01' + n % 1800`;

export async function writeManyHolders(
  database: Pick<BenchDatabase, 'ownerUrl'>,
  company: Pick<Company, 'id'>,
  holders = HOLDERS,
): Promise<void> {
  const client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  const org = `'${company.id}'::uuid`;
  const all = `from generate_series(1, ${holders}) n`;
  const statements = [
    'alter table shareholder disable trigger user',
    `insert into shareholder (org_id, id, type, name) select ${org}, 'h' || n, 'individual', 'Holder ' || n ${all}`,
    'alter table shareholder enable trigger user',
    `insert into share_class (org_id, id, name, class_type, prefix, authorized_kind, votes_per_share, price_per_share, liquidation_preference_multiple)
     values (${org}, 'common', 'Common', 'COMMON', 'C-', 'UNLIMITED', 1, null, null), (${org}, 'a', 'Series A', 'PREFERRED', 'A-', 'UNLIMITED', 1, 2, 1)`,
    `insert into ocf_object (org_id, object_type, id, version, ocf, valid_from_seq, actor_id)
     select org_id, 'STOCK_CLASS', id, 1, jsonb_build_object('object_type', 'STOCK_CLASS', 'id', id, 'name', name, 'class_type', class_type,
            'initial_shares_authorized', 'UNLIMITED', 'votes_per_share', '1', 'seniority', '1'), 0, ${org} from share_class where org_id = ${org}`,
    'alter table ledger_tx disable trigger user',
    `insert into ledger_tx (org_id, seq, id, object_type, effective_date, recorded_at, actor_id, actor, security_id, stakeholder_id, summary, ocf, command_seq, prev_hash, hash)
     select ${org}, n, 't' || n, 'TX_STOCK_ISSUANCE', ${DAY}, now(), ${org}, 'Bench', null, null, 'Bench', '{}', n, '', '' ${all}`,
    'alter table ledger_tx enable trigger user',
    `insert into security (org_id, security_id, kind, stakeholder_id, stock_class_id, quantity, custom_id, issued_on, issue_seq)
     select ${org}, 's' || n, 'STOCK', 'h' || n, case when n % 10 = 0 then 'a' else 'common' end,
            100 + (n::bigint * 7919) % 2000, 'C-' || n, ${DAY}, n ${all}`,
    `update organization set last_seq = ${holders} where id = ${org}`,
    'analyze',
  ];
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
