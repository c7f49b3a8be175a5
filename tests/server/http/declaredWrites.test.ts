// Writes every writable field of every resource and reads it back: from the reply, the record, the list, the filter,
// the CSV file and OpenAPI. Then edits it and reads it back again. This finds a field that is declared and dropped on
// the way.
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { resourceCommands } from '#server/commands/core/index.ts';
import type { Row } from '#server/db/database.ts';
import { resources } from '#src/resources/index.ts';
import { hiddenNumber } from '#src/resources/companyBankAccounts.ts';
import { csvColumns, csvValue } from '#src/resources/kit/csv.ts';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import type { Field } from '#src/resources/kit/fields.ts';
import { sameValue } from '#src/resources/kit/validation.ts';
import { organization } from '#src/resources/organization.ts';
import * as given from '#tests/support/given.ts';
import { approveSeen, listUrl } from '#tests/support/given.ts';
import { payments } from '#src/resources/payments.ts';
import { signUpCompany } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let owner: Person;
let classes: [string, string];
/** Two records of each resource that a reference may name. */
const named: Record<string, [string, string]> = {};
beforeAll(async () => {
  owner = await signUpCompany(server);
  classes = [String((await given.shareClass(owner)).id), String((await given.shareClass(owner)).id)];
  await given.equityPlan(owner);
  const [first] = (await owner.get('/api/assignees/')).rows;
  const holder = await owner.post('/api/shareholders/', { type: 'individual', first_name: 'A', last_name: 'B' });
  const another = await owner.post('/api/shareholders/', { type: 'individual', first_name: 'C', last_name: 'D' });
  const plan = await given.equityPlan(owner);
  const other = await given.equityPlan(owner);
  const [paper, otherPaper] = [await given.document(owner), await given.document(owner, { name: 'other.pdf' })];
  Object.assign(named, {
    documents: [String(paper.id), String(otherPaper.id)],
    assignees: [String(first!.id), String(holder.body.id)],
    shareholders: [String(holder.body.id), String(another.body.id)],
    'share-classes': classes,
    'equity-plans': [String(plan.id), String(other.id)],
  });
});

const writable = ({ fields }: Resource) => Object.entries(fields).filter(([, field]) => !field.readOnly);

/** Returns one of two values for a field, the second for the edit. `dependent` says what depends on other fields. */
function sample(name: string, field: Field, turn: 0 | 1): unknown {
  switch (field.kind) {
    case 'text':
      if (field.format)
        return { currency: ['EUR', 'GBP'], country: ['US', 'CA'], time_zone: ['Europe/Rome', 'Asia/Tokyo'] }[
          field.format
        ][turn];
      if (field.pattern?.test('1000')) return '1000';
      return `${name} ${turn}`.slice(0, field.max ?? 500);
    case 'email':
      return `${name}.${turn}@example.com`;
    case 'number':
      return 2 + turn;
    case 'phone':
      return `+1415555267${1 + turn}`;
    case 'shares':
    case 'money':
    case 'percent':
      return `${2 + turn}.5`;
    case 'date':
      return `2024-0${2 + turn}-01`;
    case 'datetime':
      return `2024-0${2 + turn}-01T12:00:00.000Z`;
    case 'boolean':
      return turn === 0;
    case 'choice':
      return field.values[turn] ?? field.values[0];
    case 'reference': {
      const record = named[field.to]?.[turn];
      if (!record) throw new Error(`No sample of a reference to ${field.to}. Add two records to \`named\`.`);
      return record;
    }
    default:
      throw new Error(`No sample of the kind ${field.kind}.`);
  }
}

/** What a sample alone gets wrong: values that depend on each other, and fields an edit may not change. */
const dependent: Record<string, (turn: 0 | 1) => Row> = {
  shareholders: () => ({ type: 'individual', entity_name: null }),
  'share-classes': (turn) => ({
    class_type: 'PREFERRED',
    authorized_shares: '1000',
    allows_fractions: true,
    dividend_rate: ['0.08', '0.0625'][turn],
  }),
  'equity-plans': () => ({ share_class_ids: classes, reserved: '2.5', default_cancellation_behavior: 'RETIRE' }),
  members: (turn) => ({ email: 'member@example.com', role: ['viewer', 'staff'][turn], expires_at: `209${turn}-01-01` }),
  'company-bank-accounts': (turn) => ({
    routing_number: ['091000019', '021000021'][turn],
    company_id: ['1234567890', '9876543210'][turn],
    iban: ['DE89370400440532013000', 'GB33BUKB20201555555555'][turn],
    bic: ['COBADEFFXXX', 'BUKBGB22'][turn],
    account_number: ['12345678', '87654321'][turn],
  }),
  'board-seats': (turn) => ({ elected_on: `2023-0${1 + turn}-01`, ended_on: `2024-0${1 + turn}-01` }),
  distributions: (turn) => ({
    share_class_ids: classes,
    ...(turn === 0 ? { total_amount: null } : { amount_per_share: null }),
    record_date: `2024-01-0${1 + turn}`,
    ex_date: '2023-12-29',
  }),
};
/** Fields that replace others when a record is of the other kind; they are tried in a second run. */
const others: Record<string, (turn: 0 | 1) => Row> = {
  shareholders: (turn) => ({ type: 'entity', entity_name: `entity ${turn}`, first_name: null, last_name: null }),
  distributions: (turn) =>
    turn === 0 ? { amount_per_share: null, total_amount: '7.50' } : { total_amount: null, amount_per_share: '9.5' },
};

function bodyOf(resource: Resource, turn: 0 | 1, also: Row = {}): Row {
  const sampled = Object.fromEntries(writable(resource).map(([name, field]) => [name, sample(name, field, turn)]));
  return { ...sampled, ...dependent[resource.name]?.(turn), ...also };
}

/** Numbers that are stored encrypted are answered by their last four characters. */
const hidden: Record<string, string[]> = { 'company-bank-accounts': ['iban', 'account_number'] };

/** The values to be read back: what was sent, or null. */
const expectedValues = (resource: Resource, body: Row) =>
  writable(resource).map(([name]) => {
    const value = body[name] ?? null;
    const isHidden = value !== null && hidden[resource.name]?.includes(name);
    return [name, isHidden ? hiddenNumber(String(value)) : value] as [string, unknown];
  });

const isSame = (field: Field, left: unknown, right: unknown) =>
  field.kind === 'money' || field.kind === 'shares' ? Number(left ?? 0) === Number(right ?? 0) : sameValue(left, right);

function missing(resource: Resource, record: Row, body: Row): string[] {
  return expectedValues(resource, body)
    .filter(([name, value]) => !isSame(resource.fields[name]!, record[name], value))
    .map(([name, value]) => `${name}: sent ${String(value)}, answered ${String(record[name])}`);
}

async function expectReadBack(resource: Resource, id: unknown, body: Row) {
  const item = (await owner.get(`${resource.path.replace(/\/$/, '')}/${String(id)}`)).body;
  expect(missing(resource, item, body)).toEqual([]);
  const listed = (await owner.get(listUrl(resource.path, { filter: { id } }))).rows;
  expect(listed.flatMap((row) => missing(resource, row, body))).toEqual([]);
  for (const [name, value] of expectedValues(resource, body)) {
    if (value === null || typeof value === 'object') continue;
    const found = await owner.get(listUrl(resource.path, { filter: { [name]: item[name], id } }));
    expect([name, found.rows.map((row) => row.id)]).toEqual([name, [id]]);
  }
  const [head, line] = (
    await owner.get(`${resource.path.replace(/\/$/, '')}/export.csv?filter={"id":"${String(id)}"}`)
  ).text
    .replace('\uFEFF', '')
    .split('\r\n');
  for (const { field, header } of csvColumns(resource)) {
    expect(head).toContain(header);
    const value = String(csvValue(resource, field, item) ?? '');
    expect(line!.replaceAll('""', '"').replaceAll('\n', ' ')).toContain(value.replaceAll('\n', ' '));
  }
}

const creatable = resources.filter(
  ({ name, writes }) =>
    writes === 'rows' ||
    (writes === 'command' && Boolean(resourceCommands[name]?.update && resourceCommands[name]?.create)),
);

describe.each(creatable.map((resource) => [resource.name, resource] as const))('a record of %s', (name, resource) => {
  const path = resource.path.replace(/\/$/, '');
  const kinds = [undefined, ...(others[name] ? [others[name]] : [])];
  it.each(kinds.map((also, index) => [index, also] as const))(
    'is read back as written, also after an edit (%i)',
    async (_, also) => {
      const body = bodyOf(resource, 0, also?.(0));
      const made = await owner.post(path, body);
      expect([made.status, made.detail]).toEqual([201, undefined]);
      await expectReadBack(resource, made.body.id, body);
      const whole = (await owner.get(`${path}/${String(made.body.id)}`)).body;
      const kept = name === 'equity-plans' ? { default_cancellation_behavior: 'RETURN_TO_POOL' } : {};
      const next = { ...bodyOf(resource, 1, also?.(1)), ...kept };
      const edited = await owner.put(`${path}/${String(made.body.id)}`, { ...next, version: whole.version });
      expect([edited.status, edited.detail]).toEqual([200, undefined]);
      await expectReadBack(resource, made.body.id, next);
      for (const version of [1.5, 0, '2', null])
        expect(await owner.put(`${path}/${String(made.body.id)}`, { ...next, version })).toMatchObject({
          status: 422,
          body: { errors: [{ field: 'version', message: 'Send the version that you read, as a whole number.' }] },
        });
      expect(await owner.put(`${path}/${String(made.body.id)}`, { ...next, version: 999 })).toMatchObject({
        status: 409,
        code: 'stale_version',
      });
    },
  );
  it('is described in OpenAPI, for creating, editing and reading', async () => {
    const { paths, components } = (await owner.get('/api/openapi.json')).body as Record<string, Record<string, Row>>;
    const bodies = [
      [path, 'post'],
      [`${path}/{id}`, 'put'],
    ] as const;
    for (const [url, method] of bodies) {
      const route = paths![url]![method] as {
        requestBody: { content: Record<string, { schema: { properties: Row } }> };
      };
      const { properties } = route.requestBody.content['application/json']!.schema;
      expect(Object.keys(properties)).toEqual(expect.arrayContaining(writable(resource).map(([field]) => field)));
    }
    const { properties } = (components!.schemas as Record<string, { properties: Row }>)[name]!;
    expect(Object.keys(properties)).toEqual(Object.keys(resource.fields));
  });
});

it('the test covers every resource that its declaration writes', () => {
  expect(creatable.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'shareholders',
      'share-classes',
      'equity-plans',
      'valuations',
      'legends',
      'distributions',
      'tasks',
    ]),
  );
});

it('an edited payment is read back; an approval creates it', async () => {
  const holder = await given.shareholder(owner);
  const shareClass = await given.shareClass(owner);
  await given.certificate(owner, { shareholder_id: holder.id, share_class_id: shareClass.id });
  const distribution = await given.distribution(owner, { share_class_ids: [shareClass.id] });
  await approveSeen(owner, distribution);
  const [payment] = (await owner.get(listUrl(payments.path, { filter: { distribution_id: distribution.id } }))).rows;
  for (const turn of [0, 1] as const) {
    const later = Object.fromEntries(
      writable(payments).map(([name, field]) => [
        name,
        field.kind === 'date' ? `2030-0${2 + turn}-01` : sample(name, field, turn),
      ]),
    );
    const url = `${payments.path}${String(payment!.id)}`;
    const { version } = (await owner.get(url)).body;
    expect((await owner.put(url, { ...later, version })).detail).toBeUndefined();
    await expectReadBack(payments, payment!.id, later);
  }
});

// Commands with a body of their own create these. A field added to the declaration must be added to the body too.
const ownBodies = resources.flatMap((resource) => {
  const body = resourceCommands[resource.name]?.createBody;
  const isOwn = body instanceof z.ZodObject && !creatable.some(({ name }) => name === resource.name);
  return isOwn ? [[resource.name, resource, Object.keys(body.shape)] as const] : [];
});
it.each(ownBodies)(
  'the body that creates one of %s has every writable field of its declaration',
  (_, resource, body) => {
    const declared = writable(resource).map(([field]) => field);
    expect(declared.filter((field) => !body.includes(field))).toEqual([]);
  },
);
it('the test covers every resource with a body of its own', () => {
  expect(ownBodies.map(([name]) => name)).toEqual(
    expect.arrayContaining(['certificates', 'grants', 'convertibles', 'warrants', 'messages']),
  );
});

it('the company’s details are read back as written', async () => {
  for (const turn of [0, 1] as const) {
    const body = bodyOf(organization, turn);
    const reply = await owner.put('/api/organization', { ...body, keep_recorded: true });
    expect([reply.status, reply.detail]).toEqual([200, undefined]);
    expect(missing(organization, (await owner.get('/api/organization')).body, body)).toEqual([]);
  }
});
