// A ledger of a million entries, written by SQL directly into the ledger and its projections by the schema's owner, because
// only reading is measured. Two of three entries issue; the third ends the oldest open security or takes half of it, so about
// half of what was issued is open on any day. Sixteen years, twenty thousand holders, twelve instruments.
import pg from 'pg';
import type { BenchDatabase, Company } from './benchDatabase.ts';

export const ENTRIES = 1_000_000;
export const HOLDERS = 20_000;
export const FIRST_DAY = '2010-01-01';
export const DAYS = 5844;

/** The quantity, holder and instrument of the issuance with the seq `n`. */
const QUANTITY = '1 + (n::bigint * 7919) % 9000';
const HOLDER = `'h' || (n::bigint * 104729) % ${HOLDERS}`;
const DAY = `date '${FIRST_DAY}' + (n::bigint * ${DAYS} / ${ENTRIES})::int`;
/** For an entry `n` that ends something: the seq of its issuance. Each issuance is used once. */
const ENDED = '3 * ((n / 3 + 1) / 2) - 1 - (n / 3) % 2';

export async function writeMillion(database: BenchDatabase, company: Company): Promise<void> {
  const client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  const org = `'${company.id}'::uuid`;
  const append = (where: string, type: string) => `
    insert into ledger_tx (org_id, seq, id, object_type, effective_date, recorded_at, actor_id, actor, security_id, stakeholder_id, summary, ocf, command_seq, prev_hash, hash)
    select ${org}, n, 't' || n, ${type}, ${DAY}, now(), ${org}, 'Bench', null, null, 'Bench', '{}', n, '', ''
    from generate_series(1, ${ENTRIES}) n where ${where}`;
  const statements = [
    `insert into shareholder (org_id, id, type, name) select ${org}, 'h' || n, 'individual', 'Holder ' || n from generate_series(0, ${HOLDERS - 1}) n`,
    `insert into share_class (org_id, id, name, class_type, prefix, authorized_kind, votes_per_share)
     select ${org}, 'c' || n, 'Class ' || n, case when n < 5 then 'COMMON' else 'PREFERRED' end, 'C' || n || '-', 'UNLIMITED', 1 from generate_series(0, 9) n`,
    `insert into ocf_object (org_id, object_type, id, version, ocf, valid_from_seq, actor_id)
     select org_id, 'STOCK_CLASS', id, 1, jsonb_build_object('object_type', 'STOCK_CLASS', 'id', id, 'name', name, 'class_type', class_type,
            'initial_shares_authorized', 'UNLIMITED', 'votes_per_share', '1', 'seniority', '1'), 0, ${org} from share_class where org_id = ${org}`,
    'alter table ledger_tx disable trigger user',
    append('n % 3 <> 0', `'TX_STOCK_ISSUANCE'`),
    append('n % 3 = 0', `'TX_STOCK_CANCELLATION'`),
    'alter table ledger_tx enable trigger user',
    `insert into security (org_id, security_id, kind, stakeholder_id, stock_class_id, quantity, custom_id, issued_on, issue_seq)
     select ${org}, 's' || n, case n % 12 when 10 then 'WARRANT' when 11 then 'EQUITY_COMPENSATION' else 'STOCK' end, ${HOLDER},
            'c' || (n % 12) % 10, ${QUANTITY}, 'C-' || n, ${DAY}, n
     from generate_series(1, ${ENTRIES}) n where n % 3 <> 0`,
    // Disables triggers that check each row: the inserted rows are consistent, and each check would look up the security again.
    'alter table termination disable trigger user',
    'alter table reduction disable trigger user',
    `insert into termination (org_id, security_id, kind, verb, tx_seq, on_date, quantity)
     select ${org}, s.security_id, s.kind, 'cancelled', n, ${DAY}, s.quantity
     from generate_series(3, ${ENTRIES}) n join security s on s.org_id = ${org} and s.issue_seq = ${ENDED} where n % 3 = 0 and n % 50 <> 0`,
    `insert into reduction (org_id, tx_seq, security_id, on_date, quantity, why)
     select ${org}, n, s.security_id, ${DAY}, ceil(s.quantity / 2), 'PARTIAL_CANCEL'
     from generate_series(3, ${ENTRIES}) n join security s on s.org_id = ${org} and s.issue_seq = ${ENDED} where n % 3 = 0 and n % 50 = 0`,
    'alter table termination enable trigger user',
    'alter table reduction enable trigger user',
    `update organization set last_seq = ${ENTRIES} where id = ${org}`,
    'analyze',
  ];
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
