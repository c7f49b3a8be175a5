// "Export everything" is whole: each value that somebody entered, in every field of every resource and setting, is in it again, in its
// own place. What the audit trail and the activity repeat does not count.
import { beforeAll, describe, expect, it } from 'vitest';
import { readZip } from '#server/data/safeZip.ts';
import type { Row } from '#server/db/database.ts';
import { tables } from '#server/db/tables.ts';
import { organization } from '#src/resources/organization.ts';
import { resources } from '#src/resources/index.ts';
import { isNumeric } from '#src/resources/kit/fields.ts';
import type { Field, Fields } from '#src/resources/kit/fields.ts';
import { fillEveryField } from '#tests/support/everyField/everyField.ts';
import { homeOf, PLACES } from '#tests/support/everyField/exportPlaces.ts';
import type { Exported } from '#tests/support/everyField/exportPlaces.ts';
import * as given from '#tests/support/given.ts';
import { signUpCompany } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { givenTenant } from '#tests/support/tenants.ts';
import type { Tenant } from '#tests/support/tenants.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let tenant: Tenant;
let exported: Exported;
/** The columns that the database has, by table. */
let stored: Map<string, string[]>;

async function exportOf(owner: Person): Promise<Exported> {
  const reply = await owner.get('/api/organization/export');
  const files = new Map((await readZip(reply.bytes, () => true)).map((file) => [file.path, file.bytes]));
  const side = JSON.parse(files.get('sharebook.json')!.toString()) as Record<string, Row[]>;
  const parts = await readZip(files.get('company.ocf.zip')!, () => true);
  const objects = parts.flatMap(({ path, bytes }) => {
    const items = path.endsWith('.ocf.json') ? (JSON.parse(bytes.toString()) as { items?: Row[] }).items : [];
    return items ?? [];
  });
  return { side, objects };
}

/** "2.50" and "2.5" are one figure; an instant is one, however it is written. */
function plain(field: Field, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (isNumeric(field) && /^-?\d+(\.\d+)?$/.test(String(value)))
    return String(value)
      .replace(/(\.\d*?)0+$/, '$1')
      .replace(/\.$/, '');
  // Of a number that is stored encrypted, the last four characters are there.
  if (field.isSensitive) return String(value).slice(-4);
  return field.kind === 'datetime' ? new Date(String(value)).toISOString() : value;
}

beforeAll(async () => {
  tenant = await givenTenant(server, 'WHOLE');
  await fillEveryField(server, tenant);
  exported = await exportOf(tenant.owner);
  const columns = await server.sql<{ table_name: string; column_name: string }>(
    `select table_name, column_name from information_schema.columns where table_schema = current_schema()`,
  );
  const byTable = Map.groupBy(columns, ({ table_name }) => table_name);
  stored = new Map([...byTable].map(([name, of]) => [name, of.map(({ column_name }) => column_name)]));
});

describe.each(resources.map((resource) => [resource.name, resource] as const))('of %s', (name, resource) => {
  const places = PLACES[name] ?? {};
  const isEntered = ({ readOnly, kind }: Field) => !readOnly && kind !== 'id' && kind !== 'file';
  const { exported: kept } = tables[resource.table]!;
  const isOfTable = (field: string) =>
    kept !== undefined && 'without' in kept && stored.get(resource.table)!.includes(field);
  /** What somebody entered in a form, and what verbs and other bodies wrote into the same row. */
  const sought = () =>
    Object.entries(resource.fields).filter(
      ([field, declared]) => isEntered(declared) || Object.hasOwn(places, field) || isOfTable(field),
    );

  it('each record is in the export', () => {
    const missing = tenant.records[name]!.filter((record) => !homeOf(resource, record, exported));
    expect(missing).toEqual([]);
  });
  it('each value is in its own place', () => {
    const wrong = tenant.records[name]!.flatMap((record) => {
      const home = homeOf(resource, record, exported) ?? {};
      return sought().flatMap(([field, declared]) => {
        // Where nobody entered anything, the package may have what its format requires.
        if (record[field] === null) return [];
        const place = places[field];
        const found = place ? place(home, exported) : home[field];
        const [value, there] = [plain(declared, record[field]), plain(declared, found)];
        return JSON.stringify(value) === JSON.stringify(there) ? [] : [{ id: record.id, field, value, there }];
      });
    });
    expect(wrong).toEqual([]);
  });
  it('each field has a value to look for', () => {
    const isEmpty = (field: string) => tenant.records[name]!.every((record) => record[field] === null);
    const entered = Object.keys(resource.fields).filter((field) => isEntered(resource.fields[field]!));
    expect(entered.filter(isEmpty)).toEqual([]);
  });
});

describe('of what is entered beside the lists', () => {
  const rowsOf = (table: string, holds: Row, { side } = exported) =>
    side[table]!.filter((row) => Object.entries(holds).every(([name, value]) => row[name] === value));
  const pick = (rows: readonly Row[], name: string) => rows.map((row) => row[name]);

  it('each version of a scenario has its steps and its start', async () => {
    const { owner, mark } = tenant;
    const first = [{ kind: 'pool', quantity: '1234' }];
    const second = [{ kind: 'exit', proceeds: '4321', costs: '12', debt: '3' }];
    const start = {
      holders: [{ id: 'h', name: `${mark} typed` }],
      classes: [{ id: 'c', name: 'Typed', kind: 'COMMON' }],
      holdings: [{ holder: 'h', class: 'c', shares: '987' }],
    };
    const { id, version } = (await owner.post('/api/scenarios/', { name: `${mark} typed`, start, steps: first })).body;
    const put = await owner.put(`/api/scenarios/${String(id)}`, { steps: second, version });
    expect([put.status, put.text]).toEqual([200, put.text]);
    const after = await exportOf(owner);
    expect(rowsOf('scenario', { id }, after)).toMatchObject([{ start, steps: second }]);
    expect(rowsOf('scenario_version', { scenario_id: id }, after)).toMatchObject([
      { version: 1, start, steps: first },
      { version: 2, start, steps: second },
    ]);
  });
  it('a certificate has what was said of its approvals, its exemption, its cost and its legends', async () => {
    const { owner, records } = tenant;
    const body = {
      cost_basis: '777.5',
      issuance_type: 'RSA',
      consideration_text: 'Paid in cash',
      board_approval_date: '2025-07-03',
      stockholder_approval_date: '2025-07-04',
      security_law_exemptions: [{ description: 'Rule 701', jurisdiction: 'US' }],
      stock_legend_ids: [records.legends![0]!.id],
    };
    const held = { shareholder_id: tenant.one.record.id, share_class_id: records.certificates![0]!.share_class_id };
    const { id } = await given.certificate(owner, { ...held, ...body, issue_date: '2025-07-05' });
    const entry = (await exportOf(owner)).objects.find(({ security_id }) => security_id === id);
    expect(entry).toMatchObject({ ...body, cost_basis: { amount: '777.5' } });
  });
  it('a conversation has its messages, its files and whom it is with', async () => {
    for (const { id } of tenant.records.messages!) {
      const thread = (await tenant.owner.get(`/api/messaging/threads/${String(id)}`)).body;
      const messages = thread.messages as { id: string; body: string; files: Row[] }[];
      const kept = rowsOf('message', { thread_id: id });
      expect(pick(kept, 'body').sort()).toEqual(pick(messages, 'body').sort());
      for (const each of messages)
        expect(pick(rowsOf('message_file', { message_id: each.id }), 'name').sort()).toEqual(
          pick(each.files, 'name').sort(),
        );
    }
    const both = tenant.records.messages!.find(({ mode }) => mode === 'group')!;
    const [one, two] = [tenant.one.record.id, tenant.two.record.id];
    expect(pick(rowsOf('thread_participant', { thread_id: both.id }), 'shareholder_id').sort()).toEqual(
      [one, two].sort(),
    );
  });
  it('a holder has the last digits of the tax number and of the account, and the tax form', () => {
    const { record } = tenant.one;
    expect(rowsOf('holder_detail', { shareholder_id: record.id })).toMatchObject([
      { tax_id_last4: '6789', bank_account_last4: '3000', bank_account_country: 'DE' },
    ]);
    expect(rowsOf('tax_profile', { shareholder_id: record.id })).toMatchObject([
      { country: 'US', form: 'W-9', form_signed_on: server.deps.now().toISOString().slice(0, 10) },
    ]);
  });
  it('a task names whom it is assigned to, a holder or a member', () => {
    const { side } = exported;
    const nameOf = (id: unknown) =>
      [...side.shareholder!, ...side.members!].find((each) => each.id === id || each.account_id === id)?.name;
    const assigned = tenant.records.tasks!.filter(({ assignee_id }) => assignee_id !== null);
    expect(assigned.map(({ assignee_id }) => nameOf(assignee_id))).toEqual(pick(assigned, 'assignee'));
    expect(pick(assigned, 'assignee_id')).toContain(tenant.owner.user.id);
  });
  it('what is of several classes or holders names them', async () => {
    const { owner, records, one, two } = tenant;
    for (const [table, path, key] of [
      ['distribution_class', 'distributions', 'distribution_id'],
      ['equity_plan_class', 'equity-plans', 'equity_plan_id'],
    ] as const)
      for (const { id } of records[path]!) {
        const { share_class_ids } = (await owner.get(`/api/${path}/${String(id)}`)).body as {
          share_class_ids: string[];
        };
        expect(share_class_ids.length).toBeGreaterThan(0);
        expect(pick(rowsOf(table, { [key]: id }), 'share_class_id').sort()).toEqual([...share_class_ids].sort());
      }
    const readBy = (audience: string) => records.documents!.find((each) => each.audience === audience)!.id;
    const holders = pick(rowsOf('document_shareholder', { document_id: readBy('shareholders') }), 'shareholder_id');
    expect(holders.sort()).toEqual([one.record.id, two.record.id].sort());
    expect(rowsOf('document_class', { document_id: readBy('class') })).toHaveLength(1);
  });
});

it('each setting of the company is in the export', async () => {
  const owner = await signUpCompany(server);
  const entered: Row = {
    client_display_name: 'Whole Display',
    legal_name: 'Whole Legal, Inc.',
    formation_date: '2019-03-04',
    country: 'CA',
    state_of_formation: 'Delaware',
    currency: 'EUR',
    time_zone: 'Asia/Tokyo',
    cap_table_visibility: 'totals',
    holder_contact_name: 'Whole Contact',
    holder_contact_email: 'whole@example.com',
    holder_contact_phone: '+14155550123',
    two_person_rule: false,
    missing_tax_form: 'hold',
    presumed_country: 'NO',
    minimum_payment: '12.34',
    require_bank_details: true,
  };
  const fields: Fields = organization.fields;
  const settings = Object.keys(fields).filter((field) => !fields[field]!.readOnly);
  expect(Object.keys(entered).sort()).toEqual(settings.sort());
  const rules = [{ country: 'DE', holder_type: 'entity', distribution_type: 'dividend', rate: '0.26' }];
  const before = (await owner.get('/api/organization')).body;
  expect(settings.filter((field) => before[field] === entered[field])).toEqual([]);
  const put = await owner.put('/api/organization', { ...entered, withholding_rules: rules });
  expect([put.status, put.text]).toEqual([200, put.text]);
  const company = (await exportOf(owner)).side.organization as unknown as Row;
  for (const field of settings)
    expect([field, plain(fields[field]!, company[field])]).toEqual([field, plain(fields[field]!, entered[field])]);
  expect(company.withholding_rules).toEqual(rules);
});

it('each table of a company is a key of the side file, or says why it is none', () => {
  const ofCompany = Object.entries(tables).filter(([, { of }]) => of === 'company');
  for (const [name, { exported: kept }] of ofCompany)
    expect([name, Object.hasOwn(exported.side, name)]).toEqual([name, Boolean(kept && 'without' in kept)]);
});

it('no bytes, secrets, tokens or places of files are in the side file', () => {
  expect(JSON.stringify(exported.side)).not.toMatch(/"type":"Buffer"|password|token|secret|storage_key/i);
});
