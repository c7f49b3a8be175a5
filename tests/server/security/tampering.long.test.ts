// What npm run verify finds: a value changed by hand, without triggers, in any table about ownership or imports. The
// columns come from the catalogue, so that a new one is tried as well.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import { Database } from '#server/db/database.ts';
import { compareLedger } from '#server/maintenance/verify/compareLedger.ts';
import { company, granted, issued, stockTransfer } from '#tests/domain/ledger/factories.ts';
import * as given from '#tests/support/given.ts';
import { approveSeen } from '#tests/support/given.ts';
import { importZip, packageFiles, zipOf } from '#tests/support/packages.ts';
import { signUpCompany } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let org = '';
let owner: Person;

const ada = {
  object_type: 'STAKEHOLDER',
  id: 'ada',
  name: { legal_name: 'Ada Lovelace', first_name: 'Ada', last_name: 'Lovelace' },
  stakeholder_type: 'INDIVIDUAL',
  current_relationship: 'FOUNDER',
  contact_info: { emails: [{ email_type: 'BUSINESS', email_address: 'ada@example.com' }] },
  addresses: [
    {
      address_type: 'CONTACT',
      street_suite: '1 Main St\nFloor 2',
      city: 'London',
      country_subdivision: 'LND',
      postal_code: 'N1',
      country: 'GB',
    },
  ],
};
const preferred = {
  par_value: { amount: '0.001', currency: 'USD' },
  price_per_share: { amount: '2', currency: 'USD' },
  liquidation_preference_multiple: '1',
  participation_cap_multiple: '3',
  conversion_rights: [
    {
      type: 'STOCK_CLASS_CONVERSION_RIGHT',
      conversion_mechanism: {
        type: 'RATIO_CONVERSION',
        ratio: { numerator: '2', denominator: '1' },
        conversion_price: { amount: '1', currency: 'USD' },
        rounding_type: 'FLOOR',
      },
      converts_to_stock_class_id: 'common',
    },
  ],
};
const valuation = {
  object_type: 'VALUATION',
  id: 'valuation',
  stock_class_id: 'common',
  price_per_share: { amount: '0.75', currency: 'USD' },
  effective_date: '2022-01-01',
  valuation_type: '409A',
  provider: 'Valuers',
  board_approval_date: '2022-01-02',
  stockholder_approval_date: '2022-01-03',
};

/** A company with something in every table that is tried. */
beforeAll(async () => {
  owner = await signUpCompany(server);
  const objects = [
    ...company({ preferred })
      .filter(({ id }) => id !== 'ada')
      .map((each) => (each.object_type === 'STOCK_PLAN' ? { ...each, stock_class_ids: ['common'] } : each)),
    ada,
    issued('s1', 'ada', '1000'),
    issued('s2', 'nobody', '5'),
    granted('g1', 'ada', '10'),
    stockTransfer('t1', { date: '2023-01-01', security_id: 's1', quantity: '2000', resulting_security_ids: ['s3'] }),
    issued('s3', 'grace', '1000', { date: '2023-01-01' }),
  ];
  const files = packageFiles(objects, {
    valuations_files: [{ filepath: './Valuations.ocf.json', md5: '0'.repeat(32) }],
  });
  const content = JSON.stringify({ file_type: 'OCF_VALUATIONS_FILE', items: [valuation] });
  const bytes = await zipOf([...files, { path: 'Valuations.ocf.json', content }]);
  await importZip(owner, bytes, 'accept_findings=true');
  const shareClass = await given.shareClass(owner);
  const entity = await given.shareholder(owner, {
    type: 'entity',
    entity_name: 'Fund LP',
    first_name: null,
    last_name: null,
  });
  for (const shareholder_id of [entity.id, (await given.shareholder(owner)).id])
    await given.certificate(owner, { shareholder_id, share_class_id: shareClass.id, quantity: '10' });
  const distribution = await given.distribution(owner, { share_class_ids: [shareClass.id] });
  await approveSeen(owner, distribution);
  const [row] = await server.sql<{ id: string }>('select id from organization where client_name = $1', [
    owner.user.client_name,
  ]);
  org = row!.id;
});

async function differences(): Promise<string[]> {
  const owners = new Database(server.ownerUrl, { idleSeconds: 1, maxSeconds: 1, connections: 1 });
  const found = await owners.system((tx) => compareLedger(tx, org, '2030-01-01'));
  await owners.close();
  return found.differences;
}

/** The row that is changed in each table. */
const TABLES: Record<string, string> = {
  shareholder: "id = 'ada'",
  share_class: "id = 'preferred'",
  equity_plan: 'true',
  equity_plan_class: 'true',
  valuation: 'true',
  vesting_terms: 'true',
  legend: 'true',
  import_batch: 'true',
  import_step: 'true',
  finding: 'position = 1',
  distribution_line: 'true',
  ocf_object: "id = 'ada'",
  ledger_tx: 'seq = 2',
};
/**
 * Values without a second source: when a row was made, how often it was changed, which address a holder replaced, and
 * settings that are not about equity.
 */
const OPEN = [
  'created_at',
  'version',
  'is_active',
  'email_of_staff',
  'details_asked',
  'country_of_staff',
  'country_said_at',
  'country_said_by',
  'email_changed_at',
  'email_told_at',
  'allows_fractions',
  'exercise_windows',
  'dividend_rate',
  'dividend_is_cumulative',
  'dividend_accrues_from',
  'dividend_base',
  'dividend_participation',
];
/** Keys that other rows refer to. */
const KEYS = ['org_id', 'id', 'import_id', 'distribution_id', 'equity_plan_id', 'seq'];

const CHANGES: Record<string, (column: string) => string> = {
  text: (column) => `coalesce(${column}::text, '') || '!'`,
  numeric: (column) => `coalesce(${column}, 0) + 1`,
  integer: (column) => `coalesce(${column}, 0) + 1000`,
  bigint: (column) => `coalesce(${column}, 0) + 1`,
  boolean: (column) => `not ${column}`,
  date: (column) => `coalesce(${column}, '2020-01-01'::date) + 1`,
  'timestamp with time zone': (column) => `${column} + interval '1 second'`,
  uuid: () => 'gen_random_uuid()',
  jsonb: () => `'{"changed": true}'::jsonb`,
  bytea: () => `'\\x00'::bytea`,
};
/** Columns whose checks in the database allow only some words. */
const SPECIAL: Record<string, string> = {
  'shareholder.type': "'entity'",
  'shareholder.country': "'DE'",
  'share_class.class_type': "'COMMON'",
  'share_class.converts_to_share_class_id': "'preferred'",
  'share_class.currency': "'EUR'",
  'equity_plan_class.share_class_id': "'preferred'",
  'valuation.share_class_id': "'preferred'",
  'valuation.currency': "'EUR'",
  'import_step.step': "'undone'",
  'finding.severity': "case severity when 'error' then 'warning' else 'error' end",
  'distribution_line.shareholder_id': "'ada'",
  'distribution_line.share_class_id': "'common'",
};

/** The table's columns. One that the database generates from others is left out, because nobody can set it. */
async function columnsOf(table: string): Promise<{ name: string; type: string }[]> {
  const rows = await server.sql<{ name: string; type: string }>(
    `select column_name as name, coalesce(d.data_type, c.data_type) as type from information_schema.columns c
     left join information_schema.domains d on d.domain_schema = c.domain_schema and d.domain_name = c.domain_name
     where c.table_schema = current_schema() and c.table_name = $1 and c.is_generated = 'NEVER'
     order by ordinal_position`,
    [table],
  );
  return rows.filter(
    ({ name }) =>
      !KEYS.includes(name) && !(!/^(ocf_object|import|finding|ledger|distribution)/.test(table) && OPEN.includes(name)),
  );
}

/** Changes a value without triggers, as somebody who controls the database would, and restores it. */
async function changedByHand<T>(
  table: string,
  where: string,
  column: string,
  to: string,
  look: () => Promise<T>,
): Promise<T> {
  await server.sql(`alter table ${table} disable trigger user`);
  const one = `(select ctid from ${table} where org_id = $1 and ${where} order by ctid limit 1)`;
  const [before] = await server.sql<Row>(`select ${column}::text as value from ${table} where ctid = ${one}`, [org]);
  expect(before, `${table} has no row to change`).toBeDefined();
  const [changed] = await server.sql<Row>(
    `update ${table} set ${column} = ${to} where ctid = ${one} returning ctid::text as ctid`,
    [org],
  );
  const found = await look();
  const { type } = (
    await server.sql<{ type: string }>(
      `select format_type(atttypid, atttypmod) as type from pg_attribute where attrelid = $1::regclass and attname = $2`,
      [table, column],
    )
  )[0]!;
  await server.sql(`update ${table} set ${column} = $1::text::${type} where ctid = $2::tid`, [
    before!.value,
    changed!.ctid,
  ]);
  await server.sql(`alter table ${table} enable trigger user`);
  return found;
}

describe('verify', () => {
  it('finds nothing in an untouched company', async () => {
    expect(await differences()).toEqual([]);
  });
  it.each(Object.entries(TABLES))('reports any value of %s that was changed by hand', async (table, where) => {
    const missed: string[] = [];
    for (const { name, type } of await columnsOf(table)) {
      if (`${table}.${name}` === 'share_class.initial_authorized') continue; // with authorized_kind, below
      if (`${table}.${name}` === 'share_class.authorized_kind') continue;
      const to = SPECIAL[`${table}.${name}`] ?? CHANGES[type]?.(name);
      expect(to, `${table}.${name} of type ${type}`).toBeDefined();
      const found = await changedByHand(table, where, name, to!, differences);
      const says = table === 'ledger_tx' ? 'Entry' : table;
      if (!found.some((each) => each.includes(says))) missed.push(name);
    }
    expect(missed).toEqual([]);
    expect(await differences()).toEqual([]);
  });
  it.each([
    ['share_class', "id = 'preferred'", 'initial_authorized', 'initial_authorized + 1'],
    ['ocf_object', "id = 'ada'", 'import_id', 'null'],
    ['distribution', 'true', 'total_amount', 'total_amount + 1'],
    ['payment', 'true', 'amount', 'amount + 1'],
    ['security', "security_id = 's1'", 'accepted', 'not accepted'],
    ['security', "security_id = 'g1'", 'accepted', 'not accepted'],
    ['termination', 'true', 'accepted', 'not accepted'],
  ])('reports %s where %s has another %s', async (table, where, column, to) => {
    const found = await changedByHand(table, where, column, to, differences);
    expect(found.some((each) => each.includes(table))).toBe(true);
    expect(await differences()).toEqual([]);
  });
  it('reports a missing version of an object', async () => {
    const holder = await given.shareholder(owner);
    const renamed = await owner.put(`/api/shareholders/${String(holder.id)}`, { ...holder, last_name: 'Renamed' });
    expect(renamed.status).toBe(200);
    expect(await differences()).toEqual([]);
    const [first] = await server.sql<{ row: string }>(
      `select to_jsonb(o)::text as row from ocf_object o where org_id = $1 and id = $2 and version = 1`,
      [org, holder.id],
    );
    await server.sql('alter table ocf_object disable trigger user');
    await server.sql('delete from ocf_object where org_id = $1 and id = $2 and version = 1', [org, holder.id]);
    const found = await differences();
    await server.sql('insert into ocf_object select r.* from jsonb_populate_record(null::ocf_object, $1::jsonb) r', [
      first!.row,
    ]);
    await server.sql('alter table ocf_object enable trigger user');
    expect(found).toEqual([expect.stringContaining(String(holder.id))]);
    expect(await differences()).toEqual([]);
  });
  it.each(['finding', 'import_step', 'distribution_line', 'legend', 'equity_plan_class'])(
    'reports a missing row of %s',
    async (table) => {
      await server.sql(`alter table ${table} disable trigger user`);
      const [row] = await server.sql<{ row: string }>(
        `delete from ${table} where ctid = (select ctid from ${table} where org_id = $1 order by ctid limit 1) returning to_jsonb(${table})::text as row`,
        [org],
      );
      const found = await differences();
      await server.sql(`insert into ${table} select r.* from jsonb_populate_record(null::${table}, $1::jsonb) r`, [
        row!.row,
      ]);
      await server.sql(`alter table ${table} enable trigger user`);
      expect(found).not.toEqual([]);
      expect(await differences()).toEqual([]);
    },
  );
});
