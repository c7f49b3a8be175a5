// "Export everything" is whole: each value that somebody entered, in every field of every resource and setting, is in it again.
import { beforeAll, describe, expect, it } from 'vitest';
import { readZip } from '#server/data/safeZip.ts';
import type { Row } from '#server/db/database.ts';
import { tables } from '#server/db/tables.ts';
import { organization } from '#src/resources/organization.ts';
import { resources } from '#src/resources/index.ts';
import { isNumeric } from '#src/resources/kit/fields.ts';
import type { Fields } from '#src/resources/kit/fields.ts';
import { fillEveryField } from '#tests/support/everyField/everyField.ts';
import { givenTenant } from '#tests/support/tenants.ts';
import type { Tenant } from '#tests/support/tenants.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
const SETTINGS: Row = {
  client_display_name: 'Whole Display',
  legal_name: 'Whole Legal, Inc.',
  formation_date: '2019-03-04',
  country: 'US',
  state_of_formation: 'Delaware',
  time_zone: 'Asia/Tokyo',
  cap_table_visibility: 'totals',
  holder_contact_name: 'Whole Contact',
  two_person_rule: false,
  missing_tax_form: 'hold',
  minimum_payment: '12.34',
  require_bank_details: true,
};
let tenant: Tenant;
let side: Record<string, Row[]>;
let settings: Row;
/** Every text, number and word in the export. */
const said = new Set<string>();

function collect(value: unknown): void {
  if (Array.isArray(value)) for (const each of value) collect(each);
  else if (typeof value === 'object' && value !== null) for (const each of Object.values(value)) collect(each);
  else if (value !== null) said.add(plain(value));
}
/** "2.50" and "2.5" are one figure; an instant is one, however it is written. */
function plain(value: unknown): string {
  const text = String(value);
  if (/^-?\d+\.\d+$/.test(text)) return text.replace(/\.?0+$/, '');
  return /^\d{4}-\d\d-\d\d[T ]/.test(text) ? new Date(text).toISOString() : text;
}

beforeAll(async () => {
  tenant = await givenTenant(server, 'WHOLE');
  await fillEveryField(server, tenant);
  const { owner } = tenant;
  const before = (await owner.get('/api/organization')).body;
  const put = await owner.send('PUT', '/api/organization', { ...before, ...SETTINGS });
  if (put.status !== 200) throw new Error(`Refused: ${put.text}`);
  settings = put.body;
  const reply = await owner.get('/api/organization/export');
  const files = new Map((await readZip(reply.bytes, () => true)).map((file) => [file.path, file.bytes]));
  side = JSON.parse(files.get('sharebook.json')!.toString()) as Record<string, Row[]>;
  collect(side);
  for (const { path, bytes } of await readZip(files.get('company.ocf.zip')!, () => true))
    if (path.endsWith('.json')) collect(JSON.parse(bytes.toString()));
});

describe.each(resources.map((resource) => [resource.name, resource] as const))('of %s', (name, resource) => {
  const entered = Object.entries(resource.fields).filter(
    ([, field]) => !field.readOnly && !['id', 'file', 'status', 'boolean'].includes(field.kind),
  );
  it.runIf(entered.length > 0)('each entered value is in the export', () => {
    const missing = entered.flatMap(([field, { kind }]) =>
      tenant.records[name]!.flatMap((record) => {
        const value = record[field];
        if (value === null || value === undefined || typeof value === 'object') return [];
        // A percentage may stand as a part of one; of a number that is stored encrypted, the last four characters are there.
        const [, last4] = /^•••• (.{1,4})$/.exec(String(value)) ?? [];
        const forms = [
          plain(value),
          ...(kind === 'percent' ? [plain(Number(value) / 100)] : []),
          ...(last4 === undefined ? [] : [plain(last4)]),
        ];
        return forms.some((each) => said.has(each)) ? [] : [`${field}: ${String(value)}`];
      }),
    );
    expect([...new Set(missing)]).toEqual([]);
  });
  it.runIf(entered.length > 0)('each field has a value to look for', () => {
    const isFilled = (field: string) =>
      tenant.records[name]!.some((record) => record[field] !== null && record[field] !== undefined);
    expect(entered.map(([field]) => field).filter((field) => !isFilled(field))).toEqual([]);
  });
  it('each record is in the export', () => {
    const missing = tenant.records[name]!.map(({ id }) => String(id)).filter((id) => !said.has(id));
    expect(name === 'assignees' ? [] : missing).toEqual([]);
  });
});

it('each setting of the company is in the export', () => {
  const written = Object.entries(organization.fields as Fields).filter(([, { readOnly }]) => !readOnly);
  const company = side.organization as unknown as Row;
  for (const [field, { kind }] of written) {
    if (kind === 'id' || kind === 'file') continue;
    const [value, kept] = [settings[field], company[field]];
    const isFigure = isNumeric((organization.fields as Fields)[field]!);
    expect([field, isFigure ? plain(kept) : kept]).toEqual([field, isFigure ? plain(value) : value]);
  }
  expect(company).toHaveProperty('withholding_rules');
});

it('each table of a company is a key of the side file, or says why it is none', () => {
  const ofCompany = Object.entries(tables).filter(([, { of }]) => of === 'company');
  for (const [name, { exported }] of ofCompany)
    expect([name, Object.hasOwn(side, name)]).toEqual([name, Boolean(exported && 'without' in exported)]);
});

it('no bytes, secrets, tokens or places of files are in the side file', () => {
  const text = JSON.stringify(side);
  expect(text).not.toMatch(/"type":"Buffer"|password|token|secret|storage_key/i);
});
