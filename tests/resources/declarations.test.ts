// Faults of a declaration that compiles but could never work: a status or a resource that does not exist, and inputs that a
// person could not fill in.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { heads } from '#src/resources/heads/heads.ts';
import { histories } from '#src/resources/heads/histories.ts';
import { companyForms, organization } from '#src/resources/organization.ts';
import { resourceNamed, resources } from '#src/resources/index.ts';
import { declarationOf } from '#src/resources/kit/defineResource.ts';
import type { Field, Fields } from '#src/resources/kit/fields.ts';
import { verbNameOf, verbs } from '#src/resources/verbs/index.ts';

const names = new Set(resources.map(({ name }) => name));
const references = (fields: Fields) =>
  Object.values(fields).flatMap((field) => (field.kind === 'reference' ? [field.to] : []));
const statusesOf = (field: Field | undefined): readonly string[] =>
  field?.kind === 'status' ? Object.keys(field.states) : field?.kind === 'choice' ? field.values : [];

/** Fields for which a screen of its own asks. */
const OWN_INPUTS: Record<string, string[]> = { distributions: ['id', 'amount_per_share', 'total_amount'] };

describe.each(resources.map((resource) => [resource.name, resource] as const))('%s', (_, resource) => {
  // The build imports it from there when one of its screens opens.
  it('is declared under its own name in the file of that name', async () => {
    const declaration = declarationOf(resource.name);
    const file = (await import(`../../src/resources/${declaration}.ts`)) as Record<string, unknown>;
    expect(file[declaration]).toBe(resource);
  });
  it('refers to resources that exist', () => {
    expect(references(resource.fields).filter((to) => !names.has(to))).toEqual([]);
  });
  it('is edited or deleted in statuses that exist', () => {
    const known = statusesOf(resource.fields.status);
    expect((resource.changesIn ?? []).filter((status) => !known.includes(status))).toEqual([]);
  });
  it('asks in its form for every field that people write', () => {
    const asked = resource.form.flat();
    const written = Object.entries<Field>(resource.fields).flatMap(([name, field]) => (field.readOnly ? [] : [name]));
    const others = written.filter(
      (name) => !asked.includes(name) && !(OWN_INPUTS[resource.name] ?? ['id']).includes(name),
    );
    expect(asked.length === 0 ? [] : others).toEqual([]);
  });
  it('moves between statuses that exist', () => {
    const { status } = resource.fields;
    const next = status?.kind === 'status' ? Object.values(status.states).flatMap((state) => state.next) : [];
    expect(next.filter((each) => !statusesOf(status).includes(each))).toEqual([]);
  });
});

describe('what the console knows of a resource without its declaration', () => {
  it('is the same as data, which the build writes in its place', () => {
    expect(JSON.parse(JSON.stringify(heads))).toEqual(heads);
  });
  it('leads histories to resources that exist', () => {
    expect([histories.trail, histories.ledger].filter((name) => !names.has(name))).toEqual([]);
  });
});

describe.each(verbs.map((verb) => [verbNameOf(verb), verb] as const))('%s', (_, { resource, from, fields, more }) => {
  it('is possible in statuses that its resource has', () => {
    const known = statusesOf(resourceNamed(resource).fields.status);
    expect((from ?? []).filter((status) => !known.includes(status))).toEqual([]);
  });
  it('asks for what a dialog can ask for', () => {
    const all = { ...fields, ...more };
    expect(references(all).filter((to) => !names.has(to))).toEqual([]);
    const cannot = Object.entries(all).filter(
      ([, field]) =>
        field.kind === 'id' ||
        field.kind === 'file' ||
        (field.kind === 'boolean' && field.required && field.default === undefined),
    );
    expect(cannot.map(([name]) => name)).toEqual([]);
  });
});

it('every setting of the company that people decide is on a form of Settings', () => {
  const shown = Object.values(companyForms).flat(2) as string[];
  const decided = Object.entries<Field>(organization.fields).filter(([, field]) => !field.readOnly);
  expect(decided.map(([name]) => name).filter((name) => !shown.includes(name))).toEqual([]);
});

it('every file of verbs is in their index', () => {
  const folder = join(import.meta.dirname, '../../src/resources/verbs');
  const index = readFileSync(join(folder, 'index.ts'), 'utf8');
  const declaring = readdirSync(folder).filter((file) =>
    readFileSync(join(folder, file), 'utf8').includes('= defineVerbs('),
  );
  expect(declaring.length).toBeGreaterThan(10);
  expect(declaring.filter((file) => !index.includes(`'./${file}'`))).toEqual([]);
});
